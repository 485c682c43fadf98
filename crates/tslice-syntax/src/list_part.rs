//! Lists as entries of `split_mut!`: a part whose positions have one distance from each to the next
//! is a view.

use alloc::format;
use alloc::vec::Vec;

use tslice_entry::Entry;

use crate::entry::{Bound, List};
use crate::lexeme::Lexeme;
use crate::mistake::Mistake;

/// The entry that selects what a list does; `None` if its positions are not evenly spaced, or are
/// not known.
///
/// # Errors
///
/// A mistake at the lexemes of the entry if it is a group, or a position stands in it twice.
pub fn view_of<'l, 't>(
    lists: &[List<Bound<'l, 't>>],
    at: &[Lexeme<'t>],
) -> Result<Option<Entry<Bound<'l, 't>>>, Mistake<'t>> {
    let items = match lists {
        [List::Literal(items)] => &items[..],
        [List::Borrowed(_)] => return Ok(None),
        _ => {
            let words =
                "a group of lists is not a part: use `pick_mut` for one part after the other";
            return Err(Mistake::new(at, words));
        }
    };
    let [Lexeme { token: digits, .. }, ..] = at else {
        unreachable!("an entry is written")
    };
    let number = |value: i64| Bound::Literal {
        value,
        digits: *digits,
    };
    let window = |start, length, stride| Entry::Window {
        start,
        length: number(length),
        stride,
    };
    match items {
        [] => return Ok(Some(window(number(0), 0, 1))),
        [Entry::Index(start)] => {
            return Ok(Some(window(start.clone(), 1, 1)));
        }
        [only] => return Ok(Some(only.clone())),
        _ => {}
    }
    let literal = |item: &Entry<Bound<'l, 't>>| match item {
        Entry::Index(Bound::Literal { value, .. }) => Some(*value),
        _ => None,
    };
    let mut sorted: Vec<i64> = items.iter().filter_map(literal).collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let words = format!(
            "a part has each of its elements once, and {} stands here twice",
            pair[0]
        );
        return Err(Mistake::new(at, words));
    }
    if !items
        .iter()
        .map(literal)
        .eq(sorted.iter().map(|&position| Some(position)))
    {
        return Ok(None);
    }
    let (first, last, step) = (
        sorted[0],
        sorted[sorted.len() - 1],
        sorted[1].checked_sub(sorted[0]),
    );
    let is_even = sorted
        .windows(2)
        .all(|pair| pair[1].checked_sub(pair[0]) == step);
    // Which position is the higher one, if one counts from the end, depends on the length of the
    // axis.
    let is_view = is_even && (first < 0) == (last < 0);
    let (true, Some(step), Ok(length)) = (is_view, step, i64::try_from(items.len())) else {
        return Ok(None);
    };
    Ok(Some(window(number(first), length, step)))
}
