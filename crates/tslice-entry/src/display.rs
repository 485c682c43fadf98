//! Entries as the language writes them: what is printed parses back to itself.

use core::fmt::{self, Display};

use crate::entry::Entry;
use crate::message::Message;

impl Display for Entry<i64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message::new().entry(self).fmt(f)
    }
}

/// Prints the entries of a spec. `list` prints the list or the group of an entry, and is `None` of
/// an entry without one.
///
/// # Errors
///
/// If the formatter fails.
pub fn print_spec(
    entries: impl Iterator<Item = Entry<i64>>,
    list: impl Fn(usize, &mut fmt::Formatter<'_>) -> Option<fmt::Result>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (at, entry) in entries.enumerate() {
        if entry == Entry::Grouped {
            continue;
        }
        f.write_str(if at > 0 { ", " } else { "" })?;
        match list(at, f) {
            Some(printed) => printed?,
            None => entry.fmt(f)?,
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
