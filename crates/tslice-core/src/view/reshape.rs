//! Views of the same elements with another shape, and overlapping windows.

use alloc::format;
use smallvec::SmallVec;

use crate::array::{Array, InsertAxis, Integer, Mut, Read, Write, axis_of};
use crate::error::{AxisError, ShapeError, or_panic, panic, plural};
use crate::layout::{self, AnyRank, Dims, IntoShape, Layout, Ranked};

/// The layout with which the elements read as another shape.
#[inline]
fn reshaped<X: IntoShape<AnyRank, i64>>(
    layout: &impl Layout,
    shape: &X,
) -> Result<<X::Dims as Dims>::Layout, ShapeError> {
    let lengths = shape.lengths();
    let lengths = lengths.as_ref();
    if layout::is_row_major(layout.shape(), layout.strides())
        && layout::count(lengths) == Some(layout::len(layout.shape()))
        && let Some(layout) = layout::row_major::<X::Dims>(lengths)
    {
        return Ok(layout);
    }
    strided::<X::Dims>(layout, lengths, shape.lengths::<i64>().as_ref())
}

/// [`reshaped`] for elements that may not follow each other, and a shape with a length that is to
/// be found.
#[inline(never)]
fn strided<D: Dims>(
    layout: &impl Layout,
    shape: &[usize],
    signed: &[i64],
) -> Result<D::Layout, ShapeError> {
    let mut shape: SmallVec<[usize; 8]> = shape.into();
    let mut unknown = None;
    for (axis, &length) in signed.iter().enumerate() {
        match length {
            0.. => {}
            -1 if unknown.is_none() => unknown = Some(axis),
            _ => {
                let text = format!(
                    "the length of axis {axis} is {length}: one length may be -1, and follows from \
                     the others"
                );
                return Err(ShapeError::Reshape(text.into()));
            }
        }
    }
    if let Some(at) = unknown {
        shape[at] = 1;
        let others = shape
            .iter()
            .fold(1, |count: usize, len| count.saturating_mul(*len));
        let len = layout::len(layout.shape());
        let found = len
            .checked_div(others)
            .filter(|_| len.is_multiple_of(others));
        let no_length = || {
            let text = format!(
                "shape {:?} does not reshape with length -1 of axis {at}: the others count \
                 {others} {}",
                layout.shape(),
                plural(others, "element", "elements"),
            );
            ShapeError::Reshape(text.into())
        };
        shape[at] = found.ok_or_else(no_length)?;
    }
    let strides = layout::reshape_strides(layout, &shape)?;
    Ok(layout::strided::<D>(&shape, &strides).expect("a shape as long as the rank of its dims"))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns a view of the elements in another shape, in the same row-major order. Nothing is
    /// copied.
    ///
    /// The shape is an array or a tuple of lengths, which gives a typed rank, or a slice or a
    /// vector of them. An array that is not contiguous has a view of a shape that cuts its axes, or
    /// joins axes that are contiguous with each other, as in NumPy. One length may be -1: it
    /// follows from the others.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::from([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]);
    /// assert_eq!(t.reshape([4, 3]), [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]);
    /// let even = t.slice(s![:, ::2]);
    /// assert_eq!(even.reshape([6]), [1, 3, 5, 7, 9, 11]);
    /// assert_eq!(even.reshape([-1, 2]), [[1, 3], [5, 7], [9, 11]]);
    /// assert!(t.slice(s![:, :2]).try_reshape([4]).is_err());
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape counts another number of elements, or the strides do not allow it:
    /// `to_tensor().into_shape(..)` copies then.
    #[doc(alias("flatten", "ravel"))]
    #[inline]
    #[track_caller]
    pub fn reshape<X /* one argument: [2, 3] */>(&self, shape: X) -> Array<S::Shared<'_>, X::Dims>
    where
        X: IntoShape<AnyRank, i64>,
    {
        or_panic(self.try_reshape(shape))
    }

    /// Works like [`reshape`](Self::reshape), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the shape counts another number of elements, or the strides do not allow it.
    #[inline]
    pub fn try_reshape<X: IntoShape<AnyRank, i64>>(
        &self,
        shape: X,
    ) -> Result<Array<S::Shared<'_>, X::Dims>, ShapeError> {
        let layout = reshaped(self.layout(), &shape)?;
        // SAFETY: `part` needs index tuples that point to elements: in row-major order they point
        // where those of this array point.
        Ok(unsafe { self.part(0, layout) })
    }

    /// Returns this array in another shape. A tensor is contiguous, so the number of elements alone
    /// matters.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::from([0, 1, 2, 3, 4, 5]).into_shape([2, 3]);
    /// assert_eq!(t, [[0, 1, 2], [3, 4, 5]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the shape counts another number of elements, or the strides of a view do not allow it.
    #[track_caller]
    pub fn into_shape<X: IntoShape<AnyRank, i64> /* one argument: [2, 3] */>(
        self,
        shape: X,
    ) -> Array<S, X::Dims> {
        let layout = or_panic(reshaped(self.layout(), &shape));
        // SAFETY: `with_layout` needs index tuples that point to elements, different ones to
        // different elements: in row-major order they point where those of this array point. The
        // row-major layout of a tensor becomes another one.
        unsafe { self.with_layout(layout) }
    }

    /// Works like [`reshape`](Self::reshape), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the shape counts another number of elements, or the strides do not allow it.
    #[inline]
    #[track_caller]
    pub fn reshape_mut<X: IntoShape<AnyRank, i64>>(
        &mut self,
        shape: X,
    ) -> Array<Mut<'_, S::Elem>, X::Dims>
    where
        S: Write,
    {
        let layout = or_panic(reshaped(self.layout(), &shape));
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements: in row-major order they point where those of this array point.
        unsafe { self.part_mut(0, layout) }
    }

    /// Returns all windows of the given lengths, one for each axis, as a view: the first half of
    /// the axes counts windows, the second half runs through one of them. Windows overlap, nothing
    /// is copied.
    ///
    /// It is NumPy's `sliding_window_view`. Windows of one axis are rows:
    /// `for window in v.windows(3).rows()`. Slices of the result give steps:
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// let windows = t.windows([2, 2]);
    /// assert_eq!(windows.shape(), &[1, 3, 2, 2]);
    /// assert_eq!(windows.slice(s![0, ::2]), [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]);
    /// ```
    ///
    /// A loop over an array is over its elements. The windows of an array of rank 1 are the
    /// [`rows`](Self::rows) of the result, and `axis_iter(0)` gives those of any rank by axis 0:
    ///
    /// ```
    /// let v = tslice::Tensor::from([1, 2, 4, 8]);
    /// let windows = v.windows([3]);
    /// let sums: Vec<i32> = windows.rows().map(|window| window.sum()).collect();
    /// assert_eq!(sums, [7, 14]);
    /// ```
    ///
    /// # Panics
    ///
    /// If a window is longer than its axis, there is not one length for each axis, or all windows
    /// together have more than `isize::MAX` elements.
    #[doc(alias("sliding", "rolling", "sliding_window_view", "im2col"))]
    #[inline]
    #[track_caller]
    pub fn windows<E: Ranked>(&self, lengths: impl IntoShape<D>) -> Array<S::Shared<'_>, E>
    where
        D: InsertAxis<D, Output = E>,
    {
        let (rank, lengths) = (self.rank(), lengths.lengths());
        let lengths = lengths.as_ref();
        if lengths.len() != rank {
            panic(&AxisError::RankMismatch {
                expected: rank,
                rank: lengths.len(),
            });
        }
        let layout = windows(self.layout(), lengths.iter().copied().enumerate());
        // SAFETY: `part` needs index tuples that point to elements: position p of window w of an
        // axis is position w + p of the axis, which is inside. They were counted.
        unsafe { self.part(0, layout) }
    }

    /// Returns all windows of `window` positions of one axis as a view: the axis counts windows,
    /// and one more axis at the end runs through one of them.
    ///
    /// ```
    /// let t = tslice::Tensor::from([1, 2, 3, 4]);
    /// assert_eq!(t.windows_along(0, 3), [[1, 2, 3], [2, 3, 4]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, the window is longer than it, or all windows together have more
    /// than `isize::MAX` elements.
    #[doc(alias("sliding", "rolling", "unfold", "moving average"))]
    #[track_caller]
    pub fn windows_along<E: Ranked /* (axis, len) */>(
        &self,
        axis: impl Integer,
        window: usize,
    ) -> Array<S::Shared<'_>, E>
    where
        D: InsertAxis<Output = E>,
    {
        let axis = or_panic(axis_of(axis, self.rank()));
        let layout = windows(self.layout(), [(axis, window)].into_iter());
        // SAFETY: `part` needs index tuples that point to elements: position p of window w is
        // position w + p of the axis, which is inside. They were counted.
        unsafe { self.part(0, layout) }
    }
}

/// The layout of the windows of each axis of a list: for each of them, its axis of a layout counts
/// the windows, and one more axis at the end runs through a window.
///
/// # Panics
///
/// If a window is longer than its axis, or the windows have more than `isize::MAX` elements.
#[inline]
#[track_caller]
fn windows<L: Layout, M: Layout>(
    layout: &L,
    axes: impl ExactSizeIterator<Item = (usize, usize)>,
) -> M {
    let (shape, strides) = (layout.shape(), layout.strides());
    let rank = shape.len();
    let mut to = M::blank();
    let (lengths, steps) = to
        .reset(rank + axes.len())
        .expect("the rank of windows follows from the type");
    lengths[..rank].copy_from_slice(shape);
    steps[..rank].copy_from_slice(strides);
    for (inner, (axis, window)) in axes.enumerate() {
        let len = shape[axis];
        assert!(
            window <= len,
            "axis {axis} with length {len} has no window of length {window}"
        );
        lengths[axis] = len - window + 1;
        (lengths[rank + inner], steps[rank + inner]) = (window, strides[axis]);
    }
    or_panic(layout::check_count(lengths));
    to
}
