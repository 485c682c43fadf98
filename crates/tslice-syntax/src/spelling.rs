//! Bounds and entries in the spelling of other libraries and languages.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice::from_ref;

use crate::lex::lex;
use crate::lexeme::{Lexeme, Role};
use crate::literal::literal;
use crate::mistake::Mistake;
use crate::respell::{quoted, unwrapped};
use crate::token::{Delimiter, Kind};

/// Spellings of other libraries.
pub(crate) fn other_spelling<'t>(part: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    // A function without arguments, as in C++.
    let (called, name) = match part {
        [name @ .., call]
            if call.is_group(Delimiter::Parenthesis) && call.token.inner().is_empty() =>
        {
            (true, name)
        }
        name => (false, name),
    };
    python_slice(part)?;
    if let [.., axis, number] = part
        && axis.word() == Some("Axis")
        && number.is_group(Delimiter::Parenthesis)
    {
        return Err(Mistake::new(
            part,
            "an axis stands in front of its entry, as in `0 => 1:3`",
        ));
    }
    let [path @ .., name] = name else {
        return Ok(());
    };
    let modules = [
        "np", "numpy", "jnp", "jax", "cp", "cupy", "mx", "tf", "torch", "ndarray", "tslice", "xt",
        "xtensor",
    ];
    let qualified =
        matches!(path, [first, .., _] if first.word().is_some_and(|word| modules.contains(&word)));
    let (kind, meant) = match name.token.kind() {
        Kind::Word("newaxis") if qualified || called && path.is_empty() => {
            ("a new axis", "newaxis")
        }
        Kind::Word("NewAxis" | "NEWAXIS" | "newAxis" | "Newaxis" | "NewDim")
            if qualified || path.is_empty() =>
        {
            ("a new axis", "newaxis")
        }
        Kind::Word("Ellipsis") | Kind::Punct { c: '…', .. } if path.is_empty() => {
            ("the ellipsis", "..")
        }
        Kind::Word("_") if path.is_empty() => ("a whole axis", ":"),
        _ => return Ok(()),
    };
    let written = quoted(part);
    Err(Mistake::new(
        part,
        format!("{kind} is spelled `{meant}`, not `{written}`"),
    ))
}

/// Python's `slice(begin, end, stride)` if it has an absent bound, or two literal ones: another one
/// may be a call of a user's function. That stands in parentheses if its arguments are literal.
fn python_slice<'t>(part: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let [slice, call] = part else { return Ok(()) };
    if slice.word() != Some("slice") || !call.is_group(Delimiter::Parenthesis) {
        return Ok(());
    }
    let inner = lex(call.token.inner());
    let bounds: Vec<_> = inner.split(|lexeme| lexeme.role == Role::Comma).collect();
    let is_none = |bound: &&[Lexeme<'t>]| matches!(bound, [only] if only.word() == Some("None"));
    let is_literal = |bound: &&[Lexeme<'t>]| literal(bound).is_some();
    let are_literal = bounds.len() > 1 && bounds.iter().all(is_literal);
    if bounds.len() > 3 || !(are_literal || bounds.iter().any(is_none)) {
        return Ok(());
    }
    let spelled: Vec<_> = bounds
        .iter()
        .map(|bound| {
            if is_none(bound) {
                String::new()
            } else {
                unwrapped(bound)
            }
        })
        .collect();
    let spelling = match &spelled[..] {
        [end] => format!(":{end}"),
        bounds => bounds.join(":"),
    };
    Err(Mistake::suggesting(
        part,
        "a range is `begin:end:stride`",
        &spelling,
    ))
}

/// Whether this is a new axis as other libraries spell it.
pub(crate) fn spells_new_axis(part: &[Lexeme<'_>]) -> bool {
    other_spelling(part).is_err_and(|mistake| mistake.message.starts_with("a new axis"))
}

/// Refuses an operator that is a word in other languages, and a cast in front of its operand: no
/// comma is missing there.
pub(crate) fn no_foreign_word<'t>(pair: &[Lexeme<'t>]) -> Result<(), Mistake<'t>> {
    let rust = |lexeme: &Lexeme<'t>| match lexeme.word()? {
        "not" => Some(("not", "Rust writes `!`")),
        "and" => Some(("and", "Rust writes `&&`")),
        "or" => Some(("or", "Rust writes `||`")),
        "is" => Some(("is", "Rust writes `==`")),
        "mod" => Some(("mod", "Rust writes `%`")),
        "div" => Some(("div", "Rust writes `/`")),
        "until" => Some(("until", "a range is `begin:end`")),
        "to" => Some(("to", "a range is `begin:end`")),
        "downTo" => Some((
            "downTo",
            "a range is `begin:end`, and walks back with a negative stride",
        )),
        _ => None,
    };
    if let Some((word, instead)) = pair.iter().find_map(rust) {
        return Err(Mistake::new(
            pair,
            format!("`{word}` is not an operator: {instead}"),
        ));
    }
    let items = [
        "enum", "extern", "fn", "impl", "pub", "ref", "static", "struct", "trait", "type", "use",
        "where", "yield",
    ];
    if let Some(word) = pair
        .iter()
        .filter_map(Lexeme::word)
        .find(|word| items.contains(word))
    {
        return Err(Mistake::new(
            pair,
            format!("`{word}` does not belong to an expression, and a bound is an integer"),
        ));
    }
    let types = [
        "int", "long", "size_t", "usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32",
        "i64",
    ];
    let is_type = |lexeme: &Lexeme<'t>| lexeme.word().is_some_and(|word| types.contains(&word));
    match pair {
        [cast, operand]
            if cast.is_group(Delimiter::Parenthesis)
                && matches!(&lex(cast.token.inner())[..], [only] if is_type(only)) =>
        {
            let spelling = format!("{} as i64", quoted(from_ref(operand)));
            Err(Mistake::suggesting(
                pair,
                "a cast follows its operand",
                &spelling,
            ))
        }
        _ => Ok(()),
    }
}
