//! Entries as the language writes them: what is printed parses back to itself.

use core::fmt::{self, Display};

use crate::entry::{Entry, List, Listed, Range};

impl Display for Entry<i64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ellipsis => f.write_str(".."),
            Self::NewAxis => f.write_str("newaxis"),
            Self::Index(index) => write!(f, "{index}"),
            Self::Range(Range { begin, end, stride }) => {
                begin.map_or(Ok(()), |begin| write!(f, "{begin}"))?;
                f.write_str(":")?;
                end.map_or(Ok(()), |end| write!(f, "{end}"))?;
                stride
                    .filter(|stride| *stride != 1)
                    .map_or(Ok(()), |stride| write!(f, ":{stride}"))
            }
            Self::Window {
                start,
                length,
                stride: 1,
            } => write!(f, "{start}:+{length}"),
            Self::Window {
                start,
                length,
                stride,
            } => write!(f, "{start}:+{length}:{stride}"),
            Self::List | Self::Grouped => f.write_str("[..]"),
        }
    }
}

/// Prints entries, and lists in the places of theirs.
///
/// # Errors
///
/// If the formatter fails.
pub fn print_spec(
    entries: impl Iterator<Item = Entry<i64>>,
    listed: &[Listed<i64>],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (at, entry) in entries
        .enumerate()
        .filter(|(_, entry)| *entry != Entry::Grouped)
    {
        f.write_str(if at > 0 { ", " } else { "" })?;
        match listed
            .iter()
            .find(|listed| listed.entry == at)
            .map(|listed| &listed.lists[..])
        {
            None => entry.fmt(f)?,
            Some([List::Literal(items)]) => print_list(items, f)?,
            Some(group) => {
                for (number, list) in group.iter().enumerate() {
                    f.write_str(if number == 0 { "(" } else { ", " })?;
                    if let List::Literal(items) = list {
                        print_list(items, f)?;
                    }
                }
                f.write_str(")")?;
            }
        }
    }
    Ok(())
}

/// Prints a literal list.
///
/// # Errors
///
/// If the formatter fails.
pub fn print_list(items: &[Entry<i64>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "[" })?;
    }
    f.write_str(if items.is_empty() { "[]" } else { "]" })
}
