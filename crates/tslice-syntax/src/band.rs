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
use crate::respell::{Side, int_value, quoted, shifted, sides};
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
        && mistakes.len() == before
    {
        mistakes.keep(in_order(lexemes, lower.bound, *upper))?;
    }
    (bounds.len() == sides.len()).then_some(bounds)
}

/// Refuses a band whose ends are not both included, or not in order.
fn in_order(lexemes: Lexemes<'_>, lower: Lexemes<'_>, upper: Side<'_>) -> Result<()> {
    if !upper.is_inclusive() {
        // Three dots included the end, too, when Rust had them.
        let upper = match upper.separator.len() {
            3 => quoted(upper.bound),
            _ => shifted(upper.bound, -1),
        };
        let words = "both diagonals of a band are included";
        return respelled(lexemes, words, &format!("{}..={upper}", quoted(lower)));
    }
    match int_value(lower).zip(int_value(upper.bound)) {
        Some((lower, upper)) if lower > upper => {
            let words = format!("the lower diagonal {lower} is above the upper {upper}");
            respelled(lexemes, words, &format!("{upper}..={lower}"))
        }
        _ => Ok(()),
    }
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
        && !lexemes.has_any(&separators)
        && gap(lexemes)?.is_none();
    match is_band {
        true => Ok(sides),
        false => refuse(lexemes, format!("not a band of diagonals: {EXAMPLE}")),
    }
}
