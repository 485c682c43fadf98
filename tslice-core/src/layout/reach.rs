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
mod tests {
    use super::{check_distinct, check_reach};
    use crate::error::{AxisError, ShapeError};
    use std::collections::BTreeSet;
    use std::vec::Vec;

    /// Each layout of two axes with lengths below 4 and strides from -3 to 3, and where its elements lie.
    fn layouts() -> impl Iterator<Item = ([usize; 2], [isize; 2], Vec<isize>)> {
        (0..4 * 4 * 7 * 7).map(|n: usize| {
            let (shape, strides) = ([n % 4, n / 4 % 4], [n / 16 % 7, n / 112].map(|s| s.cast_signed() - 3));
            let rows = (0..shape[0].cast_signed()).map(|i| i * strides[0]);
            let elements =
                rows.flat_map(|row| (0..shape[1].cast_signed()).map(move |j| row + j * strides[1]));
            (shape, strides, elements.collect())
        })
    }

    #[test]
    fn every_element_is_in_reach_or_the_layout_is_refused() {
        for (shape, strides, elements) in layouts() {
            for (first, len) in (0..8_usize).flat_map(|first| (0..16_usize).map(move |len| (first, len))) {
                let inside = |at: &isize| (0..len.cast_signed()).contains(&(at + first.cast_signed()));
                let reached = if elements.is_empty() { first <= len } else { elements.iter().all(inside) };
                let expected = if reached {
                    Ok(())
                } else {
                    Err(ShapeError::OutOfReach { shape: shape.into(), strides: strides.into(), first, len })
                };
                assert_eq!(check_reach(&shape, &strides, first, len), expected);
            }
        }
    }

    #[test]
    fn distances_beyond_any_memory_are_out_of_reach() {
        for stride in [isize::MIN, isize::MAX] {
            let far = check_reach(&[2, 2, 2], &[stride; 3], 0, usize::MAX);
            assert!(matches!(far, Err(ShapeError::OutOfReach { .. })));
            assert_eq!(check_reach(&[1, 1], &[stride; 2], 0, 1), Ok(()));
        }
        let overflow = Err(ShapeError::Overflow { shape: [usize::MAX; 2].into() });
        assert_eq!(check_reach(&[usize::MAX; 2], &[0, 0], 0, 1), overflow);
        let ranks = Err(ShapeError::Axis(AxisError::RankMismatch { expected: 1, rank: 2 }));
        assert_eq!(check_reach(&[1], &[1, 1], 0, 1), ranks);
    }

    #[test]
    fn layouts_that_repeat_an_element_are_refused_and_rows_apart_are_not() {
        for (shape, strides, elements) in layouts() {
            let distinct = elements.iter().collect::<BTreeSet<_>>().len() == elements.len();
            let [rows, columns] = [0, 1].map(|axis| (shape[axis].max(1) - 1) * strides[axis].unsigned_abs());
            let apart = columns < strides[0].unsigned_abs() || rows < strides[1].unsigned_abs();
            match check_distinct(&shape, &strides) {
                Ok(()) => assert!(distinct, "{shape:?} {strides:?}"),
                Err(error) => {
                    assert_eq!(error, ShapeError::Shared { shape: shape.into(), strides: strides.into() });
                    assert!(!(distinct && apart), "{shape:?} {strides:?}");
                }
            }
        }
        let far = [isize::MAX, isize::MIN];
        assert!(check_distinct(&[usize::MAX >> 1, 2], &far).is_err());
    }
}
