//! NumPy's rules for broadcasting and for assignment.

use alloc::boxed::Box;
use smallvec::SmallVec;

use super::Layout;
use crate::error::ShapeError;

/// The strides with which the elements of `from` read as an array of shape `to`: axes align at the end, and a missing axis
/// or one of length 1 repeats with stride 0.
#[inline]
pub(crate) fn broadcast_strides(
    from: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let mut strides = SmallVec::from_elem(0, to.len());
    repeated(from, 0, to, &mut strides)?;
    Ok(strides)
}

/// The strides with which the elements of `from` are assigned to an array of shape `to`: as for broadcasting, but leading axes
/// of length 1 are dropped if `from` has more axes.
pub(crate) fn assignment_strides(
    from: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    if from.shape() == to {
        return Ok(from.strides().into());
    }
    let surplus = from.shape().len().saturating_sub(to.len());
    let ones = from.shape()[..surplus].iter().all(|&len| len == 1);
    let mut strides = SmallVec::from_elem(0, to.len());
    repeated(from, if ones { surplus } else { 0 }, to, &mut strides)?;
    Ok(strides)
}

/// Writes the strides of `from` without its first `dropped` axes, broadcast, over as many as `to` has axes.
#[inline]
fn repeated(
    from: &impl Layout,
    dropped: usize,
    to: &[usize],
    strides: &mut [isize],
) -> Result<(), ShapeError> {
    let (shape, steps) = (&from.shape()[dropped..], &from.strides()[dropped..]);
    let Some(missing) = to.len().checked_sub(shape.len()) else { return mismatch(from, to) };
    let (first, strides) = strides.split_at_mut(missing);
    first.fill(0);
    for (((&len, &step), &target), stride) in shape.iter().zip(steps).zip(&to[missing..]).zip(strides) {
        *stride = match len {
            _ if len == target => step,
            1 => 0,
            _ => return mismatch(from, to),
        };
    }
    Ok(())
}

#[cold]
fn mismatch(from: &impl Layout, to: &[usize]) -> Result<(), ShapeError> {
    Err(ShapeError::Broadcast { from: Box::from(from.shape()), to: Box::from(to) })
}
