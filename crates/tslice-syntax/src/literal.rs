//! Literals of Rust, by their text.

use crate::token::{Kind, Lexeme, Lexemes, is_exponent};

/// A bound that is nothing but a literal, optionally negated: whether it is negative, and the
/// literal.
pub fn literal(part: Lexemes<'_>) -> Option<(bool, Lexeme<'_>)> {
    let (negative, token) = match part {
        [only] => (false, *only),
        [minus, only] if minus.is('-') => (true, *only),
        _ => return None,
    };
    match token.kind {
        // Another macro may hand on a negative literal as one token.
        Kind::Literal(text) if text.starts_with('-') => (!negative).then_some((true, token)),
        Kind::Literal(_) => Some((negative, token)),
        _ => None,
    }
}

/// The number of a bound that is nothing but an integer, or why it is not a bound.
///
/// # Errors
///
/// The reason why it does not fit.
pub fn integer(part: Lexemes<'_>) -> Option<Result<i64, Unfit>> {
    let (negative, digits) = literal(part)?;
    match Literal::of(&digits) {
        Literal::Integer(integer) => Some(integer.value(negative)),
        _ => None,
    }
}

/// What a literal is.
#[derive(PartialEq, Debug)]
pub(crate) enum Literal<'t> {
    /// `7`
    Integer(Integer<'t>),
    /// `0.5`
    Float,
    /// `"a"`, `b"a"`, `c"a"` and raw ones.
    String,
    /// `'a'`
    Char,
    /// `b'a'`, and what rustc refuses too.
    Malformed,
}

/// An integer and its suffix.
#[derive(PartialEq, Debug)]
pub(crate) struct Integer<'t> {
    /// Saturating.
    magnitude: i128,
    /// The literal as it is written, without the suffix.
    pub(crate) digits: &'t str,
    /// The type behind the digits; empty if there is none.
    pub(crate) suffix: &'t str,
}

/// Why an integer is not a bound.
#[derive(PartialEq, Debug)]
pub enum Unfit {
    /// The suffix is not a type of integers.
    UnknownSuffix,
    /// The number does not fit the type that its suffix names.
    Suffix,
    /// The number does not fit `i64`.
    I64,
}

impl<'t> Literal<'t> {
    /// What a token is; `Malformed` if it is not a literal.
    pub(crate) fn of(token: &Lexeme<'t>) -> Self {
        match token.kind {
            Kind::Literal(text) => Self::read(text),
            _ => Self::Malformed,
        }
    }

    pub(crate) fn read(text: &'t str) -> Self {
        let text = text.strip_prefix('-').unwrap_or(text);
        match text {
            text if text.starts_with(|c: char| c.is_ascii_digit()) => number(text),
            text if text.starts_with('\'') => Self::Char,
            text if text.contains('"') => Self::String,
            _ => Self::Malformed,
        }
    }
}

/// Digits and a suffix, or a float.
fn number(text: &str) -> Literal<'_> {
    let (radix, prefix) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, 2),
        [b'0', b'o', ..] => (8, 2),
        [b'0', b'b', ..] => (2, 2),
        _ => (10, 0),
    };
    let is_digit = |c: char| c == '_' || c.is_digit(radix);
    let end = text[prefix..]
        .find(|c| !is_digit(c))
        .map_or(text.len(), |at| prefix + at);
    let (digits, rest) = text.split_at(end);
    if radix == 10 && (rest.starts_with('.') || is_exponent(rest)) {
        return Literal::Float;
    }
    let values = digits[prefix..].chars().filter_map(|c| c.to_digit(radix));
    let magnitude = values
        .map(i128::from)
        .reduce(|number, digit| number.saturating_mul(radix.into()).saturating_add(digit));
    match magnitude {
        Some(magnitude) if !rest.starts_with(|c: char| !c.is_alphabetic()) => {
            Literal::Integer(Integer {
                magnitude,
                digits: digits.trim_end_matches('_'),
                suffix: rest,
            })
        }
        _ => Literal::Malformed,
    }
}

/// Whether one character stands between the quotes; an escape is one.
pub(crate) fn is_one_char(token: &Lexeme<'_>) -> bool {
    let Kind::Literal(text) = token.kind else {
        return false;
    };
    let quoted = text.trim_matches('\'');
    quoted.starts_with('\\') || quoted.chars().count() == 1
}

impl Integer<'_> {
    /// The number, if it fits both the suffix and `i64`.
    pub(crate) fn value(&self, negative: bool) -> Result<i64, Unfit> {
        let number = match negative {
            true => -self.magnitude,
            false => self.magnitude,
        };
        let fits = match self.suffix {
            "" | "i64" | "i128" | "isize" => true,
            "u64" | "u128" | "usize" => number >= 0,
            "i8" => i8::try_from(number).is_ok(),
            "i16" => i16::try_from(number).is_ok(),
            "i32" => i32::try_from(number).is_ok(),
            "u8" => u8::try_from(number).is_ok(),
            "u16" => u16::try_from(number).is_ok(),
            "u32" => u32::try_from(number).is_ok(),
            _ => return Err(Unfit::UnknownSuffix),
        };
        match i64::try_from(number) {
            Ok(value) if fits => Ok(value),
            Ok(_) => Err(Unfit::Suffix),
            Err(_) => Err(Unfit::I64),
        }
    }
}
