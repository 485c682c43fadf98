//! The part at one position of an axis: a row or a column of a matrix, or an axis that is known at run time.

use super::axis_count::axis_of;
use super::axis_iter::AxisIter;
use super::storage::Borrowed;
use super::{Array, Integer, Mut, Read, RemoveAxis, Write, bound};
use crate::error::{SliceError, or_panic};
use crate::layout::{Dims, Ranked, signed};
use crate::rank::Rank;

/// The part at a position, which counts from the end if it is below 0.
#[inline]
#[track_caller]
fn part_at<S: Borrowed, D: Dims>(
    mut parts: AxisIter<S, D>,
    axis: impl Integer,
    index: impl Integer,
) -> Array<S, D> {
    let (len, index) = (parts.len(), bound(index));
    let position = if index < 0 { index + signed(len) } else { index };
    let part = usize::try_from(position).ok().and_then(|position| parts.nth(position));
    or_panic(part.ok_or_else(|| {
        let axis = axis_of(axis, parts.rank()).unwrap_or_else(|_| unreachable!("the axis of these parts"));
        SliceError::IndexOutOfBounds { axis, index, len }
    }))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the part at a position of an axis that is known at run time: `slice_axis(axis, s![index])`. An axis or an index below 0
    /// counts from the end.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.index_axis(1, 0), [1, 4]);
    /// assert_eq!(t.index_axis(0, -1), [4, 5, 6]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis or no such position; the message names axis, index and length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn index_axis<E: Ranked>(&self, axis: impl Integer, index: impl Integer) -> Array<S::Lent<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        part_at(self.axis_iter(axis), axis, index)
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Works like [`index_axis`](Self::index_axis), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If there is no such axis or no such position; the message names axis, index and length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn index_axis_mut<E: Ranked>(
        &mut self,
        axis: impl Integer,
        index: impl Integer,
    ) -> Array<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        part_at(self.axis_iter_mut(axis), axis, index)
    }
}

impl<S: Read, D: Dims<Ranked = Rank<2>> + RemoveAxis<Output = Rank<1>>> Array<S, D> {
    /// Returns a view of a row of a matrix: `slice(s![index])`. An index below 0 counts from the end.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.row(-1), [4, 5, 6]);
    /// assert_eq!(t.column(0), [1, 4]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such row; the message names axis, index and length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row(&self, index: impl Integer) -> Array<S::Lent<'_>, Rank<1>> {
        part_at(self.axis_iter(0), 0, index)
    }

    /// Returns a view of a column of a matrix: `slice(s![:, index])`. An index below 0 counts from the end.
    ///
    /// # Panics
    ///
    /// If there is no such column; the message names axis, index and length.
    #[doc(alias("col"))]
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn column(&self, index: impl Integer) -> Array<S::Lent<'_>, Rank<1>> {
        part_at(self.axis_iter(1), 1, index)
    }
}

impl<S: Write, D: Dims<Ranked = Rank<2>> + RemoveAxis<Output = Rank<1>>> Array<S, D> {
    /// Works like [`row`](Self::row), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If there is no such row; the message names axis, index and length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row_mut(&mut self, index: impl Integer) -> Array<Mut<'_, S::Elem>, Rank<1>> {
        part_at(self.axis_iter_mut(0), 0, index)
    }

    /// Works like [`column`](Self::column), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If there is no such column; the message names axis, index and length.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn column_mut(&mut self, index: impl Integer) -> Array<Mut<'_, S::Elem>, Rank<1>> {
        part_at(self.axis_iter_mut(1), 1, index)
    }
}
