//! Printing entries in the language, so that they parse back to themselves.

use core::fmt;

use tslice_syntax::{Entry, List, Listed, Range};

use super::EncodingRef;

pub(crate) fn entries(encoding: EncodingRef<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    spec(encoding, &[], f)
}

/// Prints entries, and lists in the places of theirs.
pub(super) fn spec(
    encoding: EncodingRef<'_>,
    listed: &[Listed<i64>],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut at = 0;
    while at < encoding.begin.len() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        let Some(Listed { lists, .. }) = listed.iter().find(|listed| listed.entry == at) else {
            entry(&encoding, at, f)?;
            at += 1;
            continue;
        };
        if let [List::Literal(items)] = &lists[..] {
            list(items, f)?;
        } else {
            for (number, of_group) in lists.iter().enumerate() {
                f.write_str(if number == 0 { "(" } else { ", " })?;
                if let List::Literal(items) = of_group {
                    list(items, f)?;
                }
            }
            f.write_str(")")?;
        }
        at += lists.len().max(1);
    }
    Ok(())
}

/// Prints one entry, which is no list.
pub(crate) fn entry(encoding: &EncodingRef<'_>, at: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match encoding.window(at) {
        Some((start, length)) if encoding.strides[at] == 1 => write!(f, "{start}:+{length}"),
        _ => fmt::Display::fmt(&encoding.entry(at), f),
    }
}

/// Prints a literal list.
pub(crate) fn list(items: &[Entry<i64>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        match *item {
            Entry::Ellipsis | Entry::NewAxis => {}
            Entry::Index(index) => write!(f, "{index}")?,
            Entry::Window { start, length } => write!(f, "{start}:+{length}")?,
            Entry::Range(Range { begin, end, stride }) => {
                let stride = stride.unwrap_or(1);
                fmt::Display::fmt(&super::Entry::Range(super::Bounds { begin, end, stride }), f)?;
            }
        }
    }
    f.write_str("]")
}
