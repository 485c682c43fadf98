//! NumPy's broadcasting rule.

use alloc::boxed::Box;
use smallvec::SmallVec;

use super::Layout;
use crate::error::ShapeError;

/// The strides with which the elements of `from` read as an array of shape `to`: axes align at the end, and a missing axis
/// or one of length 1 repeats with stride 0.
pub(crate) fn broadcast_strides(
    from: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let shape = from.shape();
    let mismatch = || ShapeError::Broadcast { from: Box::from(shape), to: Box::from(to) };
    let missing = to.len().checked_sub(shape.len()).ok_or_else(mismatch)?;
    let mut strides = SmallVec::from_elem(0, missing);
    for ((&len, &stride), &target) in shape.iter().zip(from.strides()).zip(&to[missing..]) {
        match len {
            _ if len == target => strides.push(stride),
            1 => strides.push(0),
            _ => return Err(mismatch()),
        }
    }
    Ok(strides)
}
