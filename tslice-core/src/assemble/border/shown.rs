//! A window row after row, by what it shows of each axis.

use core::mem;

use smallvec::SmallVec;

use super::rule::{Border, Stretch};
use super::window::Window;
use crate::copy::Sink;
use crate::error::ShapeError;
use crate::layout::{self, Dims};

/// What the window shows of an axis.
struct Shown {
    stretches: SmallVec<[Stretch; 3]>,
    /// The stride of the array.
    stride: isize,
    /// The elements of a position.
    unit: usize,
}

impl<T: Clone, D: Dims> Window<'_, T, D> {
    /// Copies what the window shows, in row-major order.
    pub(super) fn copy(&self, to: &mut Sink<'_, T>) -> Result<(), ShapeError> {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (lengths, steps) = (self.view.lengths(), self.view.steps());
        if shape.contains(&0) {
            return Ok(());
        }
        // Axes at the end that are contiguous and shown as a whole are a part of the one before.
        let (mut outer, mut unit) = (shape.len(), 1_usize);
        while let Some(axis) = outer.checked_sub(1)
            && (start[axis], shape[axis]) == (0, lengths[axis])
            && (lengths[axis] == 1 || steps[axis] == unit.cast_signed())
        {
            (outer, unit) = (axis, unit * lengths[axis]);
        }
        let mut axes = SmallVec::<[Shown; 4]>::new();
        for axis in 0..outer {
            let (mut stretches, mut at) = (SmallVec::new(), 0);
            while at < shape[axis] {
                let begin = start[axis] as i128 + at as i128;
                let stretch = self.border.stretch(lengths[axis], begin, shape[axis] - at);
                at += stretch.len;
                let too_large =
                    |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<Stretch>() };
                stretches.try_reserve(1).map_err(too_large)?;
                stretches.push(stretch);
            }
            axes.push(Shown { stretches, stride: steps[axis], unit: layout::len(&shape[axis + 1..]) });
        }
        let mut blank = 0;
        self.copy_axes(&axes, unit, 0, &mut blank, to);
        self.repeat(&mut blank, to);
        Ok(())
    }

    /// Copies what the window shows of some axes, at the offset `first` of the others; `unit` elements if there are no axes. First come
    /// `blank` elements of a constant border: those at the end of a row are written together with those before the next one.
    fn copy_axes(&self, axes: &[Shown], unit: usize, first: isize, blank: &mut usize, to: &mut Sink<'_, T>) {
        let Some((axis, inner)) = axes.split_first() else {
            self.repeat(blank, to);
            // SAFETY: `slice` needs contiguous elements: those of the axes that the array shows as a whole.
            return to.run(unsafe { self.view.base().slice(first, unit) });
        };
        for &Stretch { len, source } in &axis.stretches {
            let Some((position, step)) = source else {
                *blank += len * axis.unit;
                continue;
            };
            let first = first.wrapping_add(position.cast_signed().wrapping_mul(axis.stride));
            let stride = step.wrapping_mul(axis.stride);
            if inner.is_empty() {
                self.repeat(blank, to);
                // SAFETY: `spaced` needs contiguous elements at each offset: a stretch has positions of the axis (`Border::stretch`), and the
                // elements of a position are contiguous.
                unsafe { to.spaced(self.view.base(), first, (len, stride), axis.unit) };
            } else {
                for number in 0..len.cast_signed() {
                    self.copy_axes(inner, unit, first.wrapping_add(stride.wrapping_mul(number)), blank, to);
                }
            }
        }
    }

    /// Writes as many elements of a constant border as are due.
    fn repeat(&self, blank: &mut usize, to: &mut Sink<'_, T>) {
        if let Border::Constant(value) = &self.border {
            to.repeat(value, mem::take(blank));
        }
    }

    /// An element that the window shows.
    pub(super) fn some_element(&self) -> Option<&T> {
        match &self.border {
            Border::Constant(value) => Some(value),
            _ if self.view.is_empty() => None,
            // SAFETY: `item` needs the offset of an element: the view has a first one.
            _ => Some(unsafe { self.view.base().item(0) }),
        }
    }
}
