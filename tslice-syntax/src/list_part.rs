//! Literal lists as entries of `split_mut!`, whose parts are views: lists with one distance from each position to the next.

use alloc::format;
use alloc::vec::Vec;

use crate::entry::{Bound, Entry, List, Range, behind};
use crate::lexeme::{Lexeme, Token};
use crate::mistake::Mistake;

/// The entry that selects what a list does. It has to lie inside of its axis if it is a window or has a stride above 1.
///
/// # Errors
///
/// A mistake at the lexemes of the entry, if no view has the positions of the list, or nobody knows whether one has.
pub fn view_of<'l, T: Token>(
    lists: &[List<Bound<'l, T>>],
    at: &[Lexeme<T>],
) -> Result<Entry<Bound<'l, T>>, Mistake<T>> {
    let no_view = |words: &str| Err(Mistake::new(at, words));
    let items = match lists {
        [List::Literal(items)] => &items[..],
        [List::Borrowed(_)] => {
            return no_view(
                "a part is a view, and what a borrowed list selects may be none: write the positions, or use `pick_mut` for one part after the other",
            );
        }
        _ => {
            return no_view(
                "a part is a view, which no group selects: use `pick_mut` for one part after the other",
            );
        }
    };
    let [Lexeme { token: digits, .. }, ..] = at else { unreachable!("an entry is written") };
    let number = |value: i64| Bound::Literal { value, digits: digits.clone() };
    match items {
        [] => return Ok(Entry::Window { start: number(0), length: number(0) }),
        [Entry::Index(start)] => return Ok(Entry::Window { start: start.clone(), length: number(1) }),
        [only] => return Ok(only.clone()),
        _ => {}
    }
    let literal = |item: &Entry<Bound<'l, T>>| match item {
        Entry::Index(Bound::Literal { value, .. }) => Some(*value),
        _ => None,
    };
    let Some(positions) = items.iter().map(literal).collect::<Option<Vec<i64>>>() else {
        return no_view(
            "a list of a part holds literal positions alone, or one item: write ranges, or use `pick_mut` for one part after the other",
        );
    };
    let mut sorted = positions.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let words = format!("a part has each of its elements once, and {} stands here twice", pair[0]);
        return no_view(&words);
    }
    if positions.iter().any(|&position| position < 0) && positions.iter().any(|&position| position >= 0) {
        return no_view(
            "which position is the higher one depends on the length of the axis: count all from the front, or all from the end",
        );
    }
    let distance = |pair: &[i64]| pair[1].checked_sub(pair[0]);
    let (first, last) = (sorted[0], sorted[sorted.len() - 1]);
    let step =
        distance(&sorted).filter(|_| sorted.windows(2).all(|pair| distance(pair) == distance(&sorted)));
    let (Some(step), Some(length)) = (step, (last - first).checked_add(1)) else {
        return no_view(
            "a part is a view, which has one distance from each position to the next: write `pick_mut` for one part after the other",
        );
    };
    if positions != sorted {
        let words = format!("the positions of a part ascend: write `{sorted:?}`, and reverse the view");
        return no_view(&words);
    }
    Ok(match step {
        1 => Entry::Window { start: number(first), length: number(length) },
        _ => Entry::Range(Range {
            begin: Some(number(first)),
            end: Some(number(behind(first, length))),
            stride: Some(number(step)),
        }),
    })
}
