//! Picking the positions of an axis that a mask selects.

use super::picks::{Ids, Runs, positions};
use super::{Picking, TakeError};
use crate::array::IndexedAxis;
use crate::array::{Array, Integer, Owned, Read, bound};
use crate::error::or_panic;
use crate::layout::Dims;

/// Runs of fewer positions than this, on average, are picked one by one.
const RUN: usize = 4;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the positions of an axis that a mask selects, as `np.compress` does: `t.compress(0, &[true, false, true])`.
    ///
    /// The mask has one entry for each position of the axis. To pick by numbers, see [`take`](Self::take).
    ///
    /// # Panics
    ///
    /// If [`try_compress`](Self::try_compress) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.compress(1, &[true, false, true]), [[1, 3], [4, 6]]);
    ///
    /// let large: Vec<bool> = t.slice(tslice::s![:, 0]).iter().map(|&first| first > 2).collect();
    /// assert_eq!(t.compress(0, &large), [[4, 5, 6]]);
    /// ```
    #[doc(alias("mask", "boolean_mask"))]
    #[must_use]
    #[track_caller]
    pub fn compress(&self, axis: impl Integer, mask: &[bool]) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_compress(axis, mask))
    }

    /// Works like [`compress`](Self::compress), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, the mask has another length than the axis, or the result does not fit in memory.
    pub fn try_compress(
        &self,
        axis: impl Integer,
        mask: &[bool],
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, TakeError> {
        let (picking, count) = picking(self, bound(axis), mask)?;
        let collected = if is_scattered(mask, count) {
            positions(mask, count).and_then(|ids| picking.collect(count, &all_inside(&ids, mask.len())))
        } else {
            Runs::of(mask).and_then(|runs| picking.collect(count, &runs))
        };
        collected.map_err(TakeError::Shape)
    }

    /// Works like [`compress`](Self::compress), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_compress_into`](Self::try_compress_into) returns an error.
    #[track_caller]
    pub fn compress_into(&self, axis: impl Integer, mask: &[bool], target: &mut [S::Elem]) {
        or_panic(self.try_compress_into(axis, mask, target));
    }

    /// Works like [`compress_into`](Self::compress_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_compress`](Self::try_compress) would return an error, or `target` has another length than the result. On error
    /// `target` is unchanged.
    pub fn try_compress_into(
        &self,
        axis: impl Integer,
        mask: &[bool],
        target: &mut [S::Elem],
    ) -> Result<(), TakeError> {
        let (picking, count) = picking(self, bound(axis), mask)?;
        picking.check_len(count, target.len()).map_err(TakeError::Shape)?;
        let written = if is_scattered(mask, count) {
            positions(mask, count).and_then(|ids| picking.write(count, &all_inside(&ids, mask.len()), target))
        } else {
            Runs::of(mask).and_then(|runs| picking.write(count, &runs, target))
        };
        written.map_err(TakeError::Shape)
    }
}

/// The axis, if a mask fits it, and how many positions the mask selects.
fn picking<'s, S: Read, D: Dims>(
    array: &'s Array<S, D>,
    axis: i64,
    mask: &[bool],
) -> Result<(Picking<'s, S::Elem, D>, usize), TakeError>
where
    S::Elem: Clone,
{
    let picking = Picking::new(array.view(), axis)?;
    if picking.len() != mask.len() {
        return Err(TakeError::MaskLength { mask: mask.len(), axis: picking.axis, len: picking.len() });
    }
    Ok((picking, mask.iter().filter(|&&selected| selected).count()))
}

/// Whether the runs of a mask are short.
fn is_scattered(mask: &[bool], count: usize) -> bool {
    let changes = mask.iter().zip(mask.iter().skip(1)).filter(|(a, b)| a != b).count();
    changes / 2 * RUN > count
}

/// Positions of an axis of a length.
fn all_inside<T>(ids: &[usize], len: usize) -> Ids<'_, usize, T> {
    Ids { ids, axis: IndexedAxis::new(len, false), fill: None }
}
