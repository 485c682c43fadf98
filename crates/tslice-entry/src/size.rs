//! How many positions entries take of an axis, as far as that is known: signatures and static
//! shapes are checked by it.
#![allow(clippy::result_large_err, reason = "constants have no heap")]

use crate::axis::{MAX_LENGTH, count, most};
use crate::entry::{Entry, Range};
use crate::message::Message;

/// The number of positions that entries take of an axis.
#[derive(Clone, Copy)]
pub struct Size {
    /// The number, or what it is at most.
    pub most: i64,
    /// Whether it is the number.
    pub is_exact: bool,
}

/// What is found, or what is wrong.
pub type Sound<V> = Result<V, Message>;

impl Size {
    /// All positions of an axis, or all items of a list.
    pub const fn whole(len: Option<usize>) -> Self {
        Self {
            most: match len {
                Some(len) => len as i64,
                None => MAX_LENGTH,
            },
            is_exact: len.is_some(),
        }
    }

    /// The number if it is known.
    pub const fn exact(self) -> Option<usize> {
        if self.is_exact {
            Some(self.most as usize)
        } else {
            None
        }
    }
}

/// What an entry, or the items of a list together, take of an axis; `more` is what other items of
/// the list take at least.
///
/// # Errors
///
/// If an index or a window does not lie inside of the axis, a stride is 0, or nothing is taken.
pub const fn taken(
    items: &[Entry<i64>],
    more: usize,
    axis: usize,
    len: Option<usize>,
) -> Sound<Size> {
    let longest = Size::whole(len).most;
    let (mut sum, mut at) = (Size::whole(Some(more)), 0);
    while at < items.len() {
        let item = &items[at];
        let is_range = match item {
            Entry::Range(Range {
                stride: Some(0), ..
            }) => return Err(Message::zero_stride(axis)),
            Entry::Range(_) => true,
            _ => false,
        };
        let count = match count(item, longest) {
            Some(_) if is_range && len.is_none() => {
                sum.is_exact = false;
                most(item)
            }
            Some(count) => count,
            None => return Err(Message::outside(item, axis, longest)),
        };
        sum.is_exact &= sum.most.checked_add(count).is_some();
        sum.most = sum.most.saturating_add(count);
        at += 1;
    }
    if sum.most > 0 {
        return Ok(sum);
    }
    let message = match items {
        [item] => Message::new().text("range ").entry(item),
        _ => Message::new().text("the list"),
    };
    Err(match len {
        Some(len) => message.on_axis(" is empty for", axis, len),
        None => message.text(" is empty for every length of its axis"),
    })
}

/// What the lists of a group take of their axes: one length, or 1, which beside 0 is 0.
///
/// # Errors
///
/// If the lists have two other lengths.
pub const fn group(lists: &[Size]) -> Sound<Size> {
    let (mut group, mut common, mut at) = (Size::whole(Some(1)), 1, 0);
    while at < lists.len() {
        let Size { most, is_exact } = lists[at];
        if is_exact && most != 1 {
            if common != 1 && common != most {
                return Err(Message::new()
                    .text("the lists have lengths ")
                    .number(common as i128)
                    .text(" and ")
                    .number(most as i128)
                    .text(": they need one length, or 1"));
            }
            common = most;
        }
        if most > group.most {
            group.most = most;
        }
        group.is_exact &= is_exact;
        at += 1;
    }
    if common == 0 {
        group.most = 0;
    }
    Ok(group)
}

/// The length of an axis of the result, if it is known.
///
/// # Errors
///
/// If the signature states another one.
pub const fn given(axis: usize, taken: Size, stated: Option<usize>) -> Sound<Option<usize>> {
    let Some(stated) = stated else {
        return Ok(taken.exact());
    };
    let (is_right, has) = if taken.is_exact {
        (taken.most == stated as i64, " of the result has length ")
    } else {
        (
            taken.most >= stated as i64,
            " of the result has at most length ",
        )
    };
    if is_right {
        return Ok(Some(stated));
    }
    Err(Message::new()
        .text("axis ")
        .number(axis as i128)
        .text(has)
        .number(taken.most as i128)
        .text(", not ")
        .number(stated as i128))
}
