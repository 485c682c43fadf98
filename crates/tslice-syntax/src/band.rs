//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::brackets::has_rust_colons;
use crate::entry::Bound;
use crate::foreign::no_closure;
use crate::lex::lex;
use crate::lexeme::{Lexeme, Lexemes, Role};
use crate::literal::{Unfit, integer};
use crate::mistake::{Mistake, Mistakes, Result, refuse, respelled};
use crate::respell::{decremented, quoted};
use crate::token::{Delimiter, pieces};

/// What separates entries and bounds, but no diagonals.
const SEPARATORS: [Role; 4] = [Role::Comma, Role::Colon, Role::Semicolon, Role::Arrow];

const EXAMPLE: &str = "write `diag![0]` or `diag![-1..=2]`";

/// What `diag![..]` holds.
#[derive(Clone, Debug)]
pub enum Band<B> {
    /// One diagonal.
    Single(B),
    /// The lower and the upper diagonal, both included.
    Between(B, B),
}

/// Reads `k` or `lower..=upper`; nothing if there is a mistake, unless it is a half-typed bound.
pub fn band(lexemes: &[Lexeme<'_>], mistakes: &mut Mistakes) -> Option<Band<Bound>> {
    let lexemes = match lexemes {
        [rest @ .., last] if last.role == Role::Comma && !rest.is_empty() => rest,
        _ => lexemes,
    };
    let band = read_band(lexemes, mistakes);
    let is_right = |spelling: &str| {
        let mut mistakes = Mistakes::default();
        read_band(&lex(pieces(spelling)), &mut mistakes);
        mistakes.is_empty()
    };
    mistakes.check_suggestions(0, is_right);
    band
}

fn read_band(lexemes: &[Lexeme<'_>], mistakes: &mut Mistakes) -> Option<Band<Bound>> {
    let (lower, upper) = mistakes.keep(ends(lexemes))?;
    if upper.is_none()
        && let Some(gap) = mistakes.keep(bound::gap(lexemes))?
    {
        let (lower, upper) = lexemes.split_at(gap);
        let spelling = format!("{}..={}", quoted(lower), quoted(upper));
        let words = "two diagonals are a band";
        mistakes.push(Mistake::suggesting(lexemes, words, &spelling));
        return None;
    }
    let mut read = |part: &[Lexeme<'_>]| {
        mistakes
            .keep(diagonal(part))
            .or_else(|| bound::half_typed(part, Dialect::Expressions))
    };
    let lower = read(lower);
    let Some(upper) = upper else {
        return lower.map(Band::Single);
    };
    let (lower, upper) = lower.zip(read(upper))?;
    match lower.value().zip(upper.value()) {
        Some((lower, upper)) if lower > upper => {
            let words = format!("the lower diagonal {lower} is above the upper {upper}");
            let spelling = format!("{upper}..={lower}");
            mistakes.push(Mistake::suggesting(lexemes, words, &spelling));
            None
        }
        _ => Some(Band::Between(lower, upper)),
    }
}

/// Reads one diagonal. A literal that is not an integer has a message of its own.
fn diagonal(part: &[Lexeme<'_>]) -> Result<Bound> {
    if integer(part) == Some(Err(Unfit::I64)) {
        let words = "literal does not fit in i64, and no array has such a diagonal";
        return refuse(part, words);
    }
    no_closure(part)?;
    let what = match part {
        [only] if only.is_group(Delimiter::Bracket) => ", not a list",
        [only] if matches!(only.word(), Some("true" | "false")) => ", not a bool",
        [only] if only.is('*') || matches!(only.word(), Some("_" | "newaxis" | "None")) => "",
        [only] if only.is_group(Delimiter::Parenthesis) => {
            let inner = only.inner();
            let is_band = inner.has(Role::Dots) || inner.has_any(&SEPARATORS);
            if is_band && !has_rust_colons(&inner) {
                let words = "a band stands without parentheses";
                return respelled(part, words, &quoted(&inner));
            }
            return bound::read(part, Dialect::Expressions);
        }
        _ => return bound::read(part, Dialect::Expressions),
    };
    let words = format!("a diagonal is an integer{what}: {EXAMPLE}, lower and upper inclusive");
    refuse(part, words)
}

/// The lexemes of one diagonal, or of both.
type Ends<'l> = (&'l [Lexeme<'l>], Option<&'l [Lexeme<'l>]>);

fn ends<'l>(lexemes: &'l [Lexeme<'l>]) -> Result<Ends<'l>> {
    let is_dots = |lexeme: &Lexeme<'_>| lexeme.role == Role::Dots;
    let sides: Vec<_> = lexemes
        .split(is_dots)
        .filter(|side| !side.is_empty())
        .collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| is_dots(lexeme)).collect();
    let words = match (&dots[..], &sides[..]) {
        _ if lexemes.is_empty() => format!("no diagonal given: {EXAMPLE}"),
        _ if lexemes.has_any(&SEPARATORS) => {
            format!("not a band of diagonals: {EXAMPLE}, lower and upper inclusive")
        }
        ([], _) => return Ok((lexemes, None)),
        ([_, _, last], [lower, upper]) if last.is('=') => return Ok((lower, Some(upper))),
        (_, [lower, upper]) => {
            diagonal(lower)?;
            diagonal(upper)?;
            // Three dots included the end, too, when Rust had them.
            let upper = if dots.len() == 3 {
                quoted(upper)
            } else {
                decremented(upper)
            };
            let spelling = format!("{}..={upper}", quoted(lower));
            let words = "both diagonals of a band are included";
            return respelled(lexemes, words, &spelling);
        }
        (_, [_, _, _, ..]) => format!("a band has two diagonals: {EXAMPLE}"),
        _ => format!("a band needs both diagonals: {EXAMPLE}"),
    };
    refuse(lexemes, words)
}
