//! The part at one position of an axis: a row or a column of a matrix, or an axis that is known at
//! run time.

use crate::array::{Array, Integer, Mut, Read, RemoveAxis, Write, axis_of, bound};
use crate::error::{ShapeError, SliceError, or_panic};
use crate::iter::without;
use crate::layout::{Dims, Layout, Rank, Ranked};

/// Offset and layout of the part at a position of an axis. Both count from the end if they are
/// below 0.
#[inline]
#[track_caller]
fn part_at<L: Layout, M: Layout>(
    layout: &L,
    axis: impl Integer,
    index: impl Integer,
) -> (isize, M) {
    let axis = or_panic(axis_of(axis, layout.shape().len()).map_err(ShapeError::Axis));
    let len = layout.shape()[axis];
    let position = match index.to_usize() {
        Some(position) if position < len => position,
        // From the end, or beyond it.
        _ => {
            let index = bound(index);
            or_panic(
                axis_of(index, len).map_err(|_| SliceError::IndexOutOfBounds { axis, index, len }),
            )
        }
    };
    let part: M = without(layout, axis);
    // The strides of an array without elements may lead anywhere.
    let is_empty = part.shape().contains(&0);
    (
        if is_empty {
            0
        } else {
            position.cast_signed().wrapping_mul(layout.strides()[axis])
        },
        part,
    )
}

/// The dims of a matrix: rank 2.
#[diagnostic::on_unimplemented(
    message = "`row` and `row_mut` are of a matrix, not of an array of {Self}",
    label = "`index_axis(0, 1)` and `slice(s![1])` are parts of any array"
)]
pub trait Matrix: RemoveAxis<Output = Rank<1>> {}

#[diagnostic::do_not_recommend]
impl<D: RemoveAxis<Output = Rank<1>>> Matrix for D {}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the part at a position of an axis that is known at run time:
    /// `slice_axis(axis, s![index])`. An axis or an index below 0 counts from the end.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.index_axis(1, 0), [1, 4]);
    /// assert_eq!(t.index_axis(0, -1), [4, 5, 6]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis or the position does not exist; the message names axis, index and length.
    #[inline]
    #[track_caller]
    pub fn index_axis<E: Ranked /* (axis, 1) */>(
        &self,
        axis: impl Integer,
        index: impl Integer,
    ) -> Array<S::Shared<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let (offset, layout) = part_at(self.layout(), axis, index);
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: with the position, they are those of this array.
        unsafe { self.part(offset, layout) }
    }

    /// Works like [`index_axis`](Self::index_axis), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the axis or the position does not exist; the message names axis, index and length.
    #[inline]
    #[track_caller]
    pub fn index_axis_mut<E: Ranked /* (axis, 1) */>(
        &mut self,
        axis: impl Integer,
        index: impl Integer,
    ) -> Array<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
        S: Write,
    {
        let (offset, layout) = part_at(self.layout(), axis, index);
        // SAFETY: `part_mut` needs what `part` needs, and different index tuples that point to
        // different elements: those of this array do.
        unsafe { self.part_mut(offset, layout) }
    }

    /// Returns a view of a row of a matrix: `slice(s![index])`; a column is `slice(s![:, index])`.
    /// An index below 0 counts from the end.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.row(-1), [4, 5, 6]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the row does not exist; the message names axis, index and length.
    #[inline]
    #[track_caller]
    pub fn row(&self, index: impl Integer) -> Array<S::Shared<'_>, Rank<1>>
    where
        D: Matrix,
    {
        self.index_axis(0, index)
    }

    /// Works like [`row`](Self::row), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the row does not exist; the message names axis, index and length.
    #[inline]
    #[track_caller]
    pub fn row_mut(&mut self, index: impl Integer) -> Array<Mut<'_, S::Elem>, Rank<1>>
    where
        D: Matrix,
        S: Write,
    {
        self.index_axis_mut(0, index)
    }
}
