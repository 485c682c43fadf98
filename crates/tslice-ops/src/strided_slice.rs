//! TensorFlow's StridedSlice.

use super::bounds::Bounds;
use tslice_core::{DynView, Masks, SliceError, traits::Integer};

/// Slices as `tf.raw_ops.StridedSlice` (TensorFlow 2.21) does. The result is a view; nothing is
/// copied.
///
/// `begin`, `end` and `strides` have one number per entry, of any primitive integer type. The input
/// may have any rank; TensorFlow's kernels stop at 8.
///
/// # Errors
///
/// In TensorFlow's order: if the lists differ in length or have more than 31 entries; if more than
/// one bit is set in the ellipsis mask; if there are more indices and ranges than the tensor has
/// axes; then, axis by axis, if a stride is 0, if an index has a stride below 1, or if an index is
/// out of bounds.
///
/// # Examples
///
/// ```
/// use tslice::{Masks, View};
/// use tslice_ops as ops;
///
/// let x = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]).into_dyn();
/// let masks = Masks { shrink_axis_mask: 0b01, end_mask: 0b10, ..Masks::default() };
/// let row = ops::strided_slice(&x, &[-1, 1], &[0, 0], &[1, 1], masks)?;
/// assert_eq!(row, [5, 6]);
/// # Ok::<(), tslice::SliceError>(())
/// ```
pub fn strided_slice<'a, T, I: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'a, T>,
    begin: &[I],
    end: &[I],
    strides: &[I],
    masks: Masks,
) -> Result<DynView<'a, T>, SliceError> {
    input.try_slice(Bounds::new(begin, end, strides, masks)?.as_encoding())
}
