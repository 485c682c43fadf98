//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::expression::gap;
use crate::foreign::no_closure;
use crate::lex::lex_text;
use crate::lexeme::ByRole;
use crate::literal::{Unfit, integer};
use crate::mistake::{Mistake, Mistakes, Result, refuse, respelled};
use crate::respell::{quoted, shifted};
use crate::token::{Delimiter, Lexeme, Lexemes, Role};

const EXAMPLE: &str = "write `diag![0]` or `diag![-1..=2]`, lower and upper inclusive";

/// Reads `k` or `lower..=upper`, one bound or two; nothing if there is a mistake, unless it is a
/// half-typed bound.
pub fn band(lexemes: Lexemes<'_>, mistakes: &mut Mistakes) -> Option<Vec<Bound>> {
    let lexemes = match lexemes {
        [rest @ .., last] if last.role == Role::Comma && !rest.is_empty() => rest,
        _ => lexemes,
    };
    let band = read_band(lexemes, mistakes);
    let is_right = |spelling: &str| {
        let mut mistakes = Mistakes::default();
        read_band(&lex_text(spelling), &mut mistakes);
        mistakes.is_empty()
    };
    mistakes.check_suggestions(0, is_right);
    band
}

fn read_band(lexemes: Lexemes<'_>, mistakes: &mut Mistakes) -> Option<Vec<Bound>> {
    let (lower, upper) = mistakes.keep(ends(lexemes))?;
    let mut read = |part: Lexemes<'_>| {
        mistakes
            .keep(diagonal(part))
            .or_else(|| bound::half_typed(part, Dialect::Expressions))
    };
    let lower = read(lower);
    let Some(upper) = upper else {
        return lower.map(|single| vec![single]);
    };
    let (lower, upper) = lower.zip(read(upper))?;
    match lower.value().zip(upper.value()) {
        Some((lower, upper)) if lower > upper => {
            let words = format!("the lower diagonal {lower} is above the upper {upper}");
            let spelling = format!("{upper}..={lower}");
            mistakes.push(Mistake::suggesting(lexemes, words, &spelling));
            None
        }
        _ => Some(vec![lower, upper]),
    }
}

/// Reads one diagonal.
fn diagonal(part: Lexemes<'_>) -> Result<Bound> {
    no_closure(part)?;
    match part {
        [only]
            if only.is_group(Delimiter::Bracket)
                || only.is('*')
                || only.is_new_axis()
                || only.is_one_of(&["true", "false", "_"]) =>
        {
            refuse(part, format!("a diagonal is an integer: {EXAMPLE}"))
        }
        _ if integer(part) == Some(Err(Unfit::I64)) => {
            let words = "literal does not fit in i64, and no array has such a diagonal";
            refuse(part, words)
        }
        _ => bound::read(part, Dialect::Expressions),
    }
}

/// The lexemes of one diagonal, or of both.
type Ends<'l> = (Lexemes<'l>, Option<Lexemes<'l>>);

fn ends(lexemes: Lexemes<'_>) -> Result<Ends<'_>> {
    let is_dots = |lexeme: &Lexeme<'_>| lexeme.role == Role::Dots;
    let sides = lexemes.split(is_dots).filter(|side| !side.is_empty());
    let sides: Vec<_> = sides.collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| is_dots(lexeme)).collect();
    let separators = [Role::Comma, Role::Colon, Role::Semicolon, Role::Arrow];
    match (&dots[..], &sides[..]) {
        _ if lexemes.has_any(&separators) || gap(lexemes)?.is_some() => {}
        ([], [only]) => return Ok((only, None)),
        ([_, _, last], [lower, upper]) if last.is('=') => return Ok((lower, Some(upper))),
        (_, [lower, upper]) => {
            diagonal(lower)?;
            diagonal(upper)?;
            // Three dots included the end, too, when Rust had them.
            let upper = if dots.len() == 3 {
                quoted(upper)
            } else {
                shifted(upper, -1)
            };
            let spelling = format!("{}..={upper}", quoted(lower));
            let words = "both diagonals of a band are included";
            return respelled(lexemes, words, &spelling);
        }
        _ => {}
    }
    refuse(lexemes, format!("not a band of diagonals: {EXAMPLE}"))
}
