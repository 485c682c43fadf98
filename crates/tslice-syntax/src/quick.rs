//! The short way through a plain text: decimal numbers, the words of the language and ASCII white
//! space, without a mistake. Anything else is left to the full way, and so are all messages.

use tslice_entry::{Entry, Range};

use crate::MAX_ENTRIES;

/// Hands on the entries of a plain text, without an allocation; `None`, perhaps after some entries,
/// if the text is not plain, and is one for [`parse`](crate::parse).
#[inline]
pub fn plain(text: &str, mut push: impl FnMut(Entry<i64>)) -> Option<()> {
    let text = text.as_bytes().trim_ascii();
    let text = match text {
        [] => return Some(()),
        [text @ .., b','] => text,
        text => text,
    };
    let mut ellipsis = false;
    for (count, entry) in text.split(|byte| *byte == b',').enumerate() {
        // One call of `push`, so that it is inlined too.
        push(match entry.trim_ascii() {
            _ if count == MAX_ENTRIES => return None,
            b".." | b"..." if ellipsis => return None,
            b".." | b"..." => {
                ellipsis = true;
                Entry::Ellipsis
            }
            b"newaxis" | b"None" => Entry::NewAxis,
            entry => index_or_range(entry)?,
        });
    }
    Some(())
}

#[inline]
fn index_or_range(text: &[u8]) -> Option<Entry<i64>> {
    let mut bounds = text.split(|byte| *byte == b':');
    let begin = bound(bounds.next()?)?;
    let Some(end) = bounds.next() else {
        return begin.map(Entry::Index);
    };
    let (end, stride) = (bound(end)?, bound(bounds.next().unwrap_or_default())?);
    (stride != Some(0) && bounds.next().is_none()).then_some(Entry::Range(Range {
        begin,
        end,
        stride,
    }))
}

/// A bound or none; at most 18 digits, which all fit.
#[inline]
fn bound(text: &[u8]) -> Option<Option<i64>> {
    let (digits, negative) = match text.trim_ascii() {
        [] => return Some(None),
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if !matches!(digits.len(), 1..=18) {
        return None;
    }
    let mut value = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(Some(if negative { -value } else { value }))
}
