//! An axis cut into parts of one length.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::{Array, Borrowed, Mut, Read, Write};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{Dims, Layout, Rewritten as _};

/// An iterator over the parts of an axis that is cut at multiples of a length: views of dims D, shared or exclusive as the
/// storage S is.
#[derive(Clone)]
pub struct Chunks<S, D: Dims> {
    /// The whole array.
    array: Array<S, D>,
    axis: usize,
    /// The positions of a chunk, and its stride.
    len: usize,
    stride: isize,
    /// The chunks that are left.
    left: Range<usize>,
}

impl<S: Borrowed, D: Dims> Chunks<S, D> {
    fn new(array: Array<S, D>, axis: usize, n: usize) -> Result<Self, ShapeError> {
        let rank = array.rank();
        let &len = array.lengths().get(axis).ok_or(ShapeError::Axis(AxisError::OutOfRange { axis, rank }))?;
        if n == 0 {
            return Err(ShapeError::Axis(AxisError::EmptyChunks { axis, len }));
        }
        // Without elements nothing says that a step stays in the allocation.
        let stride = if array.is_empty() { 0 } else { array.layout.strides()[axis] };
        // The step over a chunk overflows at most where there is a single one.
        let stride = stride.wrapping_mul(n.cast_signed());
        Ok(Self { array, axis, len: n, stride, left: 0..len.div_ceil(n) })
    }

    /// A chunk. Each is handed out once.
    #[inline]
    fn chunk(&self, position: usize) -> Array<S, D::Ranked> {
        let (shape, strides) = (self.array.lengths(), self.array.layout.strides());
        let mut layout = D::ranked(&self.array.layout);
        if let Some((lengths, steps)) = layout.reset(shape.len()) {
            lengths.copy_from_slice(shape);
            steps.copy_from_slice(strides);
            lengths[self.axis] = self.len.min(shape[self.axis] - position * self.len);
        }
        let offset = position.cast_signed().wrapping_mul(self.stride);
        // SAFETY: `offset` needs a result inside the allocation: it is that of the chunk's first element, or 0 if there is none.
        let first = unsafe { self.array.storage.ptr().offset(offset) };
        // The index tuples are those of the array from the chunk's first position on (invariant 1); chunks have none in common.
        Array { storage: S::borrow(first), layout }
    }
}

impl<S: Borrowed, D: Dims> Iterator for Chunks<S, D> {
    type Item = Array<S, D::Ranked>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left.next().map(|position| self.chunk(position))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.left.nth(n).map(|position| self.chunk(position))
    }
}

impl<S: Borrowed, D: Dims> DoubleEndedIterator for Chunks<S, D> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left.next_back().map(|position| self.chunk(position))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        self.left.nth_back(n).map(|position| self.chunk(position))
    }
}

impl<S: Borrowed, D: Dims> ExactSizeIterator for Chunks<S, D> {}
impl<S: Borrowed, D: Dims> FusedIterator for Chunks<S, D> {}

/// Prints the number of chunks that are left.
impl<S, D: Dims> fmt::Debug for Chunks<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("left", &self.left.len()).finish()
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Cuts an axis into parts of `n` positions, and returns an iterator over them. The last one is shorter if the length of the
    /// axis is no multiple of `n`.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// let chunks: Vec<_> = t.chunks(1, 2).collect();
    /// assert_eq!(chunks[0], [[1, 2], [4, 5]]);
    /// assert_eq!(chunks[1], [[3], [6]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or `n` is 0.
    #[track_caller]
    pub fn chunks(&self, axis: usize, n: usize) -> Chunks<S::Lent<'_>, D> {
        or_panic(self.try_chunks(axis, n))
    }

    /// As [`chunks`](Self::chunks), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or `n` is 0.
    pub fn try_chunks(&self, axis: usize, n: usize) -> Result<Chunks<S::Lent<'_>, D>, ShapeError> {
        Chunks::new(self.lent(), axis, n)
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// As [`chunks`](Self::chunks), but exclusive: no element is in two of the views.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or `n` is 0.
    #[track_caller]
    pub fn chunks_mut(&mut self, axis: usize, n: usize) -> Chunks<Mut<'_, S::Elem>, D> {
        or_panic(self.try_chunks_mut(axis, n))
    }

    /// As [`chunks_mut`](Self::chunks_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or `n` is 0.
    pub fn try_chunks_mut(
        &mut self,
        axis: usize,
        n: usize,
    ) -> Result<Chunks<Mut<'_, S::Elem>, D>, ShapeError> {
        Chunks::new(self.view_mut(), axis, n)
    }
}
