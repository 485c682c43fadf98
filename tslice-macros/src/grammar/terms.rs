//! The terms of a sum that begins with a minus: `-n - 2 * m`.

use tslice_syntax::{Lexeme, Lexemes, Role, in_operand, is_cast, sign};

/// A term of a sum, and whether it is subtracted.
pub(crate) type Term<'t> = (bool, Lexemes<'t>);

/// The terms of a sum that begins with a minus, each with whether it is subtracted: of `-n - 2 * m`
/// they are `n` and `2 * m`, and both are. An unsigned n could not be negated before the sum is an
/// `i64`. `None` of what Rust reads as a whole.
pub(crate) fn terms<'t>(lexemes: Lexemes<'t>) -> Option<Vec<Term<'t>>> {
    if !lexemes.first()?.is('-') {
        return None;
    }
    let continues = |left: &Lexeme<'_>, right: &Lexeme<'_>| {
        !ends_operand(left) || !matches!(sign(right), Some('-' | '+'))
    };
    let mut terms = Vec::new();
    for term in lexemes.chunk_by(continues) {
        let (sign, term) = term.split_first()?;
        // In `-n as u8` the cast is of `-n`, whose sign or size the type may not keep.
        if !is_term(term) || terms.is_empty() && !is_as_wide(term) {
            return None;
        }
        terms.push((sign.is('-'), term));
    }
    Some(terms)
}

fn ends_operand(lexeme: &Lexeme<'_>) -> bool {
    lexeme.role == Role::Operand || lexeme.is('?') || lexeme.is_word("await")
}

/// Whether these are operands joined by factors and casts.
fn is_term(term: Lexemes<'_>) -> bool {
    let is_part = |lexeme: &Lexeme<'_>| in_operand(lexeme) || is_factor(lexeme) || is_cast(lexeme);
    term.last().is_some_and(ends_operand) && term.iter().all(is_part)
}

/// Whether the casts of the first factor, if there are any, are all to types that hold the numbers
/// of positions, with a sign: it may be negated before them or behind them. Floats are among them:
/// rustc says of the negated number that it is a float.
fn is_as_wide(term: Lexemes<'_>) -> bool {
    let mut is_type = false;
    for lexeme in term {
        if is_type && !lexeme.is_one_of(&["i64", "i128", "isize", "f32", "f64"]) {
            return false;
        }
        if is_factor(lexeme) {
            break;
        }
        is_type = is_cast(lexeme);
    }
    true
}

fn is_factor(lexeme: &Lexeme<'_>) -> bool {
    matches!(sign(lexeme), Some('*' | '/' | '%'))
}
