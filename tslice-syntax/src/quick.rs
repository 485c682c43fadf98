//! The short way through a plain text: decimal numbers, the words of the language and ASCII white space, without a
//! mistake. Anything else is left to the full way, and so are all messages.

use crate::MAX_ENTRIES;
use crate::entry::{Entry, Range};

/// Hands on the entries of a plain text; `None`, perhaps after some entries, if the text is not plain.
#[inline]
pub(crate) fn scan(text: &str, mut push: impl FnMut(Entry<i64>)) -> Option<()> {
    let mut cursor = Cursor { rest: text.as_bytes() };
    let mut ellipsis = false;
    for _ in 0..MAX_ENTRIES {
        let Some(first) = cursor.peek() else { return Some(()) };
        let entry = match first {
            b'.' if ellipsis => return None,
            b'.' => {
                ellipsis = true;
                cursor.skip(b"...").or_else(|| cursor.skip(b".."))?;
                Entry::Ellipsis
            }
            b'n' | b'N' => {
                cursor.skip(b"newaxis").or_else(|| cursor.skip(b"None"))?;
                Entry::NewAxis
            }
            _ => cursor.index_or_range()?,
        };
        push(entry);
        match cursor.peek() {
            None => return Some(()),
            Some(b',') => cursor.advance(),
            Some(_) => return None,
        }
    }
    cursor.peek().is_none().then_some(())
}

struct Cursor<'t> {
    rest: &'t [u8],
}

impl Cursor<'_> {
    /// The next byte that is no white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.rest {
                [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] => self.rest = rest,
                [first, ..] => return Some(*first),
                [] => return None,
            }
        }
    }

    #[inline]
    fn advance(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    #[inline]
    fn skip(&mut self, word: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    #[inline]
    fn index_or_range(&mut self) -> Option<Entry<i64>> {
        let begin = self.bound()?;
        if self.peek() != Some(b':') {
            return begin.map(Entry::Index);
        }
        self.advance();
        let end = self.bound()?;
        if self.peek() != Some(b':') {
            return Some(Entry::Range(Range { begin, end, stride: None }));
        }
        self.advance();
        let stride = self.bound()?;
        (stride != Some(0)).then_some(Entry::Range(Range { begin, end, stride }))
    }

    /// A bound or none; at most 18 digits, which all fit.
    #[inline]
    fn bound(&mut self) -> Option<Option<i64>> {
        let negative = self.peek() == Some(b'-');
        if negative {
            self.advance();
        }
        let (mut value, length) = (0_i64, self.rest.len());
        while let [digit @ b'0'..=b'9', rest @ ..] = self.rest {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            self.rest = rest;
        }
        match length - self.rest.len() {
            0 => (!negative).then_some(None),
            1..=18 => Some(Some(if negative { -value } else { value })),
            _ => None,
        }
    }
}
