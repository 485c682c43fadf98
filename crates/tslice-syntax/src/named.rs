//! Axes by name: `Video: time = ::2`, of which `Video` has the names.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::foreign::other_spelling;
use crate::lex::is_type;
use crate::lexeme::{ByRole, is_none};
use crate::mistake::{Mistake, Result};
use crate::respell::quoted;
use crate::token::{Lexeme, Lexemes, Role};

/// The path and the entries of `path: name = entry, ..`.
pub fn axes_by_names(lexemes: Lexemes<'_>) -> Option<(Lexemes<'_>, Lexemes<'_>)> {
    let is_colon = |lexeme: &Lexeme<'_>| lexeme.role == Role::Colon;
    // A global path has two colons at its front: `::video::Video: time = 1`.
    let front = match lexemes {
        [a, b, ..] if is_colon(a) && is_colon(b) => 2,
        _ => 0,
    };
    let colon = front + lexemes[front..].position_of(Role::Colon)?;
    let (path, entries) = (&lexemes[..colon], &lexemes[colon + 1..]);
    let is_word = |lexeme: &Lexeme<'_>| lexeme.word().is_some();
    // `==` and `=>` are mistakes that are named there.
    let is_named =
        |chunk: Lexemes<'_>| matches!(chunk, [name, sign, ..] if is_word(name) && sign.is('='));
    let are_named = path.last().is_some_and(is_word)
        && path[front..]
            .iter()
            .all(|part| part.role == Role::Path || is_word(part))
        && (entries.parts(Role::Comma).any(is_named) || is_front(path, entries));
    are_named.then_some((path, entries))
}

/// Whether `Video: time` or `Video: ..`, in which no name has a `=`, is meant for names of axes and
/// not for a range: the path is written as that of a type, and what follows as a name, or as dots.
/// A constant of a type is a bound, as in `Parts::First: end`.
fn is_front(path: Lexemes<'_>, entries: Lexemes<'_>) -> bool {
    let is_type = |name: &Lexeme<'_>| {
        let word = name.word();
        word.is_some_and(|word| is_type(word) && !word.contains('_'))
    };
    let is_name = |first: &Lexeme<'_>| match first.word() {
        Some(word) => word.starts_with(char::is_lowercase),
        None => first.role == Role::Dots,
    };
    path.iter().position(is_type) == path.len().checked_sub(1)
        && entries.first().is_some_and(is_name)
        && !is_none(path)
        && other_spelling(path).is_ok()
}

/// The axis of a name in front of `=`.
pub(crate) fn number_of(axis: Lexemes<'_>, chunk: Lexemes<'_>, names: &[String]) -> Result<i64> {
    if axis.is_empty() {
        return Err(unnamed(chunk, names));
    }
    let number = number(&quoted(axis), names).map_err(|words| Mistake::new(axis, words))?;
    Ok(i64::try_from(number).unwrap_or(i64::MAX))
}

/// What is wrong with an entry that has no name among entries that have.
pub(crate) fn unnamed(chunk: Lexemes<'_>, names: &[String]) -> Mistake {
    let first = names.first().map_or("name", String::as_str);
    let words = format!(
        "each entry has the name of its axis, as in `{first} = 1:3`: the axes are {}",
        listed(names)
    );
    Mistake::new(chunk, words)
}

fn listed(names: &[String]) -> String {
    let names = names.iter().filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The axis of a name.
///
/// # Errors
///
/// What is wrong with the name, if no axis or two axes have it.
pub fn number(name: &str, names: &[String]) -> core::result::Result<usize, String> {
    let mut axes = (0..names.len()).filter(|&axis| !name.is_empty() && names[axis] == name);
    match (axes.next(), axes.next()) {
        (Some(axis), None) => Ok(axis),
        (Some(first), Some(second)) => Err(format!(
            "axes {first} and {second} are both named `{name}`: write `{first} =>`, or \
             `{second} =>`"
        )),
        (None, _) => {
            let words = match listed(names) {
                known if known.is_empty() => "no axis has a name".to_string(),
                known => format!("the axes are {known}"),
            };
            Err(format!("no axis is named `{name}`: {words}"))
        }
    }
}
