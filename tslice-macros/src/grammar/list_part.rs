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
    let even = evenly_spaced(items, at)?;
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(even.map(|[first, stride]| window(number(first), length, stride)))
}

/// The first one of some positions, and the distance from each to the next; `None` if it is not
/// always the same, or not known.
fn evenly_spaced(items: &[Entry<Bound>], at: Lexemes<'_>) -> Result<Option<[i64; 2]>> {
    let mut positions = Vec::new();
    for item in items {
        let Entry::Index(Bound::Literal { value, .. }) = item else {
            continue;
        };
        if positions.contains(value) {
            let words =
                format!("a part has each of its elements once, and {value} stands here twice");
            return refuse(at, words);
        }
        positions.push(*value);
    }
    let ([first, second, ..], Some(last)) = (&positions[..], positions.last()) else {
        return Ok(None);
    };
    let stride = second.saturating_sub(*first);
    // Which position is the higher one, if one counts from the end, depends on the length of the
    // axis.
    let is_even = positions.len() == items.len()
        && stride > 0
        && (*first < 0) == (*last < 0)
        && positions
            .windows(2)
            .all(|pair| pair[1].checked_sub(pair[0]) == Some(stride));
    Ok(is_even.then_some([*first, stride]))
}
