//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::expression::gap;
use crate::lex::lex_text;
use crate::lexeme::ByRole;
use crate::literal::{Unfit, integer};
use crate::mistake::{Mistakes, Result, refuse, respelled};
use crate::respell::{Side, int_value, sides};
use crate::token::{Delimiter, Lexemes, Role};

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
    let sides = mistakes.keep(ends(lexemes))?;
    let (mut bounds, before) = (Vec::new(), mistakes.len());
    for side in &sides {
        let bound = mistakes.keep(diagonal(side.bound));
        bounds.extend(bound.or_else(|| bound::half_typed(side.bound, Dialect::Expressions)));
    }
    if let [lower, upper] = &sides[..]
        && let Some((lower, upper)) = int_value(lower.bound).zip(int_value(upper.bound))
        && lower > upper
        && mistakes.len() == before
    {
        let words = format!("the lower diagonal {lower} is above the upper {upper}");
        let spelling = format!("{upper}..={lower}");
        mistakes.keep(respelled(lexemes, words, &spelling))?
    }
    (bounds.len() == sides.len()).then_some(bounds)
}

/// Reads one diagonal.
fn diagonal(part: Lexemes<'_>) -> Result<Bound> {
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

/// One diagonal, or both of a band.
fn ends(lexemes: Lexemes<'_>) -> Result<Vec<Side<'_>>> {
    let separators = [Role::Comma, Role::Colon, Role::Semicolon, Role::Arrow];
    let sides = sides(lexemes);
    let is_band = sides.len() < 3
        && sides.iter().all(|side| !side.bound.is_empty())
        && sides[1..].iter().all(Side::is_inclusive)
        && !lexemes.has_any(&separators)
        && gap(lexemes)?.is_none();
    match is_band {
        true => Ok(sides),
        false => refuse(lexemes, format!("not a band of diagonals: {EXAMPLE}")),
    }
}
