//! One value from each column of rows that follow each other.

use alloc::vec::Vec;
use core::array;

/// Columns that are combined in registers.
const MANY: usize = 16;
const FEW: usize = 4;

/// Combines the elements of each column of rows of `width` elements, in the order of the rows, and appends the results.
///
/// # Panics
///
/// If there is no row.
pub(super) fn fold_columns<T: Copy>(rows: &[T], width: usize, to: &mut Vec<T>, f: impl Fn(T, T) -> T + Copy) {
    let mut at = 0;
    while width - at >= MANY {
        to.extend_from_slice(&fold_together::<T, MANY>(&rows[at..], width, f));
        at += MANY;
    }
    while at < width {
        if width < FEW {
            to.extend_from_slice(&fold_together::<T, 1>(&rows[at..], width, f));
            at += 1;
        } else {
            // The last ones may be met once more.
            let first = at.min(width - FEW);
            to.extend(fold_together::<T, FEW>(&rows[first..], width, f).into_iter().skip(at - first));
            at = first + FEW;
        }
    }
}

/// The results of the first N columns.
#[inline(always)]
fn fold_together<T: Copy, const N: usize>(columns: &[T], width: usize, f: impl Fn(T, T) -> T) -> [T; N] {
    let mut values: [T; N] = array::from_fn(|at| columns[at]);
    let mut rest = columns;
    while let Some(row) = rest.get(width..) {
        if let Some(row) = row.first_chunk::<N>() {
            values = array::from_fn(|at| f(values[at], row[at]));
        }
        rest = row;
    }
    values
}
