//! NumPy's rules for broadcasting and for assignment.

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
    repeated(from, 0, to)
}

/// The strides with which the elements of `from` are assigned to an array of shape `to`: as for broadcasting, but leading axes
/// of length 1 are dropped if `from` has more axes.
pub(crate) fn assignment_strides(
    from: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let surplus = from.shape().len().saturating_sub(to.len());
    let ones = from.shape()[..surplus].iter().all(|&len| len == 1);
    repeated(from, if ones { surplus } else { 0 }, to)
}

/// The strides of `from` without its first `dropped` axes, broadcast.
fn repeated(from: &impl Layout, dropped: usize, to: &[usize]) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let (shape, steps) = (&from.shape()[dropped..], &from.strides()[dropped..]);
    let mismatch = || ShapeError::Broadcast { from: Box::from(from.shape()), to: Box::from(to) };
    let missing = to.len().checked_sub(shape.len()).ok_or_else(mismatch)?;
    let mut strides = SmallVec::from_elem(0, missing);
    for ((&len, &stride), &target) in shape.iter().zip(steps).zip(&to[missing..]) {
        match len {
            _ if len == target => strides.push(stride),
            1 => strides.push(0),
            _ => return Err(mismatch()),
        }
    }
    Ok(strides)
}
