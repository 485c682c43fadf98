//! The lines along an axis: rows, columns.

use core::fmt;
use core::iter::FusedIterator;

use super::axis_iter::without;
use super::{Array, Borrowed, Mut, Read, RemoveAxis, Write};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Ends, Fixed, Layout, Offsets, Rewritten as _};
use crate::rank::Rank;

/// An iterator over the lines along an axis: views of rank 1, shared or exclusive as the storage S is.
#[derive(Clone)]
pub struct Lanes<S> {
    storage: S,
    /// Where lines begin.
    starts: Offsets,
    lane: Fixed<1>,
}

impl<S: Borrowed> Lanes<S> {
    fn new<D: RemoveAxis>(array: Array<S, D>, axis: usize) -> Result<Self, ShapeError> {
        let mut outer: <D::Output as Dims>::Layout = without(&array.layout, axis)?;
        let (len, stride) = (array.lengths()[axis], array.layout.strides()[axis]);
        if len == 0
            && let Some((lengths, steps)) = outer.reset(array.rank() - 1)
        {
            // Without elements nothing says that a step stays in the allocation.
            let others = array.lengths().iter().enumerate().filter(|(at, _)| *at != axis);
            lengths.iter_mut().zip(others).for_each(|(to, (_, &len))| *to = len);
            steps.fill(0);
        }
        let starts = Offsets::new(&outer);
        Ok(Self { storage: array.storage, starts, lane: Fixed { shape: [len], strides: [stride] } })
    }

    /// The lane that begins at an offset. Each is handed out once.
    #[inline(always)]
    fn lane(&self, offset: isize) -> Array<S, Rank<1>> {
        // SAFETY: `offset` needs a result inside the allocation: it is that of the lane's first element, or 0 if there is none.
        let first = unsafe { self.storage.ptr().offset(offset) };
        // The index tuple of an element is that of the lane with its position on the axis (invariant 1); lanes have none in
        // common.
        Array { storage: S::borrow(first), layout: self.lane }
    }
}

impl<S: Borrowed> Iterator for Lanes<S> {
    type Item = Array<S, Rank<1>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.starts.next().map(|offset| self.lane(offset))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.starts.left();
        (left, Some(left))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.starts.nth(n).map(|offset| self.lane(offset))
    }
}

impl<S: Borrowed> DoubleEndedIterator for Lanes<S> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.starts.next_back().map(|offset| self.lane(offset))
    }

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        self.starts.nth_back(n).map(|offset| self.lane(offset))
    }
}

impl<S: Borrowed> ExactSizeIterator for Lanes<S> {}
impl<S: Borrowed> FusedIterator for Lanes<S> {}

/// Prints the number of lines that are left.
impl<S> fmt::Debug for Lanes<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes").field("left", &self.starts.left()).finish()
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the lines along an axis: views of rank 1, in row-major order of the other axes.
    ///
    /// ```
    /// let t = tslice::Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let sums: Vec<i32> = t.lanes(0).map(|column| column.iter().sum()).collect();
    /// assert_eq!(sums, [5, 7, 9]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis.
    #[track_caller]
    pub fn lanes(&self, axis: usize) -> Lanes<S::Lent<'_>>
    where
        D: RemoveAxis,
    {
        or_panic(self.try_lanes(axis))
    }

    /// As [`lanes`](Self::lanes), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis.
    pub fn try_lanes(&self, axis: usize) -> Result<Lanes<S::Lent<'_>>, ShapeError>
    where
        D: RemoveAxis,
    {
        Lanes::new(self.lent(), axis)
    }

    /// Returns an iterator over the lines along the last axis, in row-major order of the other axes.
    ///
    /// ```
    /// let t = tslice::Tensor::from([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    /// let sums: Vec<i32> = t.rows().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [3, 7, 11, 15]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is 0.
    #[track_caller]
    pub fn rows(&self) -> Lanes<S::Lent<'_>>
    where
        D: RemoveAxis,
    {
        or_panic(self.try_rows())
    }

    /// As [`rows`](Self::rows), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the rank is known at run time only and is 0.
    pub fn try_rows(&self) -> Result<Lanes<S::Lent<'_>>, ShapeError>
    where
        D: RemoveAxis,
    {
        self.try_lanes(self.rank().saturating_sub(1))
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// As [`lanes`](Self::lanes), but exclusive: no element is in two of the lines.
    ///
    /// # Panics
    ///
    /// If there is no such axis.
    #[track_caller]
    pub fn lanes_mut(&mut self, axis: usize) -> Lanes<Mut<'_, S::Elem>>
    where
        D: RemoveAxis,
    {
        or_panic(self.try_lanes_mut(axis))
    }

    /// As [`lanes_mut`](Self::lanes_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis.
    pub fn try_lanes_mut(&mut self, axis: usize) -> Result<Lanes<Mut<'_, S::Elem>>, ShapeError>
    where
        D: RemoveAxis,
    {
        Lanes::new(self.view_mut(), axis)
    }

    /// As [`rows`](Self::rows), but exclusive: no element is in two of the lines.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is 0.
    #[track_caller]
    pub fn rows_mut(&mut self) -> Lanes<Mut<'_, S::Elem>>
    where
        D: RemoveAxis,
    {
        or_panic(self.try_rows_mut())
    }

    /// As [`rows_mut`](Self::rows_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the rank is known at run time only and is 0.
    pub fn try_rows_mut(&mut self) -> Result<Lanes<Mut<'_, S::Elem>>, ShapeError>
    where
        D: RemoveAxis,
    {
        self.try_lanes_mut(self.rank().saturating_sub(1))
    }
}
