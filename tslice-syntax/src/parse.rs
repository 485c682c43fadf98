//! Lexemes to entries. Every entry is read even if an earlier one is wrong, so that all mistakes show at once.

use alloc::vec::Vec;

use crate::MAX_ENTRIES;
use crate::axis_form::{axis_form, too_many_entries};
use crate::bound::Dialect;
use crate::entry::{Bound, Entry, Spec};
use crate::lex::lex;
use crate::lexeme::{Lexeme, Role, Token};
use crate::mistake::{Mistake, Mistakes};
use crate::piece::pieces;
use crate::shape::{Place, entry};

/// Reads a spec, and adds what is wrong in it to the mistakes. A spelling that a message proposes is a spec, or the bounds or
/// entries of one, that has no mistake itself.
pub fn spec<'l, T: Token>(
    lexemes: &'l [Lexeme<T>],
    dialect: Dialect,
    mistakes: &mut Mistakes<T>,
) -> Spec<Bound<'l, T>> {
    let spec = read(lexemes, dialect, mistakes);
    mistakes.check_suggestions(|spelling| is_right(spelling, dialect));
    spec
}

/// Whether a text has no mistake.
pub(crate) fn is_right(text: &str, dialect: Dialect) -> bool {
    let mut mistakes = Mistakes::default();
    read(&lex(pieces(text)), dialect, &mut mistakes);
    mistakes.is_empty()
}

/// Reads as [`spec`] does, but does not check the spellings that messages propose.
fn read<'l, T: Token>(
    lexemes: &'l [Lexeme<T>],
    dialect: Dialect,
    mistakes: &mut Mistakes<T>,
) -> Spec<Bound<'l, T>> {
    let chunks = chunks(lexemes, mistakes);
    if lexemes.iter().any(|lexeme| lexeme.role == Role::Arrow) {
        return axis_form(&chunks, dialect, mistakes);
    }
    let mut entries = Vec::with_capacity(chunks.len().min(MAX_ENTRIES));
    let mut ellipsis = false;
    for chunk in &chunks {
        if mistakes.is_full() {
            break;
        }
        let read = entry(chunk, Place::Plain, dialect, mistakes);
        if matches!(read, Entry::Ellipsis) && core::mem::replace(&mut ellipsis, true) {
            mistakes.push(second_ellipsis(chunk));
            // Two would be an encoding that the compiler refuses once more.
            continue;
        }
        if entries.len() < MAX_ENTRIES {
            entries.push(read);
        }
    }
    if let [first, ..] = chunks.get(MAX_ENTRIES..).unwrap_or_default() {
        let last = chunks.last().unwrap_or(first);
        mistakes.push(Mistake::between(first, last, too_many_entries(chunks.len())));
    }
    let source_order = (0..entries.len()).collect();
    Spec { entries, source_order }
}

/// The lexemes between the commas; a trailing comma ends the last entry.
fn chunks<'l, T: Token>(lexemes: &'l [Lexeme<T>], mistakes: &mut Mistakes<T>) -> Vec<&'l [Lexeme<T>]> {
    let mut chunks = Vec::new();
    let words = match lexemes.iter().any(|lexeme| lexeme.role == Role::Arrow) {
        true => "empty entry: remove this comma",
        false => "empty entry: remove this comma, or write `:` for a whole axis",
    };
    for chunk in lexemes.split_inclusive(|lexeme| lexeme.role == Role::Comma) {
        match without_last_comma(chunk) {
            [] => mistakes.push(Mistake::new(chunk, words)),
            entry => chunks.push(entry),
        }
    }
    chunks
}

/// What stands in front of a comma.
pub(crate) fn without_last_comma<T>(lexemes: &[Lexeme<T>]) -> &[Lexeme<T>] {
    match lexemes {
        [rest @ .., Lexeme { role: Role::Comma, .. }] => rest,
        _ => lexemes,
    }
}

fn second_ellipsis<T: Token>(chunk: &[Lexeme<T>]) -> Mistake<T> {
    Mistake::new(chunk, "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis")
}
