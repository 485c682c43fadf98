//! TensorFlow's StridedSlice.

use crate::error::SliceError;
use crate::raw::{Integer, bound};
use crate::resolve::{self, MAX_ENTRIES};
use crate::spec::{EncodingRef, Masks};
use crate::view::DynView;

/// Slices as `tf.raw_ops.StridedSlice` (TensorFlow 2.21) does; a view, nothing is copied.
///
/// `begin`, `end` and `strides` have one number per entry, of any primitive integer type. A tensor of any rank is taken:
/// TensorFlow's kernels stop at 8.
///
/// # Errors
///
/// In TensorFlow's order: the lists differ in length or have more than 31 entries; more than one bit in the ellipsis
/// mask; more indices and ranges than the tensor has axes; then axis by axis a zero stride, an index with a stride
/// below 1, an index out of bounds.
///
/// # Examples
///
/// ```
/// use tslice::{Masks, View, ops};
///
/// let x = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]).into_dyn();
/// let masks = Masks { shrink_axis_mask: 0b01, end_mask: 0b10, ..Masks::default() };
/// let row = ops::strided_slice(&x, &[-1, 1], &[0, 0], &[1, 1], masks)?;
/// assert_eq!((row.shape(), row.to_vec()), (&[2][..], vec![5, 6]));
/// # Ok::<(), tslice::SliceError>(())
/// ```
pub fn strided_slice<'a, T, I: Integer>(
    input: &DynView<'a, T>,
    begin: &[I],
    end: &[I],
    strides: &[I],
    masks: Masks,
) -> Result<DynView<'a, T>, SliceError> {
    let lengths = (begin.len(), end.len(), strides.len());
    let mut bounds = [[0; MAX_ENTRIES]; 3];
    if lengths != (begin.len(), begin.len(), begin.len()) {
        return Err(SliceError::LengthMismatch { begin: lengths.0, end: lengths.1, strides: lengths.2 });
    }
    if begin.len() > MAX_ENTRIES {
        return Err(SliceError::SpecTooLong { entries: begin.len() });
    }
    for (to, from) in bounds.iter_mut().zip([begin, end, strides]) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = bound(*from);
        }
    }
    let [b, e, s] = &bounds;
    let n = begin.len();
    let encoding = EncodingRef { begin: &b[..n], end: &e[..n], strides: &s[..n], masks };
    resolve::check(encoding)?;
    input.try_slice(encoding)
}
