//! One scatter by index tuples. Every tuple is checked before the first slice is written.

use smallvec::SmallVec;

use crate::gather_nd::offsets::{self, Axis, axes_of, offsets_of};
use crate::gather_nd::{IndicesError, out_of_bounds};
use crate::number::{OUTSIDE, Reduction};
use tslice_core::__ops::layout;
use tslice_core::traits::Integer;

/// The slices of a row-major target that index tuples select.
pub(crate) struct Scatter<'s> {
    shape: &'s [usize],
    /// Axes before the indexed ones.
    batch: usize,
    axes: SmallVec<[Axis; 8]>,
    /// Elements of a slice.
    len: usize,
}

impl<'s> Scatter<'s> {
    /// Slices of each batch of a target of this shape, by tuples of `depth` numbers, which is at
    /// most the rank of a batch.
    pub(crate) fn new(
        shape: &'s [usize],
        batch: usize,
        depth: usize,
        negative_from_end: bool,
    ) -> Self {
        let (indexed, slice) = shape[batch..].split_at(depth);
        Self {
            shape,
            batch,
            axes: axes_of(indexed, slice, negative_from_end),
            len: layout::len(slice),
        }
    }

    /// Checks that every tuple is inside the target.
    pub(crate) fn check<I: Integer>(
        &self,
        tuples: &[I],
        outer: &[usize],
    ) -> Result<(), IndicesError> {
        let bad = offsets::first_bad(&self.axes, tuples);
        bad.map_or(Ok(()), |bad| {
            Err(out_of_bounds(
                &self.axes, tuples, bad, outer, self.batch, self.shape,
            ))
        })
    }

    /// Combines each slice of one batch with its update, in order. Tuples that are out of bounds
    /// are skipped.
    pub(crate) fn write<T, I: Integer>(
        &self,
        target: &mut [T],
        tuples: &[I],
        updates: &[T],
        reduction: Reduction<T>,
    ) {
        reduction.apply(target, self.len, updates, |runs| {
            if self.axes.is_empty() {
                // Each tuple selects the whole target.
                runs.extend((0..updates.len() / self.len).map(|_| 0));
            } else {
                let start = |offset: Option<usize>| offset.unwrap_or(OUTSIDE);
                offsets_of!(self.axes, tuples, |offsets| runs.extend(offsets.map(start)));
            }
        });
    }
}
