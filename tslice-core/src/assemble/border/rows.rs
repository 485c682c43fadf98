//! A constant border of `Copy` elements, row after row: row `pad constant, 1 around f32 8^2` takes twice as long without it.

use core::mem::ManuallyDrop;
use core::{array, ptr};

use super::rule::Border;
use super::window::Window;
use crate::copy::{copy_row, is_copy};
use crate::layout::{self, Dims, Layout};

/// Elements that are written together where a gap, or the end of a row, may have fewer.
const FEW: usize = 4;

/// What a window sees of an axis.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// How many positions of the array.
    len: usize,
    /// The distance of two of them in the result.
    stride: isize,
    /// Their distance in the array.
    step: isize,
    /// The row at which the walk is.
    at: usize,
}

impl<T: Clone, D: Dims> Window<'_, T, D> {
    /// Writes the result from its first element to its last one, if the border is a constant and rows of the array are contiguous;
    /// else returns `false`.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, which nobody else reaches.
    pub(super) unsafe fn write_rows(&self, to: *mut T) -> bool {
        let Border::Constant(value) = &self.border else { return false };
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (len, rank) = (layout::len(shape), shape.len());
        if !is_copy::<T>() || size_of::<T>() == 0 || rank == 0 || len == 0 {
            return false;
        }
        let mut axes = self.view.layout().list(Seen::default());
        let axes = axes.as_mut();
        let (mut from, mut next, mut stride) = (self.view.as_ptr(), 0, 1);
        for (axis, seen) in axes.iter_mut().enumerate().rev() {
            let before = start[axis].min(0).unsigned_abs();
            let first = start[axis].max(0);
            let step = self.view.steps()[axis];
            let here = self.view.lengths()[axis].saturating_sub(first.unsigned_abs());
            let len = here.min(shape[axis].saturating_sub(before));
            *seen = Seen { len, stride, step, at: 0 };
            if len > 0 {
                next += before.cast_signed() * stride;
                from = from.wrapping_offset(first * step);
            }
            stride *= shape[axis].cast_signed();
        }
        // The axes that make one row: all but the outermost of them are whole in the window.
        let (mut outer, mut row) = (rank, 1);
        while let Some(inner) = outer.checked_sub(1)
            && (axes[inner].len <= 1 || axes[inner].step == axes[inner].stride)
        {
            (outer, row) = (inner, row * axes[inner].len);
            if axes[inner].len != shape[inner] {
                break;
            }
        }
        if outer == rank {
            return false;
        }
        let values: ManuallyDrop<[T; FEW]> = ManuallyDrop::new(array::from_fn(|_| value.clone()));
        let fill = |from: usize, end: usize| {
            if end - from <= FEW && len - from >= FEW {
                // What is written past `end` is written again: rows come one after the other.
                // SAFETY: `copy_nonoverlapping` needs elements and places: the values live, are `Copy`, and not in the result, which has
                // FEW places from here on.
                return unsafe { ptr::copy_nonoverlapping(values.as_ptr(), to.wrapping_add(from), FEW) };
            }
            for place in from..end {
                // SAFETY: `read` needs an element: the value lives, and `Copy` elements can be read many times.
                let value = unsafe { ptr::read(&raw const values[0]) };
                // SAFETY: `write` needs a place of the result: `end` is at most its length.
                unsafe { to.wrapping_add(place).write(value) };
            }
        };
        let mut written = 0;
        if axes.iter().any(|seen| seen.len == 0) {
            fill(written, len);
            return true;
        }
        let one = Seen { len: 1, ..Seen::default() };
        // Not copied: what has just been written is slow to load as a whole.
        let (far, near) = match axes[..outer].split_last_mut() {
            Some((last, others)) => (others, &*last),
            None => (&mut [][..], &one),
        };
        loop {
            for _ in 0..near.len {
                let place = next.unsigned_abs();
                fill(written, place);
                // SAFETY: `copy_row` needs a row of elements and as many places: `from` is at positions of the array that the window sees
                // (invariant 1), a row of which is contiguous, and `place` where the window has them. They do not overlap: nobody else
                // reaches the places.
                unsafe { copy_row(from, to.wrapping_add(place), row) };
                written = place + row;
                next += near.stride;
                from = from.wrapping_offset(near.step);
            }
            // The step of an axis of one position is that of the array, any number.
            let back = |axis: &Seen| {
                let len = axis.len.cast_signed();
                (axis.stride * len, axis.step.wrapping_mul(len).wrapping_neg())
            };
            let (places, steps) = back(near);
            next -= places;
            from = from.wrapping_offset(steps);
            let more = far.iter_mut().rev().any(|axis| {
                axis.at += 1;
                next += axis.stride;
                from = from.wrapping_offset(axis.step);
                if axis.at < axis.len {
                    return true;
                }
                axis.at = 0;
                let (places, steps) = back(axis);
                next -= places;
                from = from.wrapping_offset(steps);
                false
            });
            if !more {
                break;
            }
        }
        fill(written, len);
        true
    }
}
