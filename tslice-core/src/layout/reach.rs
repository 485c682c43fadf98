//! How far strides reach, and whether they reach an element twice.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::count;
use crate::error::{AxisError, ShapeError};

/// Checks that every index tuple of a shape lies inside `len` elements, if index 0 is element `first`.
pub(crate) fn check_reach(
    shape: &[usize],
    strides: &[isize],
    first: usize,
    len: usize,
) -> Result<(), ShapeError> {
    if shape.len() != strides.len() {
        return Err(ShapeError::Axis(AxisError::RankMismatch { expected: shape.len(), rank: strides.len() }));
    }
    match count(shape) {
        None => Err(ShapeError::Overflow { shape: Box::from(shape) }),
        Some(0) if first <= len => Ok(()),
        Some(_) => {
            let (lowest, highest) = reach(shape, strides, first);
            if lowest >= 0 && highest < to_wide(len) {
                return Ok(());
            }
            let (shape, strides) = (Box::from(shape), Box::from(strides));
            Err(ShapeError::OutOfReach { shape, strides, first, len })
        }
    }
}

/// The offsets of the lowest and the highest element of a shape that has elements.
fn reach(shape: &[usize], strides: &[isize], first: usize) -> (i128, i128) {
    let (mut lowest, mut highest) = (to_wide(first), to_wide(first));
    for (&len, &stride) in shape.iter().zip(strides) {
        // The product of two numbers of 64 bits fits; the sum saturates far outside any memory.
        let distance = (to_wide(len) - 1) * i128::try_from(stride).unwrap_or(i128::MAX >> 64);
        let end = if distance < 0 { &mut lowest } else { &mut highest };
        *end = end.saturating_add(distance);
    }
    (lowest, highest)
}

fn to_wide(n: usize) -> i128 {
    i128::try_from(n).unwrap_or(i128::MAX)
}

/// Checks that no two index tuples share an element: each axis steps over all that the axes of smaller strides reach.
///
/// Layouts that interleave without sharing an element are refused too.
pub(crate) fn check_distinct(shape: &[usize], strides: &[isize]) -> Result<(), ShapeError> {
    if shape.contains(&0) {
        return Ok(());
    }
    let long = shape.iter().zip(strides).filter(|&(&len, _)| len > 1);
    let mut axes: Vec<(u128, u128)> =
        long.map(|(&len, &stride)| (stride.unsigned_abs() as u128, len as u128)).collect();
    axes.sort_unstable();
    let mut reached: u128 = 0;
    for (stride, len) in axes {
        if stride <= reached {
            return Err(ShapeError::Shared { shape: Box::from(shape), strides: Box::from(strides) });
        }
        reached = reached.saturating_add(stride * (len - 1));
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../unit/layout_reach.rs"]
mod tests;
