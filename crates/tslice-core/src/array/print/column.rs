//! The texts of the elements, and the width of the column that they stand in.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Formatter};

/// The elements of an array as they are written.
pub(super) struct Column {
    elements: Vec<Element>,
    whole: usize,
    fraction: usize,
    words: usize,
    hexadecimal: bool,
    /// Whether the column is as wide as the widest element.
    aligned: bool,
}

struct Element {
    text: String,
    width: usize,
    /// The characters from the decimal point on, of a number.
    fraction: Option<usize>,
}

fn is_hexadecimal(f: &Formatter<'_>) -> bool {
    const HEXADECIMAL: u32 = 0b11_0000;
    #[allow(deprecated, reason = "the methods that replace it do not tell")]
    let flags = f.flags();
    flags & HEXADECIMAL != 0
}

/// An element under the options of a formatter that numbers have, apart from the sign. A formatter
/// that writes elsewhere under the same options cannot be made.
pub(super) fn text(element: &impl Debug, f: &Formatter<'_>) -> String {
    match f.precision() {
        Some(digits) => format!("{element:.digits$?}"),
        None if !is_hexadecimal(f) => format!("{element:?}"),
        None if f.alternate() => format!("{element:#x?}"),
        None => format!("{element:x?}"),
    }
}

impl Column {
    pub(super) fn new(texts: Vec<String>, f: &Formatter<'_>) -> Self {
        let mut column = Self {
            elements: Vec::with_capacity(texts.len()),
            whole: 0,
            fraction: 0,
            words: 0,
            hexadecimal: is_hexadecimal(f),
            // A caller who asks for a width aligns.
            aligned: f.width().is_none(),
        };
        for text in texts {
            column.push(text, f);
        }
        column
    }

    fn push(&mut self, mut text: String, f: &Formatter<'_>) {
        let hexadecimal = self.hexadecimal;
        let is_digit = |c: char| c.is_ascii_digit() || hexadecimal && c.is_ascii_hexdigit();
        let is_in_number = |c: char| c.is_ascii_alphanumeric() || ".-+_".contains(c);
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(&text);
        let is_number = unsigned.starts_with(is_digit) && text.chars().all(is_in_number);
        let is_word = matches!(
            unsigned.trim_start(),
            "true" | "false" | "NaN" | "nan" | "inf"
        );
        let has_sign = is_number || matches!(unsigned, "nan" | "inf");
        self.aligned &= is_number || is_word;
        if f.sign_plus() && has_sign && text == unsigned {
            text.insert(0, '+');
        }
        let width = text.chars().count().max(f.width().unwrap_or(0));
        let has_exponent = !hexadecimal && text.contains(['e', 'E']);
        let point = text.find('.').filter(|_| !has_exponent);
        let fraction = is_number.then(|| point.map_or(0, |at| text.len() - at));
        match fraction {
            Some(fraction) => {
                self.whole = self.whole.max(width - fraction);
                self.fraction = self.fraction.max(fraction);
            }
            None => self.words = self.words.max(width),
        }
        self.elements.push(Element {
            text,
            width,
            fraction,
        });
    }

    /// The text of an element, unless it writes itself, under all options of the formatter.
    pub(super) fn text(&self, number: usize) -> Option<&str> {
        (self.aligned && !self.hexadecimal).then(|| &*self.elements[number].text)
    }

    /// The width of an element, between the spaces before and after it.
    pub(super) fn place(&self, number: usize) -> [usize; 3] {
        let Element {
            width, fraction, ..
        } = self.elements[number];
        if !self.aligned {
            return [0, width, 0];
        }
        let after = fraction.map_or(0, |fraction| self.fraction - fraction);
        let full = (self.whole + self.fraction).max(self.words);
        [full - width - after, width, after]
    }
}
