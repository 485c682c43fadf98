//! Joining arrays along a new axis.

use super::boxes::Assembly as _;
use super::concatenate::{ArrayList, Joint, Views, check_alike};
use crate::array::{Array, AsView, InsertAxis, Integer, Owned, axis_of, bound};
use crate::error::{ShapeError, or_panic};
use crate::layout;

/// Joins arrays of one shape along a new axis, as `np.stack` does. The axis is that of the result, which has one axis more.
///
/// The arrays are views, references to tensors, nested arrays: anything that is an [`AsView`], in an array, a slice or a vector. Each is copied once. To join along
/// an axis that the arrays have, see [`concatenate`](crate::concatenate).
///
/// # Panics
///
/// If [`try_stack`] returns an error.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, View, stack};
///
/// let (a, b) = (Tensor::<_, 1>::from([1, 2, 3]), Tensor::<_, 1>::from([4, 5, 6]));
/// let rows: Tensor<i32, 2> = stack(0, [&a, &b]);
/// assert_eq!(rows, [[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(stack(1, [&a, &b]), [[1, 4], [2, 5], [3, 6]]);
/// ```
#[must_use]
#[track_caller]
pub fn stack<T: Clone, X: AsView<T>>(
    axis: impl Integer,
    arrays: impl ArrayList<X>,
) -> Array<Owned<T>, <X::Dims as InsertAxis>::Output>
where
    X::Dims: InsertAxis,
{
    or_panic(try_stack(axis, arrays))
}

/// Works like [`stack`], but returns an error instead of panicking.
///
/// # Errors
///
/// If the list of arrays is empty, the axis does not exist in the result, the arrays differ in shape, or the result does not fit in memory.
pub fn try_stack<T: Clone, X: AsView<T>>(
    axis: impl Integer,
    arrays: impl ArrayList<X>,
) -> Result<Array<Owned<T>, <X::Dims as InsertAxis>::Output>, ShapeError>
where
    X::Dims: InsertAxis,
{
    let mut views = Views::new();
    let axis = insert(bound(axis), arrays.list(), &mut views)?;
    Joint::new(axis, &views)?.assemble()
}

/// Works like [`stack`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_stack_into`] returns an error.
#[track_caller]
pub fn stack_into<T: Clone, X: AsView<T>>(axis: impl Integer, arrays: impl ArrayList<X>, target: &mut [T])
where
    X::Dims: InsertAxis,
{
    or_panic(try_stack_into(axis, arrays, target));
}

/// Works like [`stack_into`], but returns an error instead of panicking.
///
/// # Errors
///
/// If [`try_stack`] would return an error, or `target` has another length than the result. On error `target` is unchanged.
pub fn try_stack_into<T: Clone, X: AsView<T>>(
    axis: impl Integer,
    arrays: impl ArrayList<X>,
    target: &mut [T],
) -> Result<(), ShapeError>
where
    X::Dims: InsertAxis,
{
    let mut views = Views::new();
    let axis = insert(bound(axis), arrays.list(), &mut views)?;
    Joint::new(axis, &views)?.assemble_into(target)
}

/// Appends the arrays with a new axis of length 1, along which they are joined, if they have one shape. Returns the axis.
fn insert<'a, T, X: AsView<T>>(
    axis: i64,
    arrays: &'a [X],
    views: &mut Views<'a, T, <X::Dims as InsertAxis>::Output>,
) -> Result<i64, ShapeError>
where
    X::Dims: InsertAxis,
{
    let Some(first) = arrays.first().map(AsView::as_view) else { return Err(ShapeError::NoArrays) };
    let axis = axis_of(axis, first.rank() + 1)?;
    for (array, view) in arrays.iter().map(AsView::as_view).enumerate() {
        check_alike(array, view.lengths(), first.lengths(), None)?;
        views.push(view.insert_axis(axis));
    }
    Ok(layout::signed(axis))
}
