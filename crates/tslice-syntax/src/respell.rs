//! The user's code in the spelling that is right.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ptr;

use crate::lexeme::is_new_axis;
use crate::literal::integer;
use crate::token::{Lexeme, Lexemes, Role};

/// The number of characters that a message quotes at a time, more or less: `…` stands for the
/// middle of a longer quote.
pub const MAX_QUOTE: usize = 160;

/// The user's code as it was typed, near enough. The language writes no spaces around `:`.
pub(crate) fn quoted(lexemes: Lexemes<'_>) -> String {
    let separates = |lexeme: &Lexeme<'_>| matches!(lexeme.role, Role::Comma | Role::Colon);
    let mut text = String::new();
    for part in lexemes.split_inclusive(separates) {
        let (part, separator) = match part {
            [part @ .., last] if last.role == Role::Comma => (part, ", "),
            [part @ .., last] if last.role == Role::Colon => (part, ":"),
            part => (part, ""),
        };
        text += &tight(part);
        text += separator;
    }
    // Nothing is behind a trailing comma.
    elided(text.trim_end_matches(", ").into())
}

/// A part without a space behind its sign.
fn tight(part: Lexemes<'_>) -> String {
    let (Some(first), Some(last)) = (part.first(), part.last()) else {
        return String::new();
    };
    let text = Lexeme::quote(first, last);
    match text.split_at_checked(1) {
        Some((sign @ ("-" | "+" | "&"), rest)) => format!("{sign}{}", rest.trim_start()),
        _ => text,
    }
}

/// The beginning and the end of a text that is too long to be read.
pub(crate) fn elided(text: String) -> String {
    if text.len() <= MAX_QUOTE {
        return text;
    }
    let first = (0..=MAX_QUOTE * 3 / 4)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    let last = (text.len() - MAX_QUOTE / 4..)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len());
    format!("{}…{}", &text[..first], &text[last..])
}

/// A bound of a range, and what separates it from the one before it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Side<'l> {
    /// Empty in front of the first bound.
    pub(crate) separator: Lexemes<'l>,
    /// Empty if the bound is absent.
    pub(crate) bound: Lexemes<'l>,
}

impl Side<'_> {
    /// Whether this is the end of `a..=b`.
    pub(crate) fn is_inclusive(&self) -> bool {
        self.separator.len() == 3 && self.separator[2].is('=')
    }
}

/// The bounds of a range as any language writes it. Dots behind a colon, or in front of the first
/// bound, are one separator with the colon beside them. Behind a bound they are one of their own:
/// `1..:2` has no end.
pub(crate) fn sides(chunk: Lexemes<'_>) -> Vec<Side<'_>> {
    use Role::{Colon, Comma, Dots, Semicolon};
    let separates = |lexeme: &Lexeme<'_>| [Dots, Semicolon, Colon, Comma].contains(&lexeme.role);
    let front = chunk
        .iter()
        .take_while(|lexeme| lexeme.role == Dots)
        .count();
    let is_first = |dots: &Lexeme<'_>| {
        chunk[..front]
            .last()
            .is_some_and(|last| ptr::eq(last, dots))
    };
    let is_one = |left: &Lexeme<'_>, right: &Lexeme<'_>| match (left.role, right.role) {
        (Dots | Colon, Dots) => true,
        (Dots, Colon) => is_first(left),
        _ => !separates(left) && !separates(right),
    };
    let mut sides = vec![Side::default()];
    for run in chunk.chunk_by(is_one) {
        match sides.last_mut() {
            Some(last) if !separates(&run[0]) => last.bound = run,
            _ => sides.push(Side {
                separator: run,
                bound: &[],
            }),
        }
    }
    sides
}

/// The range with `:` for `..`, `;` and `,`, where `..=b` ends at b + 1.
pub(crate) fn ranged(chunk: Lexemes<'_>) -> String {
    let mut text = String::new();
    for side in sides(chunk) {
        if !side.separator.is_empty() {
            text.push(':');
        }
        match side.bound {
            bound if is_new_axis(bound) => {}
            [equals, bound @ ..] if equals.is('=') => text += &quoted(bound),
            [some, bound] if some.is_word("Some") => text += &quoted(&bound.inner()),
            // The length of a window is a number of positions.
            [first, ..] if side.is_inclusive() && !first.is('+') => text += &one_more(side.bound),
            bound => text += &quoted(bound),
        }
    }
    elided(text)
}

/// A bound that is one more; an absent one, and the one behind the last position, are left out.
fn one_more(part: Lexemes<'_>) -> String {
    match int_value(part) {
        Some(-1) => String::new(),
        Some(value) => (value + 1).to_string(),
        None if part.is_empty() => String::new(),
        None => format!("{} + 1", quoted(part)),
    }
}

pub(crate) fn int_value(part: Lexemes<'_>) -> Option<i128> {
    integer(part)?.ok().map(i128::from)
}
