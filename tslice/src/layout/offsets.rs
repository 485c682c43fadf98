//! The offsets of a layout in row-major order.

use smallvec::SmallVec;

use super::Layout;

#[derive(Clone, Copy, Debug)]
struct Axis {
    len: usize,
    stride: isize,
    /// The number of steps that are left.
    left: usize,
}

/// The offset of every index tuple, each once, in row-major order. Axes that are contiguous with each other are joined.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    outer: SmallVec<[Axis; 4]>,
    /// The first offset of the row.
    row: isize,
    row_len: usize,
    stride: isize,
    /// The next offset, and how many offsets are left: in this row, and in all.
    next: isize,
    row_left: usize,
    left: usize,
}

impl Offsets {
    pub(crate) fn new(layout: &impl Layout) -> Self {
        let left = super::len(layout.shape());
        let mut outer: SmallVec<[Axis; 4]> = SmallVec::new();
        for (&len, &stride) in layout.shape().iter().zip(layout.strides()).filter(|(len, _)| **len != 1) {
            match outer.last_mut() {
                Some(last) if last.stride == stride.wrapping_mul(len.cast_signed()) => {
                    *last = Axis { len: last.len.wrapping_mul(len), stride, left: 0 };
                }
                _ => outer.push(Axis { len, stride, left: 0 }),
            }
        }
        let inner = outer.pop().unwrap_or(Axis { len: 1, stride: 0, left: 0 });
        for axis in &mut outer {
            axis.left = axis.len;
        }
        Self {
            outer,
            row: 0,
            row_len: inner.len,
            stride: inner.stride,
            next: 0,
            row_left: inner.len.min(left),
            left,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.left
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Option<isize> {
        if self.row_left == 0 {
            self.next_row()?;
        }
        let offset = self.next;
        // The step past the last may leave the range of isize; it is not used.
        self.next = offset.wrapping_add(self.stride);
        self.row_left -= 1;
        self.left -= 1;
        Some(offset)
    }

    /// Goes to the next row; `None` after the last.
    fn next_row(&mut self) -> Option<()> {
        if self.left == 0 {
            return None;
        }
        for axis in self.outer.iter_mut().rev() {
            axis.left -= 1;
            self.row = self.row.wrapping_add(axis.stride);
            if axis.left > 0 {
                break;
            }
            self.row = self.row.wrapping_sub(axis.stride.wrapping_mul(axis.len.cast_signed()));
            axis.left = axis.len;
        }
        (self.next, self.row_left) = (self.row, self.row_len);
        Some(())
    }

    /// Visits the offsets that are left, row by row.
    #[inline]
    pub(crate) fn fold<A>(mut self, mut state: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        // `next` does not leave a finished row; whatever runs after it must.
        while self.row_left > 0 || self.next_row().is_some() {
            for _ in 0..self.row_left {
                state = visit(state, self.next);
                self.next = self.next.wrapping_add(self.stride);
            }
            self.left -= self.row_left;
            self.row_left = 0;
        }
        state
    }
}
