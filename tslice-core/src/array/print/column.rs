//! The width of a column: numbers are aligned at their decimal points.

use core::fmt::{self, Display, Formatter, Write};

/// An element as it is written, whichever trait writes it.
pub(super) struct Shown<'e>(pub(super) &'e dyn Fn(&mut Formatter<'_>) -> fmt::Result);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// The size of an element's text, in characters.
#[derive(Default)]
pub(super) struct Size {
    pub(super) width: usize,
    /// The part from the decimal point on, unless the number has an exponent.
    fraction: usize,
    exponent: bool,
    /// The first characters; 0 for those that are not ASCII.
    first: [u8; 5],
    /// Whether there are other characters than a number may have.
    other: bool,
    /// Whether the caller asked for a width, and so aligns.
    aligned: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Begins with a digit, or a sign and a digit.
    Number,
    /// A word that may stand among numbers.
    Word,
    /// Anything else, which is not aligned.
    Text,
}

impl Size {
    /// The size of an element under the precision, the sign and the alternate flag of a formatter.
    ///
    /// A formatter that writes elsewhere under the same options cannot be made, so the options are spelled out. Whether `Debug`
    /// was asked for hexadecimal numbers cannot be seen.
    pub(super) fn of(element: &Shown<'_>, f: &Formatter<'_>) -> Self {
        let mut size = Self::default();
        let to = &mut size;
        let width = f.width().unwrap_or(0);
        // A writer that counts does not fail; if the element does, it does so again when it is printed.
        let _ = match (f.precision(), f.sign_plus(), f.alternate()) {
            (None, false, false) => write!(to, "{element:width$}"),
            (None, true, false) => write!(to, "{element:+width$}"),
            (None, false, true) => write!(to, "{element:#width$}"),
            (None, true, true) => write!(to, "{element:+#width$}"),
            (Some(p), false, false) => write!(to, "{element:width$.p$}"),
            (Some(p), true, false) => write!(to, "{element:+width$.p$}"),
            (Some(p), false, true) => write!(to, "{element:#width$.p$}"),
            (Some(p), true, true) => write!(to, "{element:+#width$.p$}"),
        };
        size.aligned = f.width().is_some();
        size
    }

    fn kind(&self) -> Kind {
        let word = self.first.get(..self.width).unwrap_or_default();
        match self.first {
            _ if self.aligned => Kind::Text,
            _ if matches!(word, b"true" | b"false" | b"NaN" | b"inf" | b"-inf" | b"+inf") => Kind::Word,
            [b'0'..=b'9', ..] | [b'-' | b'+', b'0'..=b'9', ..] if !self.other => Kind::Number,
            _ => Kind::Text,
        }
    }
}

impl Write for Size {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if let Some(place) = self.first.get_mut(self.width) {
                *place = u8::try_from(c).unwrap_or(0);
            }
            self.width += 1;
            self.other |= !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'));
            self.exponent |= matches!(c, 'e' | 'E');
            self.fraction += usize::from(self.fraction > 0 || c == '.');
            self.fraction *= usize::from(!self.exponent);
        }
        Ok(())
    }
}

/// The width of the elements of a column, if they are to be aligned.
#[derive(Default)]
pub(super) struct Column {
    whole: usize,
    fraction: usize,
    words: usize,
    ragged: bool,
}

impl Column {
    pub(super) fn add(&mut self, size: &Size) {
        match size.kind() {
            Kind::Number => {
                self.whole = self.whole.max(size.width - size.fraction);
                self.fraction = self.fraction.max(size.fraction);
            }
            Kind::Word => self.words = self.words.max(size.width),
            Kind::Text => self.ragged = true,
        }
    }

    /// Whether the elements are not aligned.
    pub(super) fn is_ragged(&self) -> bool {
        self.ragged
    }

    /// The spaces before and after an element.
    pub(super) fn padding(&self, size: &Size) -> [usize; 2] {
        let full = (self.whole + self.fraction).max(self.words);
        if self.ragged {
            return [0, 0];
        }
        let after = if size.kind() == Kind::Number { self.fraction.saturating_sub(size.fraction) } else { 0 };
        // An element may print itself otherwise than when it was measured.
        [full.saturating_sub(size.width).saturating_sub(after), after]
    }
}
