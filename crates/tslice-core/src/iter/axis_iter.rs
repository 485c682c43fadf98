//! The parts of an array along an axis: at each position, or of one length.

use core::ops::Range;

use super::both_ends;
use crate::array::{Array, Borrowed, Integer, Mut, RawElements, Read, RemoveAxis, Write, axis_of};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Ranked};

/// An iterator over the parts at each position of an axis: views of dims D, shared or exclusive as
/// the storage S is.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct AxisIter<S, D: Dims /* AxisIter<Ref<'a, f32>, Rank<2>> */> {
    /// The array; its part at position 0 begins at its first element.
    base: RawElements<S>,
    /// The positions that are left.
    left: Range<usize>,
    stride: isize,
    part: D::Layout,
}

/// A layout without one of its axes.
#[inline]
pub(crate) fn without<L: Layout, M: Layout>(layout: &L, axis: usize) -> M {
    let (shape, strides) = (layout.shape(), layout.strides());
    let mut to = M::blank();
    let (lengths, steps) = to
        .reset(shape.len() - 1)
        .expect("an axis less than the array has");
    for (out, to) in lengths.iter_mut().zip(steps).enumerate() {
        // No branch, and no loop if the type knows the rank.
        let from = out + usize::from(out >= axis);
        (*to.0, *to.1) = (shape[from], strides[from]);
    }
    to
}

impl<S: Borrowed, D: Dims> AxisIter<S, D> {
    #[inline]
    fn new<E: Dims>(array: Array<S, E>, axis: impl Integer) -> Result<Self, AxisError>
    where
        D: Ranked,
    {
        let axis = axis_of(axis, array.rank())?;
        let part = without(array.layout(), axis);
        // The strides of an array without elements may lead anywhere.
        let stride = if array.is_empty() {
            0
        } else {
            array.steps()[axis]
        };
        Ok(Self {
            left: 0..array.lengths()[axis],
            stride,
            part,
            base: array.into_base().0,
        })
    }

    /// The part at a position. Each position is handed out once.
    #[inline]
    fn part(&self, position: usize) -> Array<S, D> {
        let offset = position.cast_signed().wrapping_mul(self.stride);
        // SAFETY: `array` needs index tuples that point to elements: with the position they are
        // those of the array. Parts at different positions have no element in common.
        unsafe { self.base.array(offset, self.part.clone()) }
    }
}

both_ends! { [S: Borrowed, D: Dims] AxisIter<S, D>, "AxisIter", Array<S, D>, left.len, part, }

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the parts at each position of an axis: views with an axis less.
    ///
    /// ```
    /// let t = tslice::Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let columns: Vec<_> = t.axis_iter(1).rev().collect();
    /// assert_eq!(columns[0], [3, 6]);
    /// assert_eq!(columns.len(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist.
    #[inline]
    #[track_caller]
    pub fn axis_iter<E: Ranked>(&self, axis: impl Integer) -> AxisIter<S::Shared<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(AxisIter::new(self.lent(), axis))
    }

    /// Works like [`axis_iter`](Self::axis_iter), but the views are exclusive: no element is in two
    /// of them.
    ///
    /// ```
    /// let mut t = tslice::Tensor::<i32, 2>::zeros([2, 3]);
    /// for (n, mut row) in (1..).zip(t.axis_iter_mut(0)) {
    ///     row.fill(n);
    /// }
    /// assert_eq!(t, [[1, 1, 1], [2, 2, 2]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist.
    #[inline]
    #[track_caller]
    pub fn axis_iter_mut<E: Ranked>(&mut self, axis: impl Integer) -> AxisIter<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
        S: Write,
    {
        or_panic(AxisIter::new(self.view_mut(), axis))
    }

    /// Cuts an axis into parts of `n` positions, and returns an iterator over them. The last one is
    /// shorter if the length of the axis is not a multiple of `n`.
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
    /// If the axis does not exist, or `n` is 0.
    #[doc(alias("split", "array_split"))]
    #[track_caller]
    pub fn chunks(&self, axis: impl Integer, n: usize) -> AxisChunks<S::Shared<'_>, D> {
        or_panic(AxisChunks::new(self.lent(), axis, n))
    }

    /// Works like [`chunks`](Self::chunks), but the views are exclusive: no element is in two of
    /// them.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or `n` is 0.
    #[track_caller]
    pub fn chunks_mut(&mut self, axis: impl Integer, n: usize) -> AxisChunks<Mut<'_, S::Elem>, D>
    where
        S: Write,
    {
        or_panic(AxisChunks::new(self.view_mut(), axis, n))
    }
}

/// An iterator over the parts of an axis that is cut at multiples of a length: views of dims D,
/// shared or exclusive as the storage S is.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct AxisChunks<S, D: Dims /* AxisChunks<Ref<'a, f32>, Rank<2>> */> {
    base: RawElements<S>,
    /// The layout of the whole array.
    whole: D::Layout,
    axis: usize,
    /// The positions of a chunk, and its stride.
    len: usize,
    stride: isize,
    /// The chunks that are left.
    left: Range<usize>,
}

impl<S: Borrowed, D: Dims> AxisChunks<S, D> {
    fn new(array: Array<S, D>, axis: impl Integer, n: usize) -> Result<Self, ShapeError> {
        let axis = axis_of(axis, array.rank())?;
        let len = array.lengths()[axis];
        if n == 0 {
            return Err(ShapeError::Axis(AxisError::EmptyChunks { axis, len }));
        }
        // The strides of an array without elements may lead anywhere, and the step over a chunk
        // overflows at most where there is a single one.
        let stride = if array.is_empty() {
            0
        } else {
            array.steps()[axis].wrapping_mul(n.cast_signed())
        };
        let (base, whole) = array.into_base();
        Ok(Self {
            base,
            whole,
            axis,
            len: n,
            stride,
            left: 0..len.div_ceil(n),
        })
    }

    /// A chunk. Each is handed out once.
    #[inline]
    fn chunk(&self, position: usize) -> Array<S, D::Ranked> {
        let layout = layout::changed(&self.whole, |lengths, _| {
            lengths[self.axis] = self.len.min(lengths[self.axis] - position * self.len);
        });
        let offset = position.cast_signed().wrapping_mul(self.stride);
        // SAFETY: `array` needs index tuples that point to elements: they are those of the array
        // from the chunk's first position on. Different chunks have no element in common.
        unsafe { self.base.array(offset, layout) }
    }
}

both_ends! {
    [S: Borrowed, D: Dims] AxisChunks<S, D>, "AxisChunks", Array<S, D::Ranked>, left.len, chunk,
}
