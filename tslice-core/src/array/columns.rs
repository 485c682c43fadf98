//! One value from each column of rows that follow each other.

use alloc::vec::Vec;
use core::array;

/// Columns that are combined in registers.
const FEW: usize = 4;
/// From so many columns on, results in memory and a loop for each row take less time.
const MANY: usize = 16;

/// Combines the elements of each column of rows of `width` elements, in the order of the rows, and appends the results.
///
/// # Panics
///
/// If there is no row.
pub(super) fn fold_columns<T: Copy>(rows: &[T], width: usize, to: &mut Vec<T>, f: impl Fn(T, T) -> T + Copy) {
    if width >= MANY {
        return fold_rows(rows, width, to, f);
    }
    let mut at = 0;
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

/// [`fold_columns`], with the results in memory.
fn fold_rows<T: Copy>(rows: &[T], width: usize, to: &mut Vec<T>, f: impl Fn(T, T) -> T) {
    let start = to.len();
    let (first, rows) = rows.split_at(width);
    to.extend_from_slice(first);
    let results = &mut to[start..];
    // Four rows together: results are loaded and stored once for them.
    let mut fours = rows.chunks_exact(4 * width);
    for rows in &mut fours {
        let (ab, cd) = rows.split_at(2 * width);
        let ((a, b), (c, d)) = (ab.split_at(width), cd.split_at(width));
        for ((((result, a), b), c), d) in results.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *result = f(f(f(f(*result, *a), *b), *c), *d);
        }
    }
    for row in fours.remainder().chunks_exact(width) {
        results.iter_mut().zip(row).for_each(|(result, element)| *result = f(*result, *element));
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
