//! A window over an array, box by box.

use super::rule::{Border, Stretch};
use super::widths::PadWidths;
use crate::array::assemble::{Assembly, Part, boxed};
use crate::array::{Array, Ref};
use crate::error::{AxisError, ShapeError};
use crate::layout::{self, Dims, Layout};

/// Bytes of the result that are made by all boxes before the next ones begin: rows are then in a cache when their ends are written.
const PIECE: usize = 96 << 10;

/// A number for each axis of an array of dims D.
type List<D, N> = <<D as Dims>::Layout as Layout>::List<N>;

/// A window that may leave an array.
pub(super) struct Window<'a, T, D: Dims> {
    pub(super) view: Array<Ref<'a, T>, D>,
    pub(super) start: List<D, isize>,
    pub(super) shape: List<D, usize>,
    pub(super) border: Border<T>,
}

impl<'a, T, D: Dims> Window<'a, T, D> {
    /// The window that sees the whole array. It is changed where it stays: to hand it over would take longer than a small border.
    #[inline(always)]
    pub(super) fn whole(view: Array<Ref<'a, T>, D>, border: Border<T>) -> Self {
        let (start, mut shape) = (view.layout().list(0), view.layout().list(0));
        shape.as_mut().copy_from_slice(view.lengths());
        Self { view, start, shape, border }
    }

    /// Becomes the window of a shape that begins at `start`.
    pub(super) fn see(&mut self, start: &[isize], shape: &[usize]) -> Result<(), ShapeError> {
        let rank = self.view.rank();
        if let Some(expected) = [start.len(), shape.len()].into_iter().find(|expected| *expected != rank) {
            return Err(AxisError::RankMismatch { expected, rank }.into());
        }
        self.start.as_mut().copy_from_slice(start);
        self.shape.as_mut().copy_from_slice(shape);
        self.check()
    }

    /// Becomes the window that leaves an array by the widths.
    pub(super) fn surround(&mut self, widths: &impl PadWidths<D::Ranked>) -> Result<(), ShapeError> {
        let rank = self.view.rank();
        let mut axes = self.start.as_mut().iter_mut().zip(self.shape.as_mut());
        widths.each(rank, |before, after| {
            if let Some((start, len)) = axes.next() {
                // A sum beyond `usize` is beyond what a shape may count, and so is a width beyond `isize`, if there is any element.
                *len = len.saturating_add(before).saturating_add(after);
                *start = 0_isize.saturating_sub_unsigned(before);
            }
        })?;
        self.check()
    }

    fn check(&self) -> Result<(), ShapeError> {
        let shape = self.shape.as_ref();
        layout::check_count(shape)?;
        let mut axes = self.view.lengths().iter().zip(shape);
        match axes.position(|(here, len)| *here == 0 && *len > 0) {
            Some(axis) if !matches!(self.border, Border::Constant(_)) => {
                Err(AxisError::NoElements { axis }.into())
            }
            _ => Ok(()),
        }
    }

    /// How long a box may be on each axis: a piece of the result is not longer, if boxes inside it take turns.
    fn limits(&self, strides: &[isize]) -> List<D, usize> {
        let mut limits = self.view.layout().list(usize::MAX);
        let mut turns = false;
        for (axis, limit) in limits.as_mut().iter_mut().enumerate().rev() {
            if turns {
                let bytes = strides[axis].unsigned_abs().saturating_mul(size_of::<T>()).max(1);
                *limit = (PIECE / bytes).max(1);
            }
            turns |= self.start.as_ref()[axis] != 0 || self.shape.as_ref()[axis] != self.view.lengths()[axis];
        }
        limits
    }
}

// SAFETY: the boxes are the products of stretches, which follow each other on each axis from 0 to its end; where a stretch is of a constant,
// its box has all of the axes inside it. A stretch has positions of its axis (`Border::stretch`), so that each index tuple of a box leads to
// an element of the view (invariant 1), or to the constant: steps of 0 stay there. Both live as long as `self`.
unsafe impl<T: Clone, D: Dims> Assembly<T, D::Ranked> for Window<'_, T, D> {
    fn shape(&self) -> &[usize] {
        self.shape.as_ref()
    }

    unsafe fn at_once(&self, to: *mut T) -> bool {
        // SAFETY: `write_rows` needs what this function's caller promises.
        if unsafe { self.write_rows(to) } {
            return true;
        }
        // SAFETY: so does `write_few`.
        unsafe { self.write_few(to) }
    }

    fn for_each_part(&self, mut put: impl FnMut(Part<'_, T, <D::Ranked as Dims>::Layout>)) {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (rank, steps, layout) = (shape.len(), self.view.steps(), self.view.layout());
        if shape.contains(&0) {
            return;
        }
        let mut strides = layout.list(0);
        layout::write_row_major(shape, strides.as_mut());
        let limits = self.limits(strides.as_ref());
        let (strides, limits, still) = (strides.as_ref(), limits.as_ref(), layout.list(0));
        // Of each axis: where the stretch begins in the window, its length, the first position that it shows, its step in elements.
        let (mut at, mut lengths, mut first) = (layout.list(0), layout.list(0), layout.list(0));
        let (at, lengths, first) = (at.as_mut(), lengths.as_mut(), first.as_mut());
        let mut along = layout.list(0);
        let along = along.as_mut();
        let mut axis = 0;
        loop {
            let mut constant = None;
            if axis < rank {
                let position = start[axis] as i128 + at[axis] as i128;
                let Stretch { len, source } =
                    self.border.stretch(self.view.lengths()[axis], position, shape[axis] - at[axis]);
                lengths[axis] = len;
                if let Some((position, step)) = source {
                    lengths[axis] = len.min(limits[axis]);
                    (first[axis], along[axis]) = (position, step.wrapping_mul(steps[axis]));
                    axis += 1;
                    continue;
                }
                lengths[axis + 1..].copy_from_slice(&shape[axis + 1..]);
                at[axis + 1..].fill(0);
                constant = match &self.border {
                    Border::Constant(value) => Some(value),
                    _ => unreachable!("another border shows the array"),
                };
            }
            let offset = at.iter().zip(strides).map(|(at, stride)| at * stride.unsigned_abs()).sum();
            let (from, steps) = match constant {
                Some(value) => (core::ptr::from_ref(value), still.as_ref()),
                None => {
                    let offsets =
                        first.iter().zip(steps).map(|(at, step)| step.wrapping_mul(at.cast_signed()));
                    // This is an element of the view: the one at the first positions of the stretches.
                    (self.view.as_ptr().wrapping_offset(offsets.sum()), &*along)
                }
            };
            put(Part { offset, layout: boxed(lengths, strides), from, steps });
            // On to the next stretch of the innermost axis that has one.
            let next = (0..rank.min(axis + 1)).rev().find(|&axis| {
                at[axis] += lengths[axis];
                let more = at[axis] < shape[axis];
                if !more {
                    at[axis] = 0;
                }
                more
            });
            let Some(next) = next else { return };
            axis = next;
        }
    }
}
