//! Picking the positions of an axis that a mask selects.

use super::error::PickError;
use super::lists::AsList;
use crate::array::{Array, Integer, Owned, Read};
use crate::error::or_panic;
use crate::layout::Dims;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the positions of an axis that a mask selects, as `np.compress` does: `t.compress(0, &[true, false, true])`.
    ///
    /// The mask has one entry for each position of the axis; it is a slice, an array, a `Vec` or an array of rank 1. To pick by
    /// numbers, see [`take`](Self::take); by a mask of the whole shape, [`select`](Self::select).
    ///
    /// # Panics
    ///
    /// If there is no such axis, the mask has another length than the axis, or the result does not fit in memory.
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
        or_panic(self.try_compress(axis, mask))
    }

    /// [`compress`](Self::compress), with its error as a value.
    pub(crate) fn try_compress(
        &self,
        axis: impl Integer,
        mask: impl AsList<Element = bool>,
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, PickError> {
        self.try_take(axis, mask)
    }
}
