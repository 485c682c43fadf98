//! The parts of an array along an axis: at each position, or of one length.

use core::ops::Range;

use super::both_ends;
use crate::array::{Array, Borrowed, Integer, Mut, RawElements, Read, RemoveAxis, Write, axis_of};
use crate::error::{AxisError, or_panic};
use crate::layout::{self, Dims, Fixed, Layout, Offsets, Rank, Ranked};

/// An iterator over the parts at each position of an axis: views of dims D, shared or exclusive as
/// the storage S is.
pub type AxisIter<S, D /* AxisIter<Ref<'a, f32>, Rank<2>> */> = Parts<S, D, Rank<1>>;

/// An iterator over parts of an array: views of dims P, one for each index tuple of axes of dims W,
/// in row-major order. It is an [`AxisIter`] or [`Lanes`](super::Lanes).
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Parts<S, P: Dims, W: Dims> {
    base: RawElements<S>,
    /// The offsets at which parts begin.
    starts: Offsets<W::Layout>,
    part: P::Layout,
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

impl<S: Borrowed, P: Dims, W: Ranked> Parts<S, P, W> {
    /// The parts of an array whose axes are those of the walk and those of a part.
    ///
    /// Inlined, so that a loop over few parts keeps the iterator in registers.
    #[inline(always)]
    pub(super) fn new<D: Dims>(array: Array<S, D>, mut walk: W::Layout, part: P::Layout) -> Self {
        if part.shape().contains(&0) {
            // The strides of an array without elements may lead anywhere.
            walk = layout::changed(&walk, |_, strides| strides.fill(0));
        }
        Self {
            base: array.into_base().0,
            starts: Offsets::new(&walk),
            part,
        }
    }

    /// The part that begins at an offset. Each is handed out once.
    #[inline(always)]
    fn part(&self, offset: isize) -> Array<S, P> {
        // SAFETY: `array` needs index tuples that point to elements: with the index tuple of the
        // other axes, whose offset this is, they are those of the array. Different parts have no
        // element in common.
        unsafe { self.base.array(offset, self.part.clone()) }
    }

    /// Neighbours differ by their offsets, which one loop counts up.
    #[inline(always)]
    fn fold_parts<A>(self, start: A, mut visit: impl FnMut(A, Array<S, P>) -> A) -> A {
        let (starts, stride) = (self.starts.clone(), self.starts.stride());
        starts.fold_rows(start, |state, mut next, count| {
            (0..count).fold(state, |state, _| {
                let part = self.part(next);
                next = next.wrapping_add(stride);
                visit(state, part)
            })
        })
    }
}

both_ends! {
    [S: Borrowed, P: Dims, W: Ranked] Parts<S, P, W>, "Parts", Array<S, P>,
    starts.left, part, fold_parts
}

/// The parts at each position of an axis.
#[inline]
fn along<S: Borrowed, D: Dims, E: Ranked>(
    array: Array<S, D>,
    axis: impl Integer,
) -> Result<AxisIter<S, E>, AxisError> {
    let axis = axis_of(axis, array.rank())?;
    let (walk, part) = (line(&array, axis), without(array.layout(), axis));
    Ok(Parts::new(array, walk, part))
}

/// The layout of an axis.
#[inline(always)]
pub(super) fn line<S, D: Dims>(array: &Array<S, D>, axis: usize) -> Fixed<1> {
    Fixed {
        shape: [array.lengths()[axis]],
        strides: [array.steps()[axis]],
    }
}

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
        or_panic(along(self.lent(), axis))
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
        or_panic(along(self.view_mut(), axis))
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
        AxisChunks::new(self.lent(), axis, n)
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
        AxisChunks::new(self.view_mut(), axis, n)
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
    #[track_caller]
    fn new(array: Array<S, D>, axis: impl Integer, n: usize) -> Self {
        let axis = or_panic(axis_of(axis, array.rank()));
        let len = array.lengths()[axis];
        assert!(
            n > 0,
            "axis {axis} with length {len} cannot be cut into chunks of length 0"
        );
        // The strides of an array without elements may lead anywhere, and the step over a chunk
        // overflows at most where there is a single one.
        let stride = if array.is_empty() {
            0
        } else {
            array.steps()[axis].wrapping_mul(n.cast_signed())
        };
        let (base, whole) = array.into_base();
        Self {
            base,
            whole,
            axis,
            len: n,
            stride,
            left: 0..len.div_ceil(n),
        }
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
