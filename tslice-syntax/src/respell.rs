//! The user's code in the spelling that is right.

use alloc::format;
use alloc::string::{String, ToString};

use crate::lexeme::{Lexeme, Role, Token, is_new_axis};
use crate::literal::{Literal, literal};

/// The number of characters that a message quotes at a time, more or less: `…` stands for the middle of a longer quote.
pub const MAX_QUOTE: usize = 160;

/// The user's code as it was typed, near enough.
pub(crate) fn quoted<T: Token>(lexemes: &[Lexeme<T>]) -> String {
    spelled(lexemes, |lexemes| {
        let text = T::quote(lexemes.iter().map(|lexeme| &lexeme.token));
        match text.strip_prefix('-') {
            Some(rest) => format!("-{}", rest.trim_start()),
            None => text,
        }
    })
}

/// Lexemes in some spelling. Those that a message has no room for are not spelled at all.
fn spelled<T: Token>(lexemes: &[Lexeme<T>], spell: impl Fn(&[Lexeme<T>]) -> String) -> String {
    if lexemes.len() <= 2 * MAX_QUOTE {
        return elided(spell(lexemes));
    }
    let (first, last) = (&lexemes[..MAX_QUOTE], &lexemes[lexemes.len() - MAX_QUOTE..]);
    elided(format!("{}…{}", spell(first), spell(last)))
}

/// The beginning and the end of a text that is too long to be read.
pub(crate) fn elided(text: String) -> String {
    if text.len() <= MAX_QUOTE {
        return text;
    }
    let first = (0..=MAX_QUOTE * 3 / 4).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let last = (text.len() - MAX_QUOTE / 4..).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{}…{}", &text[..first], &text[last..])
}

/// Quoted bound by bound, because the language writes no spaces around `:`.
pub(crate) fn quoted_parts<T: Token>(lexemes: &[Lexeme<T>]) -> String {
    separated(lexemes, |separator| match separator.role {
        Role::Comma => Some(", "),
        Role::Colon => Some(":"),
        _ => None,
    })
}

/// A run of ranges that `;` separates, as entries.
pub(crate) fn entries_for_semicolons<T: Token>(lexemes: &[Lexeme<T>]) -> String {
    separated(lexemes, |separator| match separator.role {
        Role::Semicolon => Some(", "),
        Role::Colon => Some(":"),
        _ => None,
    })
}

/// The parts between separators, each quoted, and the separators as given.
fn separated<T: Token>(
    lexemes: &[Lexeme<T>],
    separator: impl Fn(&Lexeme<T>) -> Option<&'static str>,
) -> String {
    spelled(lexemes, |lexemes| {
        let mut text = String::new();
        for part in lexemes.split_inclusive(|lexeme| separator(lexeme).is_some()) {
            let written = part.last().and_then(&separator);
            text += &quoted(&part[..part.len() - usize::from(written.is_some())]);
            text += written.unwrap_or_default();
        }
        text
    })
}

/// The chunk with `:` for `..` and `;`, where `..=b` ends at b + 1.
pub(crate) fn ranged<T: Token>(chunk: &[Lexeme<T>]) -> String {
    spelled(chunk, with_colons)
}

fn with_colons<T: Token>(chunk: &[Lexeme<T>]) -> String {
    let separator = |lexeme: &Lexeme<T>| matches!(lexeme.role, Role::Dots | Role::Semicolon | Role::Colon);
    let mut text = String::new();
    let (mut rest, mut inclusive) = (chunk, false);
    loop {
        let at = rest.iter().position(separator).unwrap_or(rest.len());
        let part = if is_new_axis(&rest[..at]) { &[] } else { &rest[..at] };
        text += &if inclusive { incremented(part) } else { quoted(part) };
        let Some(found) = rest.get(at) else { return text };
        let dots = rest[at..].iter().take_while(|lexeme| lexeme.role == Role::Dots).count();
        inclusive = dots == 3 && rest[at + 2].is('=');
        rest = &rest[at + if found.role == Role::Dots { dots } else { 1 }..];
        text.push(':');
    }
}

fn incremented<T: Token>(part: &[Lexeme<T>]) -> String {
    match int_value(part) {
        Some(-1) => String::new(),
        Some(value) => (value + 1).to_string(),
        None if part.is_empty() => String::new(),
        None => format!("{} + 1", quoted(part)),
    }
}

pub(crate) fn decremented<T: Token>(part: &[Lexeme<T>]) -> String {
    int_value(part).map_or_else(|| format!("{} - 1", quoted(part)), |value| (value - 1).to_string())
}

fn int_value<T: Token>(part: &[Lexeme<T>]) -> Option<i128> {
    let (negative, digits) = literal(part)?;
    match Literal::of(&digits) {
        Literal::Integer(int) => int.value(negative).ok().map(i128::from),
        _ => None,
    }
}
