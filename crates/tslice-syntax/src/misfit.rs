//! Literals that cannot be a bound, and the spelling to write instead.

use alloc::format;
use alloc::string::{String, ToString};

use crate::lexeme::ByRole;
use crate::literal::{Integer, Literal, Unfit};
use crate::mistake::Mistake;
use crate::respell::{elided, quoted};
use crate::token::{Delimiter, Lexeme, Lexemes, Role};

/// A literal of another type: a float, a string, a char or bytes. It is behind a minus if the part
/// has two lexemes.
pub(crate) fn not_an_integer(part: Lexemes<'_>, literal: Literal<'_>) -> Mistake {
    let sign = if part.len() > 1 { "-" } else { "" };
    let (kind, spelling, fix) = match literal {
        Literal::Float(Some(float)) if float < 1e18 && float as i64 as f64 == float => (
            "a float",
            Some(format!("{sign}{}", float as i64)),
            "write a whole number",
        ),
        Literal::Float(_) => ("a float", None, "write a whole number"),
        Literal::String => (
            "a string",
            unquoted(part),
            "write the number without quotes",
        ),
        Literal::Char => ("a char", unquoted(part), "write the number without quotes"),
        Literal::CString => ("a C string", None, "write a number"),
        _ => ("a byte string", None, "write a number"),
    };
    let words = format!("a bound is an integer, not {kind}");
    match spelling {
        Some(spelling) => Mistake::suggesting(part, words, &spelling),
        None => Mistake::new(part, format!("{words}: {fix}")),
    }
}

/// The text between quotes, which may be the spec that is meant.
fn unquoted(part: Lexemes<'_>) -> Option<String> {
    let text = quoted(part);
    let mut quotes = ['"', '\''].into_iter();
    let inner = quotes.find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))?;
    inner
        .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | '.'))
        .then(|| inner.into())
}

/// An integer whose suffix is none, or whose value fits neither its suffix nor `i64`.
pub(crate) fn unfit_integer(
    part: Lexemes<'_>,
    negative: bool,
    int: &Integer<'_>,
    unfit: Unfit,
) -> Mistake {
    let (sign, Integer { digits, suffix, .. }) = (if negative { "-" } else { "" }, int);
    let message = match unfit {
        Unfit::UnknownSuffix => {
            let (suffix, digits) = (elided(suffix.to_string()), elided(digits.to_string()));
            format!("`{suffix}` is not an integer suffix: write `{sign}{digits}`")
        }
        Unfit::Suffix => format!("literal out of range for `{suffix}`: leave the suffix out"),
        Unfit::I64 => {
            "literal does not fit in i64, and no axis is that long: an absent bound is left out, \
             as in `1:`"
                .into()
        }
    };
    Mistake::new(part, message)
}

/// The mistake of a bound in text that only Rust could read.
pub(crate) fn no_literal(part: Lexemes<'_>) -> Mistake {
    let written = quoted(part);
    let is_of_name =
        |lexeme: &Lexeme<'_>| lexeme.word().is_some() || lexeme.is('.') || lexeme.is('!');
    match part {
        [only] if only.is_one_of(&["end", "stop", "begin", "start", "last"]) => {
            let words = format!("an absent bound is left out: write nothing for `{written}`");
            Mistake::new(part, words)
        }
        // As `s![1:]` and Python's `a[1:]` are written. `v[1]` may be a number.
        [name @ .., spec]
            if name.first().is_some_and(|first| first.word().is_some())
                && name.iter().all(is_of_name)
                && spec.is_group(Delimiter::Bracket)
                && (name.iter().any(|lexeme| lexeme.is('!'))
                    || spec
                        .inner()
                        .has_any(&[Role::Colon, Role::Dots, Role::Comma])) =>
        {
            let words = format!("a spec in text stands without `{}[` and `]`", quoted(name));
            Mistake::suggesting(part, words, &quoted(&spec.inner()))
        }
        _ => {
            let words = format!("a bound in text is an integer literal, not `{written}`");
            Mistake::new(part, words)
        }
    }
}
