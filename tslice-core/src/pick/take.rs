//! Picking positions of an axis that is known at run time: by indices or by a mask.

use super::elements::{List, contiguous};
use super::error::PickError;
use super::lists::{AsList, IsList};
use crate::array::{Array, Integer, Owned, Read, axis_of};
use crate::error::or_panic;
use crate::layout::{Dims, Ranked, TakeBy};

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the positions of an axis to which indices point, in their order, as `np.take` does: `t.take(0, &[2, 0, -1])`.
    ///
    /// The indices are a slice, a nested array, a `Vec` or an array, of any primitive integer type; negative numbers count from the
    /// end. Their axes take the place of the axis: a list gives an array of the same rank, and labels of rank 2 one axis more. To pick
    /// elements by index tuples, see `gather_nd` of the crate `tslice-ops`.
    ///
    /// # Panics
    ///
    /// If [`try_take`](Self::try_take) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(0, &[1, 0, 1]), [[4, 5, 6], [1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(1, &vec![-1_i8, 0]), [[3, 1], [6, 4]]);
    ///
    /// let palette = tslice::tensor![[0, 0, 0], [255, 128, 0]];
    /// let labels = tslice::tensor![[0_u8, 1], [1, 1]];
    /// let picture = palette.take(0, &labels);
    /// assert_eq!(picture, [[[0, 0, 0], [255, 128, 0]], [[255, 128, 0], [255, 128, 0]]]);
    /// ```
    #[doc(alias("gather"))]
    #[must_use]
    #[track_caller]
    pub fn take<K: Dims, E: Ranked>(
        &self,
        axis: impl Integer,
        indices: impl AsList<IsList, K>,
    ) -> Array<Owned<S::Elem>, E>
    where
        D::Ranked: TakeBy<K::Ranked, Taken = E>,
    {
        or_panic(self.try_take(axis, indices))
    }

    /// Works like [`take`](Self::take), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the axis does not exist, an index is out of bounds (its position counts in row-major order), or the result does not fit in
    /// memory.
    pub fn try_take<K: Dims, E: Ranked>(
        &self,
        axis: impl Integer,
        indices: impl AsList<IsList, K>,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        D::Ranked: TakeBy<K::Ranked, Taken = E>,
    {
        let axis = axis_of(axis, self.rank()).map_err(|error| PickError::Shape(error.into()))?;
        let (indices, _) = indices.as_list();
        self.taken(axis, List::of(&contiguous(&indices)?), indices.lengths())
    }

    /// Copies the positions of an axis that a mask selects, as `np.compress` does: `t.compress(0, &[true, false, true])`.
    ///
    /// The mask has one entry for each position of the axis; it is a slice, an array, a `Vec` or an array of rank 1. To pick by
    /// numbers, see [`take`](Self::take); by a mask of the first axes or of all, [`select`](Self::select).
    ///
    /// # Panics
    ///
    /// If the axis does not exist, the mask has another length than the axis, or the result does not fit in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.compress(1, &[true, false, true]), [[1, 3], [4, 6]]);
    /// assert_eq!(t.compress(0, &t.slice(tslice::s![:, 0]).map(|&first| first > 2)), [[4, 5, 6]]);
    /// ```
    #[doc(alias("mask", "boolean_mask"))]
    #[must_use]
    #[track_caller]
    pub fn compress(
        &self,
        axis: impl Integer,
        mask: impl AsList<Element = bool>,
    ) -> Array<Owned<S::Elem>, D::Ranked> {
        self.take(axis, mask)
    }
}
