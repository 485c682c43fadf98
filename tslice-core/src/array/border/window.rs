//! A window over an array, box by box.

use smallvec::SmallVec;

use super::rule::{Border, Stretch};
use super::widths::PadWidths;
use crate::array::assemble::{Assembly, Part, boxed};
use crate::array::{Array, Ref};
use crate::error::{AxisError, ShapeError};
use crate::layout::{self, Dims, Dynamic};

/// Bytes of the result that are made by all boxes before the next ones begin: rows are then in a cache when their ends are written.
const PIECE: usize = 96 << 10;

/// A window that may leave an array.
pub(super) struct Window<'a, T, D: Dims> {
    pub(super) view: Array<Ref<'a, T>, D>,
    pub(super) start: SmallVec<[isize; 4]>,
    pub(super) shape: SmallVec<[usize; 4]>,
    pub(super) border: Border<T>,
}

impl<'a, T, D: Dims> Window<'a, T, D> {
    /// A window on nothing yet. It is made where it stays: to hand it over would take longer than a small border.
    #[inline(always)]
    pub(super) fn new(view: Array<Ref<'a, T>, D>, border: Border<T>) -> Self {
        Self { view, start: SmallVec::new(), shape: SmallVec::new(), border }
    }

    /// Becomes the window of a shape that begins at `start`.
    pub(super) fn see(&mut self, start: &[isize], shape: &[usize]) -> Result<(), ShapeError> {
        self.start.extend_from_slice(start);
        self.shape.extend_from_slice(shape);
        self.check()
    }

    /// Becomes the window that leaves an array by the widths.
    pub(super) fn surround(&mut self, widths: &impl PadWidths<D::Ranked>) -> Result<(), ShapeError> {
        self.shape.extend_from_slice(self.view.lengths());
        let mut lengths = self.shape.iter_mut();
        widths.each(lengths.len(), |before, after| {
            if let Some(len) = lengths.next() {
                // A sum beyond `usize` is beyond what a shape may count, and so is a width beyond `isize`, if there is any element.
                *len = len.saturating_add(before).saturating_add(after);
                self.start.push(0_isize.saturating_sub_unsigned(before));
            }
        })?;
        self.check()
    }

    fn check(&self) -> Result<(), ShapeError> {
        let rank = self.view.rank();
        for expected in [self.start.len(), self.shape.len()] {
            if expected != rank {
                return Err(AxisError::RankMismatch { expected, rank }.into());
            }
        }
        layout::check_count(&self.shape)?;
        let nothing = |axis: &usize| self.view.lengths()[*axis] == 0 && self.shape[*axis] > 0;
        match (0..rank).find(nothing) {
            Some(axis) if !matches!(self.border, Border::Constant(_)) => {
                Err(AxisError::NoElements { axis }.into())
            }
            _ => Ok(()),
        }
    }

    /// How long a box may be on each axis: a piece of the result is not longer, if boxes inside it take turns.
    fn limits(&self, strides: &[isize]) -> SmallVec<[usize; 4]> {
        let mut turns = false;
        let mut limits: SmallVec<_> = (0..self.shape.len())
            .rev()
            .map(|axis| {
                let bytes = strides[axis].unsigned_abs().saturating_mul(size_of::<T>()).max(1);
                let limit = if turns { (PIECE / bytes).max(1) } else { usize::MAX };
                turns |= self.start[axis] != 0 || self.shape[axis] != self.view.lengths()[axis];
                limit
            })
            .collect();
        limits.reverse();
        limits
    }
}

// SAFETY: the boxes are the products of stretches, which follow each other on each axis from 0 to its end; where a stretch is of a constant,
// its box has all of the axes inside it. A stretch has positions of its axis (`Border::stretch`), so that each index tuple of a box leads to
// an element of the view (invariant 1), or to the constant: steps of 0 stay there. Both live as long as `self`.
unsafe impl<T: Clone, D: Dims> Assembly<T, D::Ranked> for Window<'_, T, D> {
    fn shape(&self) -> &[usize] {
        &self.shape
    }

    unsafe fn at_once(&self, to: *mut T) -> bool {
        // SAFETY: `write_rows` needs what this function's caller promises.
        unsafe { self.write_rows(to) }
    }

    fn for_each_part(&self, mut put: impl FnMut(Part<'_, T, <D::Ranked as Dims>::Layout>)) {
        let (rank, shape, steps) = (self.shape.len(), &self.shape, self.view.steps());
        if shape.contains(&0) {
            return;
        }
        let strides = Dynamic::of_shape(shape).strides;
        let limits = self.limits(&strides);
        let still: SmallVec<[isize; 4]> = SmallVec::from_elem(0, rank);
        // Of each axis: where the stretch begins in the window, its length, the first position that it shows, its step in elements.
        let mut at: SmallVec<[usize; 4]> = SmallVec::from_elem(0, rank);
        let (mut lengths, mut first, mut along) = (at.clone(), at.clone(), still.clone());
        let mut axis = 0;
        loop {
            let mut constant = None;
            if axis < rank {
                let position = self.start[axis] as i128 + at[axis] as i128;
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
            let offset = at.iter().zip(&strides).map(|(at, stride)| at * stride.unsigned_abs()).sum();
            let (from, steps) = match constant {
                Some(value) => (core::ptr::from_ref(value), &still),
                None => {
                    let offsets =
                        first.iter().zip(steps).map(|(at, step)| step.wrapping_mul(at.cast_signed()));
                    // This is an element of the view: the one at the first positions of the stretches.
                    (self.view.as_ptr().wrapping_offset(offsets.sum()), &along)
                }
            };
            put(Part { offset, layout: boxed(&lengths, &strides), from, steps });
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
