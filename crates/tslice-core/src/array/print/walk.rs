//! The elements that are shown of an array, in row-major order.

use alloc::vec::Vec;

use crate::layout;

/// Elements at each end of an axis that are shown if an array is elided.
const EDGE: usize = 3;

/// As many elements times axes are shown at most, whatever the shape is: NumPy's rule alone shows
/// all of an axis of 6, and there may be hundreds of those.
pub(super) const MOST: usize = 1 << 20;

pub(super) struct Axis {
    stride: isize,
    /// Positions that are shown: the first `lead`, and those up to `shown` at the end.
    pub(super) lead: usize,
    pub(super) shown: usize,
    /// Positions between the two that are not shown.
    pub(super) skipped: usize,
    /// How many of the shown ones come before the current one.
    at: usize,
}

/// A walk over the elements that are shown: the innermost axis is the first.
pub(super) struct Walk(pub(super) Vec<Axis>);

impl Walk {
    /// A walk over a shape that has elements, and begins at the first one.
    pub(super) fn new(shape: &[usize], strides: &[isize], threshold: usize) -> Self {
        let large = layout::len(shape) > threshold;
        let (most, mut inner) = (MOST / shape.len().max(1), 1_usize);
        let axes = shape.iter().zip(strides).rev().map(|(&len, &stride)| {
            let (lead, shown) = if large && len > 2 * EDGE {
                (EDGE, 2 * EDGE)
            } else {
                (len, len)
            };
            let fits = inner.saturating_mul(shown) <= most;
            // Where there are too many, only the first part is shown.
            let (lead, shown) = if fits { (lead, shown) } else { (1, 1) };
            inner *= shown;
            Axis {
                stride,
                lead,
                shown,
                skipped: len - shown,
                at: 0,
            }
        });
        Self(axes.collect())
    }

    pub(super) fn offset(&self) -> isize {
        self.0.iter().fold(0, |offset, axis| {
            let position = if axis.at < axis.lead {
                axis.at
            } else {
                axis.at + axis.skipped
            };
            offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()))
        })
    }

    /// The offsets of all elements.
    pub(super) fn offsets(&mut self) -> Vec<isize> {
        let mut offsets = Vec::from([self.offset()]);
        while self.advance().is_some() {
            offsets.push(self.offset());
        }
        offsets
    }

    /// Goes to the next element, and says along which axis, and whether elements between the two
    /// are not shown; `None` after the last one, which the first one follows.
    pub(super) fn advance(&mut self) -> Option<(usize, bool)> {
        for (inner, axis) in self.0.iter_mut().enumerate() {
            axis.at += 1;
            if axis.at < axis.shown {
                return Some((inner, axis.at == axis.lead));
            }
            axis.at = 0;
        }
        None
    }
}
