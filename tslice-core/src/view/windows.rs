//! Overlapping windows as views.

use crate::array::{Array, InsertAxis, Integer, Read, axis_of};
use crate::error::{AxisError, ShapeError, or_panic, panic};
use crate::layout::{self, Dims, IntoShape, Layout, Ranked};

/// The layout of the windows of each axis of a list: for each of them, its axis of a layout counts the windows, and one more
/// axis at the end runs through a window.
#[inline]
fn windows<L: Layout, M: Layout>(layout: &L, axes: &[(usize, usize)]) -> Result<M, ShapeError> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let rank = shape.len();
    let mut to = M::blank();
    let (lengths, steps) = to.reset(rank + axes.len()).expect("the rank of windows follows from the type");
    lengths[..rank].copy_from_slice(shape);
    steps[..rank].copy_from_slice(strides);
    for (inner, &(axis, window)) in axes.iter().enumerate() {
        let len = shape[axis];
        let last = len.checked_sub(window).ok_or(ShapeError::WindowTooLong { axis, window, len })?;
        lengths[axis] = last + 1;
        (lengths[rank + inner], steps[rank + inner]) = (window, strides[axis]);
    }
    layout::check_count(lengths)?;
    Ok(to)
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns all windows of the given lengths, one for each axis, as a view: the first half of the axes counts windows, the
    /// second half runs through one of them. Windows overlap, nothing is copied.
    ///
    /// It is NumPy's `sliding_window_view`. Windows of one axis are rows: `for window in v.windows(3).rows()`. Slices of the result
    /// give steps:
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
    /// # Panics
    ///
    /// If a window is longer than its axis, there is not one length for each axis, or all windows together have more than
    /// `isize::MAX` elements.
    #[inline]
    #[track_caller]
    pub fn windows<E: Ranked>(&self, lengths: impl IntoShape<D>) -> Array<S::Shared<'_>, E>
    where
        D: InsertAxis<D, Output = E>,
    {
        let (rank, lengths) = (self.rank(), lengths.lengths());
        let lengths = lengths.as_ref();
        if lengths.len() != rank {
            panic(&AxisError::RankMismatch { expected: rank, rank: lengths.len() });
        }
        let mut axes = self.layout().list((0, 0));
        for (axis, (entry, &window)) in axes.as_mut().iter_mut().zip(lengths).enumerate() {
            *entry = (axis, window);
        }
        let layout = or_panic(windows(self.layout(), axes.as_mut()));
        // SAFETY: `part` needs index tuples that point to elements: position p of window w of an axis is position w + p of the axis, which
        // is inside. They were counted.
        unsafe { self.part(0, layout) }
    }

    /// Returns all windows of `window` positions of one axis as a view: the axis counts windows, and one more axis at the end
    /// runs through one of them.
    ///
    /// ```
    /// let t = tslice::Tensor::from([1, 2, 3, 4]);
    /// assert_eq!(t.windows_along(0, 3), [[1, 2, 3], [2, 3, 4]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, the window is longer than it, or all windows together have more than `isize::MAX` elements.
    #[track_caller]
    pub fn windows_along<E: Ranked>(&self, axis: impl Integer, window: usize) -> Array<S::Shared<'_>, E>
    where
        D: InsertAxis<Output = E>,
    {
        let axis = or_panic(axis_of(axis, self.rank()));
        let layout = or_panic(windows(self.layout(), &[(axis, window)]));
        // SAFETY: `part` needs index tuples that point to elements: position p of window w is position w + p of the axis, which is inside.
        // They were counted.
        unsafe { self.part(0, layout) }
    }
}
