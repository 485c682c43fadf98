//! A bound that is a group in brackets: what stands in it may be a spec, or entries of one.

use alloc::format;
use core::slice::from_ref;

use crate::lex::unparenthesised;
use crate::lexeme::{ByRole, is_ellipsis, is_new_axis};
use crate::mistake::{Mistake, Result, refuse};
use crate::respell::{quoted, ranged};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// Whether this is a variable, by its looks.
pub(crate) fn is_name(part: Lexemes<'_>) -> bool {
    matches!(part, [only] if only.word().is_some_and(|word| word.starts_with(char::is_alphabetic)))
}

/// Refuses a word or a group that is not a bound.
pub(crate) fn one_lexeme(only: &Lexeme<'_>, part: Lexemes<'_>) -> Result<()> {
    match only.kind {
        Kind::Word("true" | "false" | "True" | "False") => {
            refuse(part, "a bound is an integer, not a bool: write the number")
        }
        Kind::Group(Delimiter::Bracket) => {
            enclosed(part, &only.inner(), "brackets")?;
            refuse(part, "a list is an entry of its own, not a bound")
        }
        Kind::Group(Delimiter::Parenthesis) => {
            enclosed(part, &unparenthesised(part), "parentheses")
        }
        Kind::Group(Delimiter::Brace) => enclosed(part, &only.inner(), "braces"),
        Kind::Punct { c: '*', .. } => {
            let words = "a whole axis is spelled `:`, not `*`, and an absent bound is left out";
            refuse(part, words)
        }
        _ => Ok(()),
    }
}

/// Whether these are a closure, or begin with a label, whose colons are Rust's.
fn is_closure(inner: Lexemes<'_>) -> bool {
    let is_sign = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.begins_label();
    inner.iter().any(is_sign)
}

/// Whether a colon in brackets separates bounds: it does not where a path begins an argument, as in
/// `n.min(::N)`. A lower-case name alone is a stride.
pub(crate) fn has_bounds(inner: Lexemes<'_>) -> bool {
    let is_colon = |lexeme: &Lexeme<'_>| lexeme.role == Role::Colon;
    let mut arguments = inner.parts(Role::Comma);
    !is_closure(inner)
        && arguments.any(|argument| match argument {
            [first, second, name, rest @ ..] if first.is_joint() && is_colon(second) => {
                let is_name = name.word().is_some_and(|word| {
                    word != "_" && (!rest.is_empty() || word.starts_with(char::is_uppercase))
                });
                !(is_name || name.is('<')) || rest.iter().any(is_colon)
            }
            argument => argument.iter().any(is_colon),
        })
}

/// Refuses entries in brackets where an entry cannot stand.
pub(crate) fn no_entry_inside(only: &Lexeme<'_>, part: Lexemes<'_>) -> Result<()> {
    one_lexeme(only, from_ref(only)).map_err(|mistake| match mistake.proposes() {
        true => Mistake::new(part, "a bound is one integer, not entries in brackets"),
        false => mistake,
    })
}

/// Entries in brackets of any kind. Colons in statements are Rust's, too, and commas in brackets a
/// list's.
fn enclosed(part: Lexemes<'_>, inner: Lexemes<'_>, brackets: &str) -> Result<()> {
    let has = |role| inner.has(role);
    let is_rust = is_closure(inner)
        || brackets == "braces" && inner.has_any(&[Role::Keyword, Role::Semicolon]);
    let has_entries = has_bounds(inner)
        || has(Role::Dots)
        || inner.parts(Role::Comma).any(is_new_axis)
        || brackets != "brackets" && inner.has_any(&[Role::Comma, Role::Arrow]);
    if is_rust || !has_entries {
        return Ok(());
    }
    let dots = has(Role::Dots) && !has(Role::Comma) && !is_ellipsis(inner);
    let spelling = if dots { ranged(inner) } else { quoted(inner) };
    let words = format!("entries stand without {brackets}");
    let mistake = Mistake::suggesting(part, words, &spelling);
    if brackets == "parentheses" && has(Role::Comma) {
        return Err(mistake.or(", or lists in a group, as in `(&ys, &xs)`"));
    }
    Err(mistake)
}
