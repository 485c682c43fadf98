//! Lists as entries of `split_mut!`: a part whose positions have one distance from each to the next
//! is a view.

use tslice_syntax::{Bound, ByRole, Entry, Lexemes, List, Result, refuse};

/// The entry that selects what a list does; `None` if its positions are not evenly spaced, or are
/// not known.
///
/// # Errors
///
/// A mistake at the lexemes of the entry if it is a group, or a position stands in it twice.
pub(crate) fn view_of(lists: &[List<Bound>], at: Lexemes<'_>) -> Result<Option<Entry<Bound>>> {
    let items = match lists {
        [List::Literal(items)] => &items[..],
        [List::Borrowed(_)] => return Ok(None),
        _ => {
            let words =
                "a group of lists is not a part: use `pick_mut` for one part after the other";
            return refuse(at, words);
        }
    };
    let number = |value: i64| Bound::Literal {
        value,
        digits: at.span(),
    };
    let window = |start, length, stride| Entry::Window {
        start,
        length: number(length),
        stride,
    };
    match items {
        [] => return Ok(Some(window(number(0), 0, 1))),
        [Entry::Index(start)] => return Ok(Some(window(start.clone(), 1, 1))),
        [only] => return Ok(Some(only.clone())),
        _ => {}
    }
    let literal = |item: &Entry<Bound>| match item {
        Entry::Index(index) => index.value(),
        _ => None,
    };
    let positions: Vec<i64> = items.iter().filter_map(literal).collect();
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let stride = stride_of(&positions).filter(|_| positions.len() == items.len());
    for (number, twice) in positions.iter().enumerate() {
        if positions[..number].contains(twice) {
            let words =
                format!("a part has each of its elements once, and {twice} stands here twice");
            return refuse(at, words);
        }
    }
    Ok(stride.map(|stride| window(number(positions[0]), length, stride)))
}

/// The distance of each position to the next, if it is one and the same and above 0.
fn stride_of(positions: &[i64]) -> Option<i64> {
    let (first, last) = (positions.first()?, positions.last()?);
    let mut distances = positions
        .windows(2)
        .map(|pair| pair[1].checked_sub(pair[0]));
    let stride = distances.next()??;
    // Which position is the higher one, if one counts from the end, depends on the length of the
    // axis.
    let is_even = distances.all(|distance| distance == Some(stride));
    (stride > 0 && is_even && (*first < 0) == (*last < 0)).then_some(stride)
}
