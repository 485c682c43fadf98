//! The texts of the elements, and the width of the column that they stand in.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter, Write};

/// The elements of an array as they are written.
#[derive(Default)]
pub(super) struct Column {
    text: String,
    elements: Vec<Element>,
    whole: usize,
    fraction: usize,
    words: usize,
    /// Whether elements write themselves, under all options of the formatter.
    themselves: bool,
    /// Whether the column is as wide as the widest element.
    aligned: bool,
    width: usize,
    plus: bool,
    hexadecimal: bool,
}

struct Element {
    /// The end of its text.
    end: usize,
    width: usize,
    /// The characters from the decimal point on, of a number.
    fraction: Option<usize>,
}

impl Column {
    pub(super) fn new(f: &Formatter<'_>) -> Self {
        const HEXADECIMAL: u32 = 0b11_0000;
        #[allow(deprecated, reason = "the methods that replace it do not tell")]
        let hexadecimal = f.flags() & HEXADECIMAL != 0;
        let width = f.width();
        Self {
            themselves: width.is_some() || hexadecimal,
            // A caller who asks for a width aligns.
            aligned: width.is_none(),
            width: width.unwrap_or(0),
            plus: f.sign_plus(),
            hexadecimal,
            ..Self::default()
        }
    }

    /// Adds an element under the options of a formatter that numbers have, apart from the sign. A
    /// formatter that writes elsewhere under the same options cannot be made.
    pub(super) fn add(
        &mut self,
        element: &(impl Display + Debug),
        f: &Formatter<'_>,
    ) -> fmt::Result {
        let mut text = String::new();
        match f.precision() {
            Some(digits) => write!(text, "{element:.digits$}"),
            None if !self.hexadecimal => write!(text, "{element}"),
            None if f.alternate() => write!(text, "{element:#x?}"),
            None => write!(text, "{element:x?}"),
        }?;
        self.push(&text);
        Ok(())
    }

    /// Adds the text of an element.
    pub(super) fn push(&mut self, text: &str) {
        let is_digit = |c: char| c.is_ascii_digit() || self.hexadecimal && c.is_ascii_hexdigit();
        let is_in_number = |c: char| c.is_ascii_alphanumeric() || ".-+_".contains(c);
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_number = unsigned.starts_with(is_digit) && text.chars().all(is_in_number);
        let is_word = matches!(unsigned, "true" | "false" | "NaN" | "nan" | "inf");
        let has_sign = is_number || matches!(unsigned, "nan" | "inf");
        let sign = if self.plus && has_sign && text == unsigned {
            "+"
        } else {
            ""
        };
        self.text.push_str(sign);
        self.text.push_str(text);

        let width = sign.len() + text.chars().count();
        let has_exponent = !self.hexadecimal && text.contains(['e', 'E']);
        let point = text.find('.').filter(|_| !has_exponent);
        let fraction = is_number.then(|| point.map_or(0, |at| text.len() - at));
        match fraction {
            Some(fraction) => {
                self.whole = self.whole.max(width - fraction);
                self.fraction = self.fraction.max(fraction);
            }
            None => self.words = self.words.max(width),
        }
        if !is_number && !is_word {
            self.themselves = true;
            self.aligned = false;
        }
        let end = self.text.len();
        self.elements.push(Element {
            end,
            width,
            fraction,
        });
    }

    /// The text of an element, unless it writes itself.
    pub(super) fn text(&self, number: usize) -> Option<&str> {
        let before = number
            .checked_sub(1)
            .map(|before| self.elements[before].end);
        let text = before.unwrap_or(0)..self.elements[number].end;
        (!self.themselves).then(|| &self.text[text])
    }

    /// The width of an element, between the spaces before and after it.
    pub(super) fn place(&self, number: usize) -> [usize; 3] {
        let Element {
            width, fraction, ..
        } = self.elements[number];
        if !self.aligned {
            return [0, width.max(self.width), 0];
        }
        let after = fraction.map_or(0, |fraction| self.fraction - fraction);
        let full = (self.whole + self.fraction).max(self.words);
        [full - width - after, width, after]
    }
}
