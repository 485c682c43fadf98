//! The invariants of [`Array`](super::Array) as far as integers show them. Debug builds assert them wherever an array is made.

use crate::layout;

/// The offsets of the lowest and the highest element; `None` if there is no element.
const fn hull(shape: &[usize], strides: &[isize]) -> Option<(i128, i128)> {
    let (mut lowest, mut highest, mut axis) = (0, 0, 0);
    while axis < shape.len() {
        if shape[axis] == 0 {
            return None;
        }
        let reach = (shape[axis] as i128 - 1) * strides[axis] as i128;
        if reach < 0 {
            lowest += reach;
        } else {
            highest += reach;
        }
        axis += 1;
    }
    Some((lowest, highest))
}

/// Invariants 1 and 5: there is a stride for each axis, the elements can be counted, and those of `size` bytes fit in an
/// allocation.
pub(super) const fn fits(shape: &[usize], strides: &[isize], size: usize) -> bool {
    if shape.len() != strides.len() || layout::count(shape).is_none() {
        return false;
    }
    match hull(shape, strides) {
        Some((lowest, highest)) => size == 0 || (highest - lowest + 1) <= isize::MAX as i128 / size as i128,
        None => true,
    }
}

/// Whether the elements of a layout, the first of which is at `offset`, can be among those of another: none is lower or higher. The
/// offset of a layout without elements is that of an element, or 0.
pub(super) const fn inside(
    (shape, strides): (&[usize], &[isize]),
    offset: isize,
    (outer, steps): (&[usize], &[isize]),
) -> bool {
    let offset = offset as i128;
    let (lowest, highest) = match hull(shape, strides) {
        Some((lowest, highest)) => (lowest + offset, highest + offset),
        None if offset == 0 => return true,
        None => (offset, offset),
    };
    match hull(outer, steps) {
        Some((low, high)) => low <= lowest && highest <= high,
        None => false,
    }
}

/// Invariant 2 as every layout here has it: each axis steps over all that the axes of smaller strides reach.
pub(super) const fn apart(shape: &[usize], strides: &[isize]) -> bool {
    // Stride and reach of each axis longer than 1: a shape that can be counted has at most 63 of them.
    let (mut long, mut count, mut axis) = ([(0_u128, 0_u128); 64], 0, 0);
    while axis < shape.len() {
        match shape[axis] {
            0 => return true,
            1 => {}
            len => {
                let stride = strides[axis].unsigned_abs() as u128;
                long[count] = (stride, stride * (len as u128 - 1));
                count += 1;
            }
        }
        axis += 1;
    }
    let mut axis = 0;
    while axis < count {
        let (mut reached, mut other) = (0, 0);
        while other < count {
            if other != axis && long[other].0 <= long[axis].0 {
                reached += long[other].1;
            }
            other += 1;
        }
        if long[axis].0 <= reached {
            return false;
        }
        axis += 1;
    }
    true
}
