//! Bounds and entries in the spelling of other libraries and languages.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice::from_ref;

use crate::lex::NUMBERS;
use crate::lexeme::{ByRole, is_none};
use crate::literal::literal;
use crate::mistake::{Result, refuse, respelled};
use crate::respell::{quoted, unwrapped};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// Spellings of other libraries.
pub(crate) fn other_spelling(part: Lexemes<'_>) -> Result<()> {
    python_slice(part)?;
    if let [.., axis, number] = part
        && axis.is_word("Axis")
        && number.is_group(Delimiter::Parenthesis)
    {
        let words = "an axis stands in front of its entry, as in `0 => 1:3`";
        return refuse(part, words);
    }
    let Some((kind, meant)) = other_word(part) else {
        return Ok(());
    };
    let written = quoted(part);
    refuse(
        part,
        format!("{kind} is spelled `{meant}`, not `{written}`"),
    )
}

/// What another library's name for an entry means: the kind of the entry, and its spelling.
fn other_word(part: Lexemes<'_>) -> Option<(&'static str, &'static str)> {
    // A function without arguments, as in C++.
    let (called, name) = match part {
        [name @ .., call] if call.is_group(Delimiter::Parenthesis) && call.inner().is_empty() => {
            (true, name)
        }
        name => (false, name),
    };
    let (name, path) = name.split_last()?;
    let modules = [
        "np", "numpy", "jnp", "jax", "cp", "cupy", "mx", "tf", "torch", "ndarray", "tslice", "xt",
        "xtensor",
    ];
    let qualified = matches!(path, [first, .., _] if first.is_one_of(&modules));
    match name.kind {
        Kind::Word("newaxis") if qualified || called && path.is_empty() => {
            Some(("a new axis", "newaxis"))
        }
        Kind::Word("NewAxis" | "NEWAXIS" | "newAxis" | "Newaxis" | "new_axis" | "NewDim")
            if qualified || path.is_empty() =>
        {
            Some(("a new axis", "newaxis"))
        }
        Kind::Word("Ellipsis") | Kind::Punct { c: '…', .. } if path.is_empty() => {
            Some(("the ellipsis", ".."))
        }
        Kind::Word("_" | "Colon" | "All") if path.is_empty() => Some(("a whole axis", ":")),
        Kind::Word("all") if called => Some(("a whole axis", ":")),
        _ => None,
    }
}

/// Python's `slice(begin, end, stride)` and `range(begin, end)` if they have an absent bound or
/// two literal ones: others may be calls of a user's function. Such a call stands in parentheses
/// if its arguments are literal.
fn python_slice(part: Lexemes<'_>) -> Result<()> {
    let [slice, call] = part else { return Ok(()) };
    if !slice.is_one_of(&["slice", "range", "Slice", "Range"])
        || !call.is_group(Delimiter::Parenthesis)
    {
        return Ok(());
    }
    let inner = call.inner();
    let bounds: Vec<_> = inner.parts(Role::Comma).collect();
    let is_literal = |bound: &Lexemes<'_>| literal(bound).is_some();
    let are_literal = bounds.len() > 1 && bounds.iter().all(is_literal);
    if bounds.len() > 3 || !(are_literal || bounds.iter().any(|bound| is_none(bound))) {
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
    respelled(part, "a range is `begin:end:stride`", &spelling)
}

/// Whether this is a new axis as other libraries spell it.
pub(crate) fn spells_new_axis(part: Lexemes<'_>) -> bool {
    other_spelling(part).is_err_and(|mistake| mistake.message.starts_with("a new axis"))
}

/// Refuses an operator that is a word in other languages, and a cast in front of its operand: no
/// comma is missing there.
pub(crate) fn no_foreign_word(pair: Lexemes<'_>) -> Result<()> {
    let mut words = pair.iter().filter_map(Lexeme::word);
    if let Some(message) = words.find_map(not_of_an_expression) {
        return refuse(pair, message);
    }
    let is_type = |lexeme: &Lexeme<'_>| {
        lexeme.is_one_of(&NUMBERS) || lexeme.is_one_of(&["int", "long", "size_t"])
    };
    match pair {
        [cast, operand]
            if cast.is_group(Delimiter::Parenthesis)
                && matches!(&cast.inner()[..], [only] if is_type(only)) =>
        {
            let words = "a cast follows its operand";
            let spelling = format!("{} as i64", quoted(from_ref(operand)));
            respelled(pair, words, &spelling)
        }
        _ => Ok(()),
    }
}

/// What to say of a word that no expression of Rust has.
fn not_of_an_expression(word: &str) -> Option<String> {
    let instead = match word {
        "not" => "Rust writes `!`",
        "and" => "Rust writes `&&`",
        "or" => "Rust writes `||`",
        "is" => "Rust writes `==`",
        "mod" => "Rust writes `%`",
        "div" => "Rust writes `/`",
        "until" | "to" | "upto" | "through" => "a range is `begin:end`",
        "step" | "by" => "a stride stands behind a second `:`, as in `begin:end:stride`",
        "downTo" | "downto" => "a range is `begin:end`, and walks back with a negative stride",
        "enum" | "extern" | "fn" | "impl" | "pub" | "ref" | "static" | "struct" | "trait"
        | "type" | "use" | "where" | "yield" => {
            return Some(format!(
                "`{word}` does not belong to an expression, and a bound is an integer"
            ));
        }
        _ => return None,
    };
    Some(format!("`{word}` is not an operator: {instead}"))
}
