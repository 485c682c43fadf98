//! Unit tests of `layout::reach`.

use super::{check_distinct, check_reach};
use crate::error::{AxisError, ShapeError};
use std::collections::BTreeSet;
use std::vec::Vec;

/// Each layout of two axes with lengths below 4 and strides from -3 to 3, and where its elements lie.
fn layouts() -> impl Iterator<Item = ([usize; 2], [isize; 2], Vec<isize>)> {
    (0..4 * 4 * 7 * 7).map(|n: usize| {
        let (shape, strides) = ([n % 4, n / 4 % 4], [n / 16 % 7, n / 112].map(|s| s.cast_signed() - 3));
        let rows = (0..shape[0].cast_signed()).map(|i| i * strides[0]);
        let elements = rows.flat_map(|row| (0..shape[1].cast_signed()).map(move |j| row + j * strides[1]));
        (shape, strides, elements.collect())
    })
}

#[test]
fn reach_holds_every_element_or_is_refused() {
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
fn layouts_that_repeat_an_element_are_refused() {
    for (shape, strides, elements) in layouts() {
        let distinct = elements.iter().collect::<BTreeSet<_>>().len() == elements.len();
        let [rows, columns] = [0, 1].map(|axis| (shape[axis].max(1) - 1) * strides[axis].unsigned_abs());
        let apart = columns < strides[0].unsigned_abs() || rows < strides[1].unsigned_abs();
        match check_distinct(&shape, &strides) {
            Ok(()) => assert!(distinct, "{shape:?} {strides:?}"),
            Err(error) => {
                assert_eq!(error, ShapeError::Aliased { shape: shape.into(), strides: strides.into() });
                assert!(!(distinct && apart), "{shape:?} {strides:?}");
            }
        }
    }
    let far = [isize::MAX, isize::MIN];
    assert!(check_distinct(&[usize::MAX >> 1, 2], &far).is_err());
}
