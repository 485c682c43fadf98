//! The elements of an array that are shown, in row-major order.

use alloc::vec::Vec;

/// Elements at each end of an axis that are shown if an array is elided.
const EDGE: usize = 3;

/// As many elements times axes are shown at most, whatever the shape is: NumPy's rule alone shows all of an axis of 6, and
/// there may be hundreds of those.
const MOST: usize = 1 << 20;

struct Axis {
    stride: isize,
    /// Positions that are shown: the first `lead`, and those up to `shown` at the end.
    lead: usize,
    shown: usize,
    /// Positions between the two that are not shown.
    skipped: usize,
    /// How many of the shown ones come before the current one.
    at: usize,
}

/// A walk over the elements that are shown.
pub(super) struct Walk {
    axes: Vec<Axis>,
}

impl Walk {
    /// A walk over a shape that has elements, and begins at the first one.
    pub(super) fn new(shape: &[usize], strides: &[isize], elided: bool) -> Self {
        let axes = shape.iter().zip(strides).map(|(&len, &stride)| {
            let cut = elided && len > 2 * EDGE;
            let (lead, shown) = if cut { (EDGE, 2 * EDGE) } else { (len, len) };
            Axis { stride, lead, shown, skipped: len - shown, at: 0 }
        });
        let mut axes: Vec<Axis> = axes.collect();
        let (most, mut inner) = (MOST / shape.len().max(1), 1_usize);
        for axis in axes.iter_mut().rev() {
            let count = inner.saturating_mul(axis.shown);
            if count <= most {
                inner = count;
            } else {
                // Only the first part is shown.
                *axis = Axis { lead: 1, shown: 1, skipped: axis.shown + axis.skipped - 1, ..*axis };
            }
        }
        Self { axes }
    }

    /// Whether some elements are not shown.
    pub(super) fn is_elided(&self) -> bool {
        self.axes.iter().any(|axis| axis.skipped > 0)
    }

    pub(super) fn offset(&self) -> isize {
        self.axes.iter().fold(0, |offset, axis| {
            let position = if axis.at < axis.lead { axis.at } else { axis.at + axis.skipped };
            offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()))
        })
    }

    /// Goes to the next element, and says along which axis, and whether elements between the two are not shown; `None` after the last one.
    pub(super) fn advance(&mut self) -> Option<(usize, bool)> {
        for (number, axis) in self.axes.iter_mut().enumerate().rev() {
            axis.at += 1;
            if axis.at < axis.shown {
                return Some((number, axis.at == axis.lead));
            }
            axis.at = 0;
        }
        None
    }

    /// Whether the end of an axis is not shown.
    pub(super) fn ends_in_gap(&self, axis: usize) -> bool {
        self.axes[axis].skipped > 0 && self.axes[axis].lead == self.axes[axis].shown
    }
}
