//! Picking positions of an axis that is known at run time: by indices or by a mask.

use alloc::borrow::Cow;

use super::error::PickError;
use super::lists::{AsList, IsList, borrowed};
use crate::array::{Array, Integer, Owned, Read, axis_of, bound};
use crate::error::or_panic;
use crate::layout::{self, Dims, Ranked, TakeBy};

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
        let list = match indices.as_slice() {
            Some(indices) => Cow::Borrowed(indices),
            None => Cow::Owned(indices.try_to_vec()?),
        };
        self.taken(axis, &borrowed(&*list), indices.lengths())
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

/// An axis of a length, and what negative indices mean on it.
#[derive(Clone, Copy)]
pub struct IndexedAxis {
    len: i64,
    negative_from_end: bool,
}

impl IndexedAxis {
    /// An axis of `len` positions.
    #[must_use]
    pub fn new(len: usize, negative_from_end: bool) -> Self {
        Self { len: layout::signed(len), negative_from_end }
    }

    /// The position that an index selects, if it is inside the axis.
    #[inline(always)]
    pub fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        // One comparison and few instructions, so that the loads of many elements are under way together. As an unsigned
        // number, a negative index is larger than any length.
        if index.cast_unsigned() < self.len.cast_unsigned() {
            #[expect(clippy::cast_possible_truncation, reason = "a position fits")]
            return Some(index.cast_unsigned() as usize);
        }
        self.counted_from_end(index)
    }

    #[cold]
    fn counted_from_end(self, index: i64) -> Option<usize> {
        if self.negative_from_end && index < 0 { usize::try_from(index + self.len).ok() } else { None }
    }
}
