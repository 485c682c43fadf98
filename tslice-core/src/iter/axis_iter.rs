//! The parts at each position of an axis.

use core::ops::Range;

use super::both_ends::both_ends;
use crate::array::{Array, Borrowed, Integer, Mut, RawElements, Read, RemoveAxis, Write, axis_of};
use crate::error::or_panic;
use crate::layout::{Dims, Layout, Ranked};

/// An iterator over the parts at each position of an axis: views of dims D, shared or exclusive as the storage S is.
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct AxisIter<S, D: Dims> {
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
    let rank = shape.len();
    let mut to = M::blank();
    let (lengths, steps) = to.reset(rank - 1).expect("an axis less than the array has");
    for (out, to) in lengths.iter_mut().zip(steps).enumerate() {
        // No branch, and no loop if the type knows the rank.
        let from = out + usize::from(out >= axis);
        (*to.0, *to.1) = (shape[from], strides[from]);
    }
    to
}

impl<S: Borrowed, D: Dims> AxisIter<S, D> {
    #[inline]
    fn new<E: Dims>(array: Array<S, E>, axis: usize) -> Self
    where
        D: Ranked,
    {
        let part = without(array.layout(), axis);
        let len = array.lengths()[axis];
        // The strides of an array without elements may lead anywhere.
        let stride = if array.is_empty() { 0 } else { array.steps()[axis] };
        Self { base: array.into_base().0, left: 0..len, stride, part }
    }

    /// The part at a position. Each position is handed out once.
    #[inline]
    fn part(&self, position: usize) -> Array<S, D> {
        let offset = position.cast_signed().wrapping_mul(self.stride);
        // SAFETY: `array` needs index tuples that point to elements: with the position they are those of the array. Parts at different
        // positions have no element in common.
        unsafe { self.base.array(offset, self.part.clone()) }
    }
}

both_ends! { [S: Borrowed, D: Dims] AxisIter<S, D>, "AxisIter", Array<S, D>, left.len, part }

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
        let axis = or_panic(axis_of(axis, self.rank()));
        AxisIter::new(self.lent(), axis)
    }

    /// Works like [`axis_iter`](Self::axis_iter), but the views are exclusive: no element is in two of them.
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
        let axis = or_panic(axis_of(axis, self.rank()));
        AxisIter::new(self.view_mut(), axis)
    }
}
