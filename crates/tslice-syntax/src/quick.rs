//! The short way through a plain text: decimal numbers, the words of the language and ASCII white
//! space, without a mistake. Anything else is left to the full way, and so are all messages.

use tslice_entry::{Entry, Range};

use crate::MAX_ENTRIES;

/// Hands on the entries of a plain text, without an allocation; `None`, perhaps after some entries,
/// if the text is not plain, and is one for [`parse`](crate::parse).
#[inline]
pub fn plain(text: &str, mut push: impl FnMut(Entry<i64>)) -> Option<()> {
    let mut cursor = Cursor {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut ellipsis = false;
    for _ in 0..MAX_ENTRIES {
        // One call of `push`, so that it is inlined too.
        push(match cursor.peek() {
            END => return cursor.is_at_end(),
            b'.' => {
                cursor.skip(b"...").or_else(|| cursor.skip(b".."))?;
                if core::mem::replace(&mut ellipsis, true) {
                    return None;
                }
                Entry::Ellipsis
            }
            b'n' | b'N' => {
                cursor.skip(b"newaxis").or_else(|| cursor.skip(b"None"))?;
                Entry::NewAxis
            }
            _ => cursor.index_or_range()?,
        });
        match cursor.peek() {
            END => return cursor.is_at_end(),
            b',' => cursor.at += 1,
            _ => return None,
        }
    }
    cursor.peek();
    cursor.is_at_end()
}

/// The byte that is read behind the last one. A text that holds this byte itself is not plain.
const END: u8 = 0;

struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

// Inlined, so that the position stays in a register: this is most of what parsing a text costs.
impl Cursor<'_> {
    #[inline(always)]
    fn byte(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(END)
    }

    #[inline(always)]
    fn is_at_end(&self) -> Option<()> {
        (self.at == self.bytes.len()).then_some(())
    }

    /// The next byte that is not white space.
    #[inline(always)]
    fn peek(&mut self) -> u8 {
        while let b' ' | b'\t' | b'\n' | b'\r' = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    #[inline(always)]
    fn skip(&mut self, word: &[u8]) -> Option<()> {
        let found = self.bytes[self.at..].starts_with(word);
        found.then(|| self.at += word.len())
    }

    #[inline(always)]
    fn index_or_range(&mut self) -> Option<Entry<i64>> {
        let begin = self.bound()?;
        if self.peek() != b':' {
            return begin.map(Entry::Index);
        }
        self.at += 1;
        let (end, mut stride) = (self.bound()?, None);
        if self.peek() == b':' {
            self.at += 1;
            stride = self.bound()?;
        }
        (stride != Some(0)).then_some(Entry::Range(Range { begin, end, stride }))
    }

    /// A bound or none; at most 18 digits, which all fit.
    #[inline(always)]
    fn bound(&mut self) -> Option<Option<i64>> {
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let (mut value, start) = (0_i64, self.at);
        loop {
            let digit = self.byte().wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
            self.at += 1;
        }
        match self.at - start {
            0 => (!negative).then_some(None),
            1..=18 => Some(Some(if negative { -value } else { value })),
            _ => None,
        }
    }
}
