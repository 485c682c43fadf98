//! One scatter by index tuples. Every tuple is checked before the first slice is written.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use crate::gather_nd::offsets::{self, Axis, axes_of, offsets_of};
use crate::gather_nd::{IndicesError, out_of_bounds};
use crate::number::{Number, Reduction, reduced};
use tslice_core::{DynView, Integer, ShapeError};

/// The slices of a row-major target that index tuples select.
pub(crate) struct Scatter {
    axes: SmallVec<[Axis; 8]>,
    /// Elements of a slice.
    len: usize,
}

impl Scatter {
    /// Slices of a target of this shape, by tuples of `depth` numbers, which is at most its rank.
    pub(crate) fn new(shape: &[usize], depth: usize, negative_from_end: bool) -> Self {
        let (indexed, slice) = shape.split_at(depth);
        Self { axes: axes_of(indexed, slice, negative_from_end), len: tslice_core::__ops::layout::len(slice) }
    }

    /// Checks that every tuple is inside the target.
    pub(crate) fn check<I: Integer>(
        &self,
        shape: &[usize],
        tuples: &[I],
        outer: &[usize],
    ) -> Result<(), IndicesError> {
        let bad = offsets::first_bad(&self.axes, tuples);
        bad.map_or(Ok(()), |bad| Err(out_of_bounds(&self.axes, tuples, bad, outer, 0, shape)))
    }

    /// Combines each slice with its update, in order. Tuples that are out of bounds are skipped.
    pub(crate) fn write<T, I: Integer>(
        &self,
        target: &mut [T],
        tuples: &[I],
        updates: &[T],
        mut combine: impl FnMut(&mut T, &T),
    ) {
        let len = self.len;
        if updates.is_empty() || target.is_empty() || len == 0 {
            return;
        }
        if self.axes.is_empty() {
            for update in updates.chunks_exact(len) {
                target.iter_mut().zip(update).for_each(|(old, new)| combine(old, new));
            }
            return;
        }
        offsets_of!(self.axes, tuples, |offsets| if len == 1 {
            for (offset, update) in offsets.zip(updates) {
                if let Some(at) = offset {
                    combine(&mut target[at], update);
                }
            }
        } else {
            for (offset, update) in offsets.zip(updates.chunks_exact(len)) {
                if let Some(at) = offset {
                    target[at..at + len].iter_mut().zip(update).for_each(|(old, new)| combine(old, new));
                }
            }
        });
    }

    /// Works like [`write`](Self::write), with a reduction.
    pub(crate) fn reduce<T: Number, I: Integer>(
        &self,
        target: &mut [T],
        tuples: &[I],
        updates: &[T],
        reduction: Reduction,
    ) {
        reduced!(reduction, T, |combine| self.write(target, tuples, updates, combine));
    }
}

/// The elements in row-major order: as they are, or copied.
pub(crate) fn flat<'v, T: Clone>(view: &DynView<'v, T>) -> Result<Cow<'v, [T]>, ShapeError> {
    match view.as_slice() {
        Some(elements) => Ok(Cow::Borrowed(elements)),
        None => view.try_to_vec().map(Cow::Owned),
    }
}
