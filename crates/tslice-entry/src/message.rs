//! Messages with numbers in them for `const` code, which cannot call `format!`.

use core::fmt;

use crate::axis::end;
use crate::entry::{Entry, Range};

/// A message that is being written. What does not fit is left out.
pub struct Message {
    bytes: [u8; Self::ROOM],
    len: usize,
}

impl Message {
    /// Enough for the longest sentence of an array and the lengths of a dozen axes.
    const ROOM: usize = 400;
    /// Digits of the largest number, and a sign.
    const DIGITS: usize = i128::MIN.unsigned_abs().ilog10() as usize + 2;

    /// An empty message.
    #[allow(clippy::new_without_default, reason = "a trait has no `const fn`")]
    pub const fn new() -> Self {
        Self {
            bytes: [0; Self::ROOM],
            len: 0,
        }
    }

    /// Adds words.
    pub const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() <= Self::ROOM - self.len {
            let (_, rest) = self.bytes.split_at_mut(self.len);
            rest.split_at_mut(text.len()).0.copy_from_slice(text);
            self.len += text.len();
        }
        self
    }

    /// Adds a number.
    pub const fn number(self, number: i128) -> Self {
        let mut digits = [0; Self::DIGITS];
        let (mut at, mut left) = (Self::DIGITS, number.unsigned_abs());
        loop {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        if number < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.text(ascii(digits.split_at(at).1))
    }

    /// Adds `[1, 2]`.
    pub const fn list(self, numbers: &[usize]) -> Self {
        let mut message = self.text("[");
        let mut at = 0;
        while at < numbers.len() {
            message = message
                .text(if at == 0 { "" } else { ", " })
                .number(numbers[at] as i128);
            at += 1;
        }
        message.text("]")
    }

    /// "{words} axis 0 with length 3".
    pub const fn on_axis(self, words: &str, axis: usize, len: usize) -> Self {
        let message = self.text(words).text(" axis ").number(axis as i128);
        message.text(" with length ").number(len as i128)
    }

    /// Adds an entry as the language writes it.
    pub const fn entry(self, entry: &Entry<i64>) -> Self {
        match *entry {
            Entry::Ellipsis => self.text(".."),
            Entry::NewAxis => self.text("newaxis"),
            Entry::Index(index) => self.number(index as i128),
            Entry::Window {
                start,
                length,
                stride,
            } => {
                let message = self.number(start as i128);
                let message = message.text(":+").number(length as i128);
                message.stride(stride)
            }
            Entry::Range(Range { begin, end, stride }) => {
                let mut message = self;
                if let Some(begin) = begin {
                    message = message.number(begin as i128);
                }
                message = message.text(":");
                if let Some(end) = end {
                    message = message.number(end as i128);
                }
                match stride {
                    Some(stride) => message.stride(stride),
                    None => message,
                }
            }
            Entry::List | Entry::Grouped => self.text("[..]"),
        }
    }

    const fn stride(self, stride: i64) -> Self {
        match stride {
            1 => self,
            _ => self.text(":").number(stride as i128),
        }
    }

    /// "the stride of axis 0 is 0".
    pub const fn zero_stride(axis: usize) -> Self {
        let message = Self::new().text("the stride of axis ");
        message.number(axis as i128).text(" is 0")
    }

    /// Says that an index or a window does not lie inside of an axis of some length: "window -1:+2
    /// is out of bounds for axis 0: 2 positions from -1 end at 11, beyond length 10".
    pub const fn outside(entry: &Entry<i64>, axis: usize, len: i64) -> Self {
        let Entry::Window {
            start,
            length,
            stride,
        } = *entry
        else {
            let message = Self::new().text("index ").entry(entry);
            return message.on_axis(" is out of bounds for", axis, len as usize);
        };
        // A window with a stride was a list.
        let message = match stride {
            1 => Self::new().text("window ").entry(entry),
            _ => Self::new()
                .text("the list of ")
                .positions(length, start, stride),
        };
        let message = message
            .text(" is out of bounds for axis ")
            .number(axis as i128)
            .text(": ");
        let (start, len) = (start as i128, len as i128);
        let first = if start < 0 { start + len } else { start };
        if length < 0 {
            return message
                .text("the length ")
                .number(length as i128)
                .text(" is negative");
        }
        if first < 0 {
            return message
                .text("the start ")
                .number(start)
                .text(" is before the first of ")
                .number(len)
                .text(" positions");
        }
        message
            .positions(length, start as i64, stride)
            .text(if length == 1 { " ends at " } else { " end at " })
            .number(end(first, length, stride))
            .text(", beyond length ")
            .number(len)
    }

    /// "3 positions from 0, 2 apart,".
    const fn positions(self, length: i64, start: i64, stride: i64) -> Self {
        let message = self
            .number(length as i128)
            .text(if length == 1 {
                " position from "
            } else {
                " positions from "
            })
            .number(start as i128);
        match stride {
            1 => message,
            _ => message.text(", ").number(stride as i128).text(" apart,"),
        }
    }

    /// Panics with these words.
    ///
    /// # Panics
    ///
    /// Always.
    #[cold]
    #[track_caller]
    pub const fn panic(self) -> ! {
        panic!("{}", self.as_str())
    }

    const fn as_str(&self) -> &str {
        ascii(self.bytes.split_at(self.len).0)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

const fn ascii(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
