//! TensorFlow's TensorStridedSliceUpdate, and the same in place.

use super::bounds::Bounds;
use tslice_core::__ops::{errors, layout, tensor};
use tslice_core::{DynTensor, DynView, DynViewMut, Masks, ShapeError, SliceError, traits::Integer};

errors! {
    /// Why a slice cannot be replaced.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum UpdateError {
        /// The slice does not fit the input.
        Slice(#[from] error: SliceError) => ("{error}"),
        /// The value does not broadcast to the slice.
        ValueShape(error: ShapeError) => ("the value does not fit the slice: {error}"),
        /// A copy of the input does not fit in memory.
        Shape(error: ShapeError) => ("{error}"),
    }
}

/// Copies a tensor with one slice of it replaced, as `tf.raw_ops.TensorStridedSliceUpdate`
/// (TensorFlow 2.21) does.
///
/// The slice is the one that [`strided_slice`](super::strided_slice) gives. `value` broadcasts to
/// its shape: leading axes of length 1 beyond the slice's rank are dropped, then axes align at the
/// end, and one of length 1 repeats. The result has the shape of `input`. If the slice is empty,
/// the shape of the value is ignored.
///
/// The typed form is `t.slice_mut(s![..]).assign(&value)`.
///
/// # Errors
///
/// If [`strided_slice`](super::strided_slice) would return an error; then, if the value does not
/// broadcast to the slice, or a copy of the input does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{Masks, View};
/// use tslice_ops as ops;
///
/// let x = View::<_, 1>::from(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).into_dyn();
/// let value = View::<_, 1>::from(&[-1, -2]).into_dyn();
/// let updated = ops::strided_slice_update(&x, &[8], &[2], &[-3], Masks::default(), &value)?;
/// assert_eq!(updated, [0, 1, 2, 3, 4, -2, 6, 7, -1, 9]);
/// # Ok::<(), ops::UpdateError>(())
/// ```
pub fn strided_slice_update<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    begin: &[I],
    end: &[I],
    strides: &[I],
    masks: Masks,
    value: &DynView<'_, T>,
) -> Result<DynTensor<T>, UpdateError> {
    // Faults are found before the input is copied.
    let bounds = Bounds::new(begin, end, strides, masks)?;
    let slice = input.try_slice(bounds.as_encoding())?;
    if !slice.is_empty() {
        layout::assignable(value.shape(), slice.shape()).map_err(UpdateError::ValueShape)?;
    }
    let data = input.try_to_vec().map_err(UpdateError::Shape)?;
    let mut output: DynTensor<_> = tensor(input.shape(), data);
    replace(output.try_slice_mut(bounds.as_encoding())?, value)?;
    Ok(output)
}

/// Replaces a slice in place, as `tf.raw_ops.ResourceStridedSliceAssign` does:
/// [`strided_slice_update`] without the copy.
///
/// # Errors
///
/// If [`strided_slice_update`] would return an error. On error the tensor is unchanged.
///
/// # Examples
///
/// ```
/// use tslice::{Masks, Tensor, View};
/// use tslice_ops as ops;
///
/// let mut x = Tensor::<i32, 2>::zeros([2, 3]).into_dyn();
/// let value = View::<_, 1>::from(&[7]).into_dyn();
/// let row = Masks { shrink_axis_mask: 1, ..Masks::default() };
/// ops::strided_slice_assign(&mut x.view_mut(), &[1], &[2], &[1], row, &value)?;
/// assert_eq!(x, [[0, 0, 0], [7, 7, 7]]);
/// # Ok::<(), ops::UpdateError>(())
/// ```
pub fn strided_slice_assign<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    target: &mut DynViewMut<'_, T>,
    begin: &[I],
    end: &[I],
    strides: &[I],
    masks: Masks,
    value: &DynView<'_, T>,
) -> Result<(), UpdateError> {
    replace(
        target.try_slice_mut(Bounds::new(begin, end, strides, masks)?.as_encoding())?,
        value,
    )
}

/// Replaces a slice. If it is empty, the shape of the value is ignored.
fn replace<T: Clone>(
    mut slice: DynViewMut<'_, T>,
    value: &DynView<'_, T>,
) -> Result<(), UpdateError> {
    if slice.is_empty() {
        return Ok(());
    }
    slice.try_assign(value).map_err(UpdateError::ValueShape)
}
