//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::brackets::has_rust_colons;
use crate::entry::Bound;
use crate::foreign::no_closure;
use crate::lex::lex;
use crate::lexeme::{Lexeme, Role};
use crate::literal::{Unfit, integer};
use crate::mistake::{Mistake, Mistakes};
use crate::respell::{decremented, quoted};
use crate::token::{Delimiter, pieces};

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
    mistakes.check_suggestions(is_right);
    band
}

fn read_band(lexemes: &[Lexeme<'_>], mistakes: &mut Mistakes) -> Option<Band<Bound>> {
    let ends = mistakes.keep(ends(lexemes))?;
    if let Ends::Single = ends
        && let Some(gap) = mistakes.keep(bound::gap(lexemes))?
    {
        let (lower, upper) = lexemes.split_at(gap);
        let spelling = format!("{}..={}", quoted(lower), quoted(upper));
        mistakes.push(Mistake::suggesting(
            lexemes,
            "two diagonals are a band",
            &spelling,
        ));
        return None;
    }
    let mut read = |part: &[Lexeme<'_>]| {
        mistakes
            .keep(diagonal(part))
            .or_else(|| bound::half_typed(part, Dialect::Expressions))
    };
    match ends {
        Ends::Single => read(lexemes).map(Band::Single),
        Ends::Between(lower, upper) => {
            let (lower, upper) = (read(lower), read(upper));
            let (lower, upper) = lower.zip(upper)?;
            mistakes.keep(in_order(lexemes, &lower, &upper))?;
            Some(Band::Between(lower, upper))
        }
    }
}

/// Reads one diagonal. A literal that is not an integer has a message of its own.
fn diagonal(part: &[Lexeme<'_>]) -> Result<Bound, Mistake> {
    let no = |what: &str| {
        Err(Mistake::new(
            part,
            format!("a diagonal is an integer{what}: {EXAMPLE}, lower and upper inclusive"),
        ))
    };
    if integer(part) == Some(Err(Unfit::I64)) {
        return Err(Mistake::new(
            part,
            "literal does not fit in i64, and no array has such a diagonal",
        ));
    }
    no_closure(part)?;
    match part {
        [only] if only.is_group(Delimiter::Bracket) => no(", not a list"),
        [only] if matches!(only.word(), Some("true" | "false")) => no(", not a bool"),
        [only] if matches!(only.word(), Some("_" | "newaxis" | "None")) => no(""),
        [only] if only.is('*') => no(""),
        [only] if only.is_group(Delimiter::Parenthesis) => {
            let inner = only.inner();
            let separates =
                |lexeme: &Lexeme<'_>| is_separator(lexeme.role) || lexeme.role == Role::Dots;
            if inner.iter().any(separates) && !has_rust_colons(&inner) {
                let spelling = quoted(&inner);
                return Err(Mistake::suggesting(
                    part,
                    "a band stands without parentheses",
                    &spelling,
                ));
            }
            bound::read(part, Dialect::Expressions)
        }
        _ => bound::read(part, Dialect::Expressions),
    }
}

enum Ends<'l, 't> {
    Single,
    Between(&'l [Lexeme<'t>], &'l [Lexeme<'t>]),
}

fn ends<'l, 't>(lexemes: &'l [Lexeme<'t>]) -> Result<Ends<'l, 't>, Mistake> {
    if lexemes.is_empty() {
        return Err(Mistake::new(
            lexemes,
            format!("no diagonal given: {EXAMPLE}"),
        ));
    }
    if lexemes.iter().any(|lexeme| is_separator(lexeme.role)) {
        return Err(Mistake::new(
            lexemes,
            format!("not a band of diagonals: {EXAMPLE}, lower and upper inclusive"),
        ));
    }
    let is_dots = |lexeme: &Lexeme<'t>| lexeme.role == Role::Dots;
    let sides: Vec<_> = lexemes
        .split(is_dots)
        .filter(|side| !side.is_empty())
        .collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| is_dots(lexeme)).collect();
    match (&dots[..], &sides[..]) {
        ([], _) => Ok(Ends::Single),
        ([_, _, last], [lower, upper]) if last.is('=') => Ok(Ends::Between(lower, upper)),
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
            Err(Mistake::suggesting(
                lexemes,
                "both diagonals of a band are included",
                &spelling,
            ))
        }
        (_, [_, _, _, ..]) => Err(Mistake::new(
            lexemes,
            format!("a band has two diagonals: {EXAMPLE}"),
        )),
        _ => Err(Mistake::new(
            lexemes,
            format!("a band needs both diagonals: {EXAMPLE}"),
        )),
    }
}

fn is_separator(role: Role) -> bool {
    matches!(
        role,
        Role::Comma | Role::Colon | Role::Semicolon | Role::Arrow
    )
}

fn in_order(lexemes: &[Lexeme<'_>], lower: &Bound, upper: &Bound) -> Result<(), Mistake> {
    match (lower, upper) {
        (Bound::Literal { value: lower, .. }, Bound::Literal { value: upper, .. })
            if lower > upper =>
        {
            let words = format!("the lower diagonal {lower} is above the upper {upper}");
            Err(Mistake::suggesting(
                lexemes,
                words,
                &format!("{upper}..={lower}"),
            ))
        }
        _ => Ok(()),
    }
}
