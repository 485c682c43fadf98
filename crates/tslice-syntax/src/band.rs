//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::expression::comma_in;
use crate::lexeme::ByRole;
use crate::mistake::{Mistake, Mistakes, Result, refuse};
use crate::token::{Delimiter, Lexemes, Role};

const EXAMPLE: &str = "write `diag![0]` or `diag![-1..=2]`, lower and upper inclusive";

/// Reads `k` or `lower..=upper`, one bound or two; nothing if there is a mistake, unless it is a
/// half-typed bound.
pub fn band(lexemes: Lexemes<'_>, mistakes: &mut Mistakes) -> Option<Vec<Bound>> {
    let lexemes = match lexemes {
        [rest @ .., last] if last.role == Role::Comma && !rest.is_empty() => rest,
        _ => lexemes,
    };
    let ends = mistakes.keep(ends(lexemes))?;
    let mut bounds = Vec::new();
    for end in &ends {
        let bound = mistakes.keep(diagonal(end));
        bounds.extend(bound.or_else(|| bound::half_typed(end, Dialect::Expressions)));
    }
    if let [lower, upper] = &bounds[..]
        && let Some((lower, upper)) = lower.value().zip(upper.value())
        && lower > upper
    {
        let words = format!(
            "the lower diagonal {lower} is above the upper {upper}: write `{upper}..={lower}`"
        );
        mistakes.push(Mistake::new(lexemes, words));
        return None;
    }
    (bounds.len() == ends.len()).then_some(bounds)
}

/// One diagonal, or both of a band.
fn ends(lexemes: Lexemes<'_>) -> Result<Vec<Lexemes<'_>>> {
    use Role::{Arrow, Colon, Comma, Dots, Semicolon};
    let is_end = |part: Lexemes<'_>| {
        !part.has_any(&[Arrow, Colon, Comma, Dots, Semicolon]) && comma_in(part).is_ok()
    };
    let parts: Vec<_> = lexemes
        .chunk_by(|left, right| (left.role == Dots) == (right.role == Dots))
        .collect();
    match parts[..] {
        [one] if is_end(one) => Ok(vec![one]),
        [lower, [_, _, equals], upper] if equals.is('=') && is_end(lower) && is_end(upper) => {
            Ok(vec![lower, upper])
        }
        _ => refuse(lexemes, format!("not a band of diagonals: {EXAMPLE}")),
    }
}

/// Reads one diagonal.
fn diagonal(part: Lexemes<'_>) -> Result<Bound> {
    match part {
        [only]
            if only.is_group(Delimiter::Bracket)
                || only.is_one_of(&["true", "false", "_", "newaxis", "None"]) =>
        {
            refuse(part, format!("a diagonal is an integer: {EXAMPLE}"))
        }
        _ => bound::of_range(part, Dialect::Expressions),
    }
}
