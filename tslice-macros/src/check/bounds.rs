//! Mistakes in one index or one bound of a range.

use proc_macro2::{Delimiter, TokenTree};
use syn::{Error, Lit, LitInt, Result};

use super::respell::quoted_parts;
use crate::ast::Int;
use crate::cursor::{Lexeme, Role, lex};
use crate::diagnostic::{error, error_at, quoted};

/// Spellings of other libraries.
pub(crate) fn near_miss(index: &[Lexeme]) -> Result<()> {
    let [path @ .., Lexeme { token: TokenTree::Ident(name), .. }] = index else { return Ok(()) };
    let module = ["np", "numpy", "jnp", "tf", "torch", "ndarray"];
    let qualified = matches!(path, [first, .., _] if module.contains(&first.token.to_string().as_str()));
    let meant = match name.to_string().as_str() {
        "newaxis" if qualified => "newaxis",
        "NewAxis" | "NEWAXIS" | "newAxis" | "NewDim" if qualified || path.is_empty() => "newaxis",
        "Ellipsis" if path.is_empty() => "..",
        "_" if path.is_empty() => ":",
        _ => return Ok(()),
    };
    let kind = match meant {
        ".." => "the ellipsis",
        ":" => "a whole axis",
        _ => "a new axis",
    };
    Err(error_at(index, format!("{kind} is spelled `{meant}`: did you mean `{meant}`?")))
}

pub(crate) fn list(part: &[Lexeme]) -> Result<()> {
    let [Lexeme { token: TokenTree::Group(group), .. }] = part else { return Ok(()) };
    if group.delimiter() != Delimiter::Bracket {
        return Ok(());
    }
    let inner = lex(group.stream());
    Err(if inner.iter().any(|lexeme| matches!(lexeme.role, Role::Colon | Role::Dots)) {
        error(
            group,
            format!("a spec inside a spec: remove the inner brackets, write `{}`", quoted_parts(&inner)),
        )
    } else {
        error(group, "a list is not an entry: slicing takes ranges, to pick listed positions use `gather_nd`")
    })
}

/// A range in parentheses. Colons after a label, inside a closure or in front of a path are Rust's.
pub(crate) fn parenthesised_range(part: &[Lexeme]) -> Result<()> {
    let [Lexeme { token: TokenTree::Group(group), .. }] = part else { return Ok(()) };
    let inner = lex(group.stream());
    let is_rust = match inner.as_slice() {
        [first, _, Lexeme { token: TokenTree::Ident(_), .. }, ..] if first.is(':') => true,
        inner => inner.iter().any(|lexeme| lexeme.is('|') || lexeme.is('\'')),
    };
    if group.delimiter() != Delimiter::Parenthesis
        || is_rust
        || inner.iter().all(|lexeme| lexeme.role != Role::Colon)
    {
        return Ok(());
    }
    let range = quoted_parts(&inner);
    Err(error(group, format!("a range stands without parentheses: write `{range}`")))
}

/// A bound that stops at an operator, as all do while they are typed.
pub(crate) fn unfinished(part: &[Lexeme]) -> Result<()> {
    let Some(last) = part.last().filter(|last| last.role == Role::Operator && !last.is('?')) else {
        return Ok(());
    };
    let operand = if last.is('.') { "a field or a method" } else { "an operand" };
    Err(error_at(part, format!("the bound is unfinished: write {operand} after the `{}`", last.token)))
}

pub(crate) fn missing_comma(part: &[Lexeme]) -> Result<()> {
    let joins_by_bracket =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() != Delimiter::None);
    for (at, pair) in part.windows(2).enumerate() {
        if pair.iter().all(|lexeme| lexeme.role == Role::Operand) && !joins_by_bracket(&pair[1].token) {
            let (left, right) = (quoted(&part[..=at]), quoted(&pair[1..]));
            let message =
                format!("a comma is missing between `{left}` and `{right}`: write `{left}, {right}`");
            return Err(error_at(pair, message));
        }
    }
    Ok(())
}

pub(crate) fn boolean(part: &[Lexeme]) -> Result<()> {
    match part {
        [Lexeme { token: TokenTree::Ident(word), .. }] if word == "true" || word == "false" => {
            Err(error(word, "a bound is an integer, not a bool: to keep elements by a mask, use `gather_nd`"))
        }
        _ => Ok(()),
    }
}

pub(crate) fn not_an_integer(part: &[Lexeme], lit: &Lit) -> Error {
    let (kind, fix) = match lit {
        Lit::Float(float) => {
            let sign = if part.len() > 1 { "-" } else { "" };
            match float.base10_parse::<f64>().map(f64::trunc) {
                Ok(whole) if whole < 1e18 => ("a float", format!("write `{sign}{whole}`")),
                _ => ("a float", "write a whole number".into()),
            }
        }
        Lit::Str(_) => ("a string", "write the number without quotes".into()),
        Lit::Char(_) => ("a char", "write the number without quotes".into()),
        Lit::Byte(byte) => ("a byte", format!("write `{}`", byte.value())),
        Lit::ByteStr(_) | Lit::CStr(_) => ("a byte string", "write a number".into()),
        _ => ("this literal", "write a number".into()),
    };
    error_at(part, format!("a bound is an integer, not {kind}: {fix}"))
}

/// The value of an integer literal that fits both its suffix and i64.
pub(crate) fn in_range(part: &[Lexeme], negative: bool, digits: &LitInt) -> Result<i64> {
    let text = format!("{}{}", if negative { "-" } else { "" }, digits.base10_digits());
    let suffix = digits.suffix();
    let fits = |text: &str| match suffix {
        "" => Some(true),
        "i8" => Some(text.parse::<i8>().is_ok()),
        "i16" => Some(text.parse::<i16>().is_ok()),
        "i32" => Some(text.parse::<i32>().is_ok()),
        "i64" | "isize" => Some(text.parse::<i64>().is_ok()),
        "i128" => Some(text.parse::<i128>().is_ok()),
        "u8" => Some(text.parse::<u8>().is_ok()),
        "u16" => Some(text.parse::<u16>().is_ok()),
        "u32" => Some(text.parse::<u32>().is_ok()),
        "u64" | "usize" => Some(text.parse::<u64>().is_ok()),
        "u128" => Some(text.parse::<u128>().is_ok()),
        _ => None,
    };
    match (fits(&text), text.parse::<i64>()) {
        (None, _) => Err(error_at(part, format!("`{suffix}` is not an integer suffix: write `{text}`"))),
        (Some(false), _) => {
            Err(error_at(part, format!("literal out of range for `{suffix}`: leave the suffix out")))
        }
        (_, Err(_)) => Err(error_at(
            part,
            "literal does not fit in i64, and no axis is that long: leave the bound out to reach its end",
        )),
        (_, Ok(value)) => Ok(value),
    }
}

pub(crate) fn zero_stride(stride: &Int, part: &[Lexeme]) -> Result<()> {
    if stride.value != 0 {
        return Ok(());
    }
    Err(error_at(part, "the stride is 0, so the range never ends: write `1`, or leave the stride out"))
}
