//! The best of elements that follow each other in rows and columns, by a comparison, and its position.

use alloc::vec::Vec;
use core::slice::ChunksExact;
use core::{array, hint};

/// Candidates side by side, so that none waits for the comparison before.
const LANES: usize = 16;
/// Elements that are still in the nearest cache when they are met again.
const CACHED: usize = 1 << 10;
/// From this length on, a line by itself is worth its plan.
pub(super) const LONG: usize = 32;
/// Columns whose elements are met together.
const FEW: usize = 4;
const MANY: usize = 512;

/// Whether an element has no order, not even with itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what differs from itself")]
pub(super) fn is_unordered<T: PartialEq>(element: &T) -> bool {
    element != element
}

/// Whether one of some elements has no order.
#[inline(always)]
pub(super) fn any_unordered<'l, T: PartialEq + 'l>(elements: impl IntoIterator<Item = &'l T>) -> bool {
    elements.into_iter().fold(false, |any, element| any | is_unordered(element))
}

/// The better of two elements, the first one if none is.
#[inline(always)]
pub(super) fn chosen<T: Copy>(best: T, element: T, is_better: impl Fn(&T, &T) -> bool) -> T {
    if is_better(&element, &best) { element } else { best }
}

/// The better of two elements. One without an order stays to the end.
#[inline(always)]
pub(super) fn better<T: PartialOrd + Copy>(best: T, element: T, is_better: impl Fn(&T, &T) -> bool) -> T {
    if is_unordered(&element) { element } else { chosen(best, element, is_better) }
}

/// The best of a row without elements, of which there is none where this is called.
#[cold]
pub(super) fn no_elements<T>() -> T {
    unreachable!("a row has elements, and its best is one of them")
}

/// The best of elements that follow each other.
pub(super) fn best_of_row<T: PartialOrd + Copy>(
    row: &[T],
    is_better: impl Fn(&T, &T) -> bool + Copy,
) -> Option<T> {
    let mut best = *row.first()?;
    if row.len() < LANES {
        let mut unordered = false;
        for element in row {
            unordered |= is_unordered(element);
            best = chosen(best, *element, is_better);
        }
        return if unordered { row.iter().copied().find(is_unordered) } else { Some(best) };
    }
    // Whether there is a NaN is asked apart: a comparison less for each element to wait for.
    for part in row.chunks(CACHED) {
        if any_unordered(part) {
            return part.iter().copied().find(is_unordered);
        }
        let (blocks, rest) = part.as_chunks::<LANES>();
        if !blocks.is_empty() {
            let mut lanes = [best; LANES];
            for block in blocks {
                for at in 0..LANES {
                    lanes[at] = chosen(lanes[at], block[at], is_better);
                }
            }
            let mut half = LANES / 2;
            while half > 0 {
                for at in 0..half {
                    lanes[at] = chosen(lanes[at], lanes[at + half], is_better);
                }
                half /= 2;
            }
            best = lanes[0];
        }
        best = rest.iter().fold(best, |best, element| chosen(best, *element, is_better));
    }
    Some(best)
}

/// Whether an element equals the best one; if that is a NaN, whether the element is one.
#[inline(always)]
fn is_same<T: PartialEq>(element: &T, best: &T) -> bool {
    if is_unordered(best) { is_unordered(element) } else { element == best }
}

/// The position of the first element of a row that equals the best one.
fn first_best<T: PartialEq + Copy>(row: &[T], best: T) -> Option<usize> {
    let (blocks, _) = row.as_chunks::<LANES>();
    let has = |block: &[T; LANES]| block.iter().fold(false, |any, element| any | is_same(element, &best));
    let from = blocks.iter().position(has).unwrap_or(blocks.len()) * LANES;
    row[from..].iter().position(|element| is_same(element, &best)).map(|at| from + at)
}

/// Compares the best element so far with the one at a position. No branch has to be foreseen.
#[inline(always)]
fn meet<T: Copy>(
    (best, position): (&mut T, &mut usize),
    (at, element): (usize, &T),
    is_better: impl Fn(&T, &T) -> bool,
) {
    let wins = is_better(element, best);
    *position = hint::select_unpredictable(wins, at, *position);
    *best = hint::select_unpredictable(wins, *element, *best);
}

