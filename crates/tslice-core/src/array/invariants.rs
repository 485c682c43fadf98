//! The invariants of [`Array`](super::Array) as far as integers show them. Debug builds assert them
//! wherever an array is made.

use crate::layout::{Dims, Layout, count, hull, misfit};

/// Invariants 1 and 5: there is a stride for each axis, the elements can be counted, those of
/// `size` bytes fit in an allocation, and the lengths are those that the dims know.
pub(crate) const fn fits<D: Dims>(shape: &[usize], strides: &[isize], size: usize) -> bool {
    if shape.len() != strides.len() || misfit::<D>(shape).is_some() || count(shape).is_none() {
        return false;
    }
    match hull(shape, strides) {
        Some((lowest, highest)) => {
            size == 0 || (highest - lowest + 1) <= isize::MAX as i128 / size as i128
        }
        None => true,
    }
}

/// Whether the elements of a layout, the first of which is at `offset`, can be among those of
/// another: none is lower or higher. The offset of a layout without elements is that of an element,
/// or 0.
pub(crate) fn inside(part: &impl Layout, offset: isize, whole: &impl Layout) -> bool {
    let (own, offset) = (hull(part.shape(), part.strides()), offset as i128);
    let (lowest, highest) = own.unwrap_or((0, 0));
    let is_inside = |(low, high)| low <= lowest + offset && highest + offset <= high;
    (own.is_none() && offset == 0) || hull(whole.shape(), whole.strides()).is_some_and(is_inside)
}
