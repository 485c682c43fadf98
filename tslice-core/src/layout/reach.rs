//! How far strides reach, and whether they reach an element twice.

use alloc::boxed::Box;

use super::count;
use crate::error::ShapeError;

/// Checks that every index tuple of a shape, which has a stride for each axis, lies inside `len` elements, if index 0 is element `first`.
pub(crate) fn check_reach(
    shape: &[usize],
    strides: &[isize],
    first: usize,
    len: usize,
) -> Result<(), ShapeError> {
    if count(shape).is_none() {
        return Err(ShapeError::Overflow { shape: Box::from(shape) });
    }
    let is_inside = match hull(shape, strides) {
        Some((lowest, highest)) => first as i128 + lowest >= 0 && first as i128 + highest < len as i128,
        None => first <= len,
    };
    if is_inside {
        return Ok(());
    }
    let (shape, strides) = (Box::from(shape), Box::from(strides));
    Err(ShapeError::OutOfReach { shape, strides, first, len })
}

/// The offsets of the lowest and the highest element of a shape that [`count`] can count; `None` if the shape is empty.
pub(crate) const fn hull(shape: &[usize], strides: &[isize]) -> Option<(i128, i128)> {
    let (mut lowest, mut highest, mut axis) = (0, 0, 0);
    while axis < shape.len() {
        if shape[axis] == 0 {
            return None;
        }
        // The lengths have a product below 2^63, and strides are of 64 bits, so no sum of products overflows.
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

/// Checks that no two index tuples share an element, by [`are_distinct`].
pub(crate) fn check_distinct(shape: &[usize], strides: &[isize]) -> Result<(), ShapeError> {
    if are_distinct(shape, strides) {
        return Ok(());
    }
    Err(ShapeError::Aliased { shape: Box::from(shape), strides: Box::from(strides) })
}

/// Whether no two index tuples of a shape that [`count`] can count share an element: each axis steps over all that the axes of smaller
/// strides reach.
///
/// It is `false` for layouts that interleave without sharing an element, too.
pub(crate) const fn are_distinct(shape: &[usize], strides: &[isize]) -> bool {
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
