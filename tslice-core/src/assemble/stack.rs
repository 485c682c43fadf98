//! Joining arrays along a new axis.

use super::concatenate::{ArrayList, Joint, Views, check_alike};
use crate::array::{Array, InsertAxis, Integer, Owned, axis_of, bound};
use crate::error::{ShapeError, or_panic};
use crate::layout;

/// Joins arrays of one shape along a new axis, as `np.stack` does. The axis is that of the result, which has one axis more.
///
/// The arrays are those that [`concatenate`](crate::concatenate) takes, which joins along an axis that they have. Each is copied once.
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
pub fn stack<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Array<Owned<T>, D::Output> {
    or_panic(try_stack(axis, arrays))
}

/// Works like [`stack`], but returns an error instead of panicking.
///
/// # Errors
///
/// If the list of arrays is empty, the axis does not exist in the result, the arrays differ in shape, or the result does not fit in memory.
pub fn try_stack<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Result<Array<Owned<T>, D::Output>, ShapeError> {
    let (axis, views) = insert(bound(axis), arrays.views())?;
    Joint::new(axis, &views)?.assemble()
}

/// Works like [`stack`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_stack_into`] returns an error.
#[track_caller]
pub fn stack_into<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
    target: &mut [T],
) {
    or_panic(try_stack_into(axis, arrays, target));
}

/// Works like [`stack_into`], but returns an error instead of panicking.
///
/// # Errors
///
/// If [`try_stack`] would return an error, or `target` has another length than the result. On error `target` is unchanged.
pub fn try_stack_into<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
    target: &mut [T],
) -> Result<(), ShapeError> {
    let (axis, views) = insert(bound(axis), arrays.views())?;
    Joint::new(axis, &views)?.assemble_into(target)
}

/// The arrays with a new axis of length 1, along which they are joined, if they have one shape, behind the axis.
fn insert<T, D: InsertAxis>(
    axis: i64,
    arrays: Views<'_, T, D>,
) -> Result<(i64, Views<'_, T, D::Output>), ShapeError> {
    let Some(first) = arrays.first() else { return Err(ShapeError::NoArrays) };
    let axis = axis_of(axis, first.rank() + 1)?;
    for (array, view) in arrays.iter().enumerate() {
        check_alike(array, view.lengths(), first.lengths(), None)?;
    }
    let views = arrays.into_iter().map(|view| view.insert_axis(axis)).collect();
    Ok((layout::signed(axis), views))
}
