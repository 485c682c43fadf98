//! Printing entries in the language, so that they parse back to themselves.

use core::fmt::{self, Display};

use tslice_syntax::{Entry as syntax, List, Listed, Range};

use super::{Bounds, EncodingRef, Entry};

/// Prints entries, and lists in the places of theirs.
pub(super) fn spec(
    encoding: EncodingRef<'_>,
    listed: &[Listed<i64>],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (at, entry) in encoding.entries().enumerate() {
        if entry != Entry::Grouped {
            f.write_str(if at > 0 { ", " } else { "" })?;
        }
        let lists = listed.iter().find(|listed| listed.entry == at).map(|listed| &listed.lists[..]);
        match (entry, lists) {
            (Entry::List, Some([List::Literal(items)])) => list(items, f)?,
            (Entry::List, Some(group)) => {
                for (number, of_group) in group.iter().enumerate() {
                    f.write_str(if number == 0 { "(" } else { ", " })?;
                    if let List::Literal(items) = of_group {
                        list(items, f)?;
                    }
                }
                f.write_str(")")?;
            }
            (Entry::Grouped, _) => {}
            (
                Entry::Ellipsis
                | Entry::NewAxis
                | Entry::Index { .. }
                | Entry::Range(_)
                | Entry::Window { .. }
                | Entry::List,
                _,
            ) => entry.fmt(f)?,
        }
    }
    Ok(())
}

/// Prints a literal list.
pub(crate) fn list(items: &[syntax<i64>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        match *item {
            syntax::Index(index) => write!(f, "{index}")?,
            syntax::Window { start, length, stride } => Entry::Window { start, length, stride }.fmt(f)?,
            syntax::Range(Range { begin, end, stride }) => {
                Entry::Range(Bounds { begin, end, stride: stride.unwrap_or(1) }).fmt(f)?;
            }
            syntax::Ellipsis | syntax::NewAxis | syntax::List | syntax::Grouped => {}
        }
    }
    f.write_str("]")
}
