//! The user's code in the spelling that is right.

use syn::Lit;

use crate::cursor::{Lexeme, Role};
use crate::diagnostic::quoted;
use crate::parse::literal;

/// The chunk with `:` for `..` and `;`, where `..=b` ends at b + 1.
pub(super) fn respelled(chunk: &[Lexeme]) -> String {
    let mut text = String::new();
    let mut rest = chunk;
    let mut inclusive = false;
    loop {
        let separator = |lexeme: &Lexeme| matches!(lexeme.role, Role::Dots | Role::Semicolon | Role::Colon);
        let at = rest.iter().position(separator).unwrap_or(rest.len());
        text += &if inclusive { incremented(&rest[..at]) } else { quoted(&rest[..at]) };
        let Some(found) = rest.get(at) else { return text };
        let dots = rest[at..].iter().take_while(|lexeme| lexeme.role == Role::Dots).count();
        inclusive = dots == 3 && rest[at + 2].is('=');
        rest = &rest[at + if found.role == Role::Dots { dots } else { 1 }..];
        text.push(':');
    }
}

fn incremented(part: &[Lexeme]) -> String {
    match int_value(part) {
        Some(-1) => String::new(),
        Some(value) => (value + 1).to_string(),
        None if part.is_empty() => String::new(),
        None => format!("{} + 1", quoted(part)),
    }
}

pub(super) fn decremented(part: &[Lexeme]) -> String {
    int_value(part).map_or_else(|| format!("{} - 1", quoted(part)), |value| (value - 1).to_string())
}

fn int_value(part: &[Lexeme]) -> Option<i128> {
    match literal(part)? {
        (negative, Lit::Int(digits)) => {
            let value: i64 = digits.base10_parse().ok()?;
            Some(if negative { -i128::from(value) } else { i128::from(value) })
        }
        _ => None,
    }
}

/// Quoted bound by bound, because the language writes no spaces around `:`.
pub(super) fn quoted_parts(lexemes: &[Lexeme]) -> String {
    let entry = |chunk: &[Lexeme]| {
        chunk.split(|lexeme| lexeme.role == Role::Colon).map(quoted).collect::<Vec<_>>().join(":")
    };
    lexemes.split(|lexeme| lexeme.role == Role::Comma).map(entry).collect::<Vec<_>>().join(", ")
}