/// The position of the best of some elements that have an order, of the first one of equals. It calls a function with each.
#[inline(always)]
pub(super) fn best_position<'l, T: Copy + 'l>(
    elements: impl Iterator<Item = &'l T>,
    is_better: impl Fn(&T, &T) -> bool,
    mut see: impl FnMut(&T),
) -> usize {
    let mut elements = elements.enumerate();
    let Some((mut position, &(mut best))) = elements.next() else { return no_elements() };
    see(&best);
    elements.for_each(|(at, element)| {
        see(element);
        meet((&mut best, &mut position), (at, element), &is_better);
    });
    position
}

/// The position of the best of some elements, or of the first one without an order.
#[inline(always)]
pub(super) fn position_of<'l, T: PartialOrd + Copy + 'l>(
    elements: impl Iterator<Item = &'l T> + Clone,
    is_better: impl Fn(&T, &T) -> bool,
) -> usize {
    let mut unordered = false;
    let see = |element: &T| unordered |= is_unordered(element);
    let position = best_position(elements.clone(), is_better, see);
    if unordered { first_unordered(elements) } else { position }
}

#[cold]
fn first_unordered<'l, T: PartialEq + 'l>(mut elements: impl Iterator<Item = &'l T>) -> usize {
    elements.position(is_unordered).unwrap_or_else(no_elements)
}

/// The position of the best of a row, which has elements.
pub(super) fn best_in_row<T: PartialOrd + Copy>(
    row: &[T],
    is_better: impl Fn(&T, &T) -> bool + Copy,
) -> usize {
    match row.len() < LONG {
        true => position_of(row.iter(), is_better),
        false => {
            best_of_row(row, is_better).and_then(|best| first_best(row, best)).unwrap_or_else(no_elements)
        }
    }
}

/// Calls a function with rows of `len` elements, some at a time, and whether they are short and all their elements have an order.
#[inline(always)]
pub(super) fn by_rows<'e, T: PartialEq>(
    elements: &'e [T],
    len: usize,
    mut see: impl FnMut(ChunksExact<'e, T>, bool),
) {
    if len >= LONG {
        return see(elements.chunks_exact(len), false);
    }
    for rows in elements.chunks(CACHED / len * len) {
        see(rows.chunks_exact(len), !any_unordered(rows));
    }
}

/// The best of elements that have an order.
#[inline(always)]
pub(super) fn best_of_ordered<T: Copy>(row: &[T], is_better: impl Fn(&T, &T) -> bool) -> T {
    let chosen = |best, element| chosen(best, element, &is_better);
    row.iter().copied().reduce(chosen).unwrap_or_else(no_elements)
}

/// Writes the position of the best of each column of rows of `width` elements. Columns side by side do not wait for each other.
pub(super) fn best_of_columns<T: PartialOrd + Copy>(
    rows: &[T],
    width: usize,
    positions: &mut [usize],
    is_better: impl Fn(&T, &T) -> bool,
) {
    let len = rows.len() / width;
    // So many columns that their bests stay in the cache, or, if the columns are short, in registers.
    let together = if width > MANY && len > LONG { MANY } else { FEW };
    let mut best = Vec::with_capacity(together);
    for (group, positions) in positions.chunks_mut(together).enumerate() {
        let columns = positions.len();
        let row = |at: usize| &rows[at * width + group * together..][..columns];
        if columns == FEW {
            let (mut best, mut found): ([T; FEW], _) = (array::from_fn(|column| row(0)[column]), [0; FEW]);
            for at in 1..len {
                for (column, element) in row(at).iter().enumerate() {
                    meet((&mut best[column], &mut found[column]), (at, element), &is_better);
                }
            }
            positions.copy_from_slice(&found);
            continue;
        }
        best.clear();
        best.extend_from_slice(row(0));
        for at in 1..len {
            for (met, element) in best.iter_mut().zip(&mut *positions).zip(row(at)) {
                meet(met, (at, element), &is_better);
            }
        }
    }
    if rows.chunks(CACHED).any(any_unordered) {
        for (column, position) in positions.iter_mut().enumerate() {
            let first = (0..len).find(|&at| is_unordered(&rows[at * width + column]));
            *position = first.unwrap_or(*position);
        }
    }
}
