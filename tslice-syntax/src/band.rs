//! The language of `diag!`: one diagonal, or a band with both ends included.

use alloc::format;
use alloc::vec::Vec;

use crate::bound::{self, Dialect};
use crate::entry::Bound;
use crate::lexeme::{Lexeme, Role, Token};
use crate::mistake::{Mistake, Mistakes};
use crate::respell::{decremented, quoted};

const EXAMPLE: &str = "write `diag![0]` or `diag![-1..=2]`";

/// What `diag![..]` holds.
#[derive(Clone, Debug)]
pub enum Band<B> {
    /// One diagonal.
    Single(B),
    /// The lower and the upper diagonal, both included.
    Between(B, B),
}

/// Reads `k` or `lower..=upper`; nothing if there is a mistake.
pub fn band<'l, T: Token>(
    lexemes: &'l [Lexeme<T>],
    mistakes: &mut Mistakes<T>,
) -> Option<Band<Bound<'l, T>>> {
    let ends = mistakes.keep(ends(lexemes))?;
    let mut read = |part: &'l [Lexeme<T>]| mistakes.keep(bound::read(part, Dialect::Expressions));
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

enum Ends<'l, T> {
    Single,
    Between(&'l [Lexeme<T>], &'l [Lexeme<T>]),
}

fn ends<T: Token>(lexemes: &[Lexeme<T>]) -> Result<Ends<'_, T>, Mistake<T>> {
    if lexemes.is_empty() {
        return Err(Mistake::new(lexemes, format!("no diagonal given: {EXAMPLE}")));
    }
    if lexemes.iter().any(|lexeme| is_separator(lexeme.role)) {
        return Err(Mistake::new(
            lexemes,
            format!("not a band of diagonals: {EXAMPLE}, lower and upper inclusive"),
        ));
    }
    let is_dots = |lexeme: &Lexeme<T>| lexeme.role == Role::Dots;
    let sides: Vec<_> = lexemes.split(is_dots).filter(|side| !side.is_empty()).collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| is_dots(lexeme)).collect();
    match (&dots[..], &sides[..]) {
        ([], _) => Ok(Ends::Single),
        ([_, _, last], [lower, upper]) if last.is('=') => Ok(Ends::Between(lower, upper)),
        (_, [lower, upper]) => {
            let (lower, upper) = (quoted(lower), decremented(upper));
            Err(Mistake::new(
                lexemes,
                format!("both diagonals of a band are included: write `{lower}..={upper}`"),
            ))
        }
        _ => Err(Mistake::new(lexemes, format!("a band needs both diagonals: {EXAMPLE}"))),
    }
}

fn is_separator(role: Role) -> bool {
    matches!(role, Role::Comma | Role::Colon | Role::Semicolon | Role::Arrow)
}

fn in_order<T: Token>(
    lexemes: &[Lexeme<T>],
    lower: &Bound<'_, T>,
    upper: &Bound<'_, T>,
) -> Result<(), Mistake<T>> {
    match (lower, upper) {
        (Bound::Literal { value: lower, .. }, Bound::Literal { value: upper, .. }) if lower > upper => {
            Err(Mistake::new(
                lexemes,
                format!("the lower diagonal {lower} is above the upper {upper}: write `{upper}..={lower}`"),
            ))
        }
        _ => Ok(()),
    }
}
