//! Lexemes to entries. Every entry is read even if an earlier one is wrong, so that all mistakes
//! show at once.

use alloc::vec::Vec;

use crate::MAX_ENTRIES;
use crate::axis_form::{Axes, Placed, axis_form, sorted, too_many};
use crate::bound::Dialect;
use crate::entry::{Bound, Spec};
use crate::lex::lex_text;
use crate::lexeme::ByRole;
use crate::list::entry;
use crate::mistake::{Mistake, Mistakes};
use crate::shape::Place;
use crate::token::Lexemes;

/// Reads a spec, whose entries may have these axes, and adds what is wrong in it to the mistakes. A
/// spelling that a message proposes is a spec, or the bounds or entries of one, that has no mistake
/// itself.
pub fn spec(
    lexemes: Lexemes<'_>,
    axes: Axes<'_>,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Spec<Bound> {
    let spec = read(lexemes, axes, dialect, mistakes);
    mistakes.check_suggestions(0, |spelling| {
        let mut mistakes = Mistakes::default();
        read(&lex_text(spelling), Axes::default(), dialect, &mut mistakes);
        mistakes.is_empty()
    });
    spec
}

/// Reads as [`spec`] does, but does not check the spellings that messages propose.
fn read(
    lexemes: Lexemes<'_>,
    axes: Axes<'_>,
    dialect: Dialect,
    mistakes: &mut Mistakes,
) -> Spec<Bound> {
    if axes.are_all || lexemes.iter().any(|lexeme| axes.is_sign(lexeme)) {
        let chunks = chunks(lexemes, "empty entry: remove this comma", mistakes);
        return axis_form(&chunks, axes, dialect, mistakes);
    }
    let words = "empty entry: remove this comma, or write `:` for a whole axis";
    let chunks = chunks(lexemes, words, mistakes);
    let (mut placed, mut count) = (Vec::<Placed>::new(), 0);
    for chunk in &chunks {
        let (entry, lists) = entry(chunk, Place::Plain, dialect, mistakes);
        if entry.is_ellipsis() && placed.iter().any(|placed| placed.entry.is_ellipsis()) {
            let words =
                "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis";
            mistakes.push(Mistake::new(chunk, words));
            // Two would be an encoding that the compiler refuses once more.
            continue;
        }
        let (axis, span) = (i64::try_from(count).unwrap_or(i64::MAX), chunk.span());
        count += lists.len().max(1);
        placed.push(Placed {
            axis,
            span,
            entry,
            lists,
        });
    }
    if count > MAX_ENTRIES {
        mistakes.push(too_many(&chunks, MAX_ENTRIES, count));
        return sorted(Vec::new(), None, 0);
    }
    sorted(placed, None, count)
}

/// The lexemes between the commas; a trailing comma ends the last entry. What is wrong with an
/// empty entry is in the words.
fn chunks<'l>(lexemes: Lexemes<'l>, words: &str, mistakes: &mut Mistakes) -> Vec<Lexemes<'l>> {
    let mut chunks = Vec::new();
    for (chunk, at) in lexemes.between_commas() {
        match chunk {
            [] => mistakes.push(Mistake::new(at, words)),
            entry => chunks.push(entry),
        }
    }
    chunks
}
