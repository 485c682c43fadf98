//! Mistakes in `diag![..]`.

use proc_macro2::TokenStream;
use syn::Result;

use super::respell::decremented;
use crate::cursor::{Lexeme, Role};
use crate::diagnostic::{error, error_at, quoted};

/// Where the `..=` of a band is, if it is one.
pub(crate) fn diag_shape(lexemes: &[Lexeme]) -> Result<Option<usize>> {
    let example = "write `diag![0]` or `diag![-1..=2]`";
    if lexemes.is_empty() {
        return Err(error(TokenStream::new(), format!("no diagonal given: {example}")));
    }
    let sides: Vec<_> =
        lexemes.split(|lexeme| lexeme.role == Role::Dots).filter(|side| !side.is_empty()).collect();
    let dots: Vec<_> = lexemes.iter().filter(|lexeme| lexeme.role == Role::Dots).collect();
    let separated = |role| lexemes.iter().any(|lexeme| lexeme.role == role);
    if [Role::Comma, Role::Colon, Role::Semicolon, Role::Arrow].into_iter().any(separated) {
        return Err(error_at(
            lexemes,
            format!("not a band of diagonals: {example}, lower and upper inclusive"),
        ));
    }
    match (dots.as_slice(), sides.as_slice()) {
        ([], _) => Ok(None),
        ([_, _, last], [lower, _]) if last.is('=') => Ok(Some(lower.len())),
        (_, [lower, upper]) => {
            let (lower, upper) = (quoted(lower), decremented(upper));
            Err(error_at(
                lexemes,
                format!("both diagonals of a band are included: write `{lower}..={upper}`"),
            ))
        }
        _ => Err(error_at(lexemes, format!("a band needs both diagonals: {example}"))),
    }
}

pub(crate) fn band_order(lexemes: &[Lexeme], lower: i64, upper: i64) -> Result<()> {
    if lower <= upper {
        return Ok(());
    }
    Err(error_at(
        lexemes,
        format!("the lower diagonal {lower} is above the upper {upper}: write `{upper}..={lower}`"),
    ))
}
