//! Entries that call their axes by names.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use tslice_entry::Forms;

use crate::encode::Sink;
use crate::lexeme::{Lexeme, Role};
use crate::mistake::Mistake;
use crate::respell::{quoted, quoted_parts};
use crate::text::{SpecMistake, encode};

/// Works like [`encode`], for a text whose entries may name their axis, as in `time=::2`: each name
/// becomes the number of its axis.
///
/// `names` has the name of each axis, and an empty one for an axis without.
///
/// # Errors
///
/// All names that no axis or two axes have; if there are none, the mistakes of the text.
pub fn encode_by_names(
    text: &str,
    names: &[impl AsRef<str>],
    sink: &mut impl Sink,
) -> Result<Forms, Vec<SpecMistake>> {
    let (mut numbered, mut mistakes) = (String::with_capacity(text.len()), Vec::new());
    // Where parts of the numbered text begin, where they are in the text, and whether they are the
    // same there.
    let mut parts = Vec::from([(0, 0, true)]);
    let mut copied = 0;
    for span in named(text) {
        match number(&text[span.clone()], names) {
            Ok(axis) => {
                numbered.push_str(&text[copied..span.start]);
                parts.push((numbered.len(), span.start, false));
                numbered.push_str(&format!("{axis} =>"));
                // The name may have spaces behind it, and the sign is one byte.
                copied = span.end + text[span.end..].find('=').map_or(0, |at| at + 1);
                parts.push((numbered.len(), copied, true));
            }
            Err(message) => mistakes.push(SpecMistake { message, span }),
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    numbered.push_str(&text[copied..]);
    encode(&numbered, sink).map_err(|mut mistakes| {
        for SpecMistake { span, .. } in &mut mistakes {
            let [start, end] = [span.start, span.end].map(|byte| place(&parts, byte, text.len()));
            *span = start..end;
        }
        mistakes
    })
}

/// Where a byte of the numbered text is in the text of this length.
fn place(parts: &[(usize, usize, bool)], byte: usize, len: usize) -> usize {
    let part = parts
        .iter()
        .rposition(|&(new, ..)| new <= byte)
        .unwrap_or(0);
    match parts[part] {
        (new, old, same) if same || new == byte => old + (byte - new),
        _ => parts.get(part + 1).map_or(len, |&(_, old, _)| old),
    }
}

/// The names that stand before `=`, outside of brackets, without the space around them.
fn named(text: &str) -> Vec<Range<usize>> {
    let (mut spans, mut begin, mut depth, mut open) = (Vec::new(), 0, 0_usize, true);
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => (begin, open) = (at + 1, true),
            b'=' if depth == 0 && open => {
                open = false;
                let name = &text[begin..at];
                if bytes.get(at + 1) != Some(&b'>') {
                    let start = begin + (name.len() - name.trim_start().len());
                    spans.push(start..start + name.trim().len());
                }
            }
            _ => {}
        }
    }
    spans
}

/// The path of the names and the entries of `path: name = entry, ..`.
#[must_use]
pub fn axes_by_names<'l, 't>(
    lexemes: &'l [Lexeme<'t>],
) -> Option<(&'l [Lexeme<'t>], &'l [Lexeme<'t>])> {
    let colon = lexemes
        .iter()
        .position(|lexeme| lexeme.role == Role::Colon)?;
    let (path, entries) = (&lexemes[..colon], &lexemes[colon + 1..]);
    let is_path = path
        .iter()
        .all(|lexeme| lexeme.role == Role::Path || lexeme.word().is_some());
    let names_axis = |chunk: &[Lexeme<'t>]| matches!(chunk, [name, sign, ..] if name.word().is_some() && sign.is('='));
    let mut chunks = entries.split(|lexeme| lexeme.role == Role::Comma);
    // `Video: time => 2` is no range, as a type is no bound.
    let last = path.last()?.word()?;
    let is_type = last.starts_with(char::is_uppercase)
        && entries.iter().any(|lexeme| lexeme.role == Role::Arrow);
    (is_path && (is_type || chunks.any(names_axis))).then_some((path, entries))
}

/// The axis of a name in front of `=`.
pub(crate) fn number_of<'t>(
    axis: &[Lexeme<'t>],
    chunk: &[Lexeme<'t>],
    names: &[String],
) -> Result<i64, Mistake<'t>> {
    match axis {
        [only] if only.word().is_some() => {
            let word = only.word().unwrap_or_default();
            let number = number(word.trim_start_matches("r#"), names);
            number
                .map(|axis| i64::try_from(axis).unwrap_or(i64::MAX))
                .map_err(|words| Mistake::new(axis, words))
        }
        [] => Err(Mistake::new(chunk, no_name(names))),
        _ => Err(Mistake::new(axis, no_name(names))),
    }
}

fn no_name(names: &[String]) -> String {
    let names = listed(names);
    format!("a name of an axis stands in front of `=`: the axes are {names}")
}

/// What is wrong with an entry that has no `=` among some that have.
pub(crate) fn without_equals<'t>(chunk: &[Lexeme<'t>], names: &[String]) -> Mistake<'t> {
    let arrow = chunk.iter().position(|lexeme| lexeme.role == Role::Arrow);
    let is_name = |lexeme: &Lexeme<'t>| {
        let word = lexeme.word().map(|word| word.trim_start_matches("r#"));
        word.is_some_and(|word| names.iter().any(|name| name == word))
    };
    let (axis, entry, words) = match (arrow, chunk) {
        (Some(arrow), _) => {
            let words = "a name and its entry are joined by `=`";
            (&chunk[..arrow], &chunk[arrow + 2..], words)
        }
        (None, [name, entry @ ..]) if is_name(name) => {
            let words = "a `=` is missing between the name of an axis and its entry";
            (&chunk[..1], entry, words)
        }
        _ => {
            let words = "a plain entry among `name = entry`";
            ([].as_slice(), chunk, words)
        }
    };
    let axis = quoted(axis);
    let name = match axis.parse::<usize>() {
        Ok(number) => names.get(number).map_or("name", String::as_str),
        Err(_) if axis.starts_with(|c: char| c.is_alphabetic() || c == '_') => &axis,
        Err(_) => "name",
    };
    let entry = quoted_parts(entry);
    let entry = match entry.trim_start_matches(['=', ' ']) {
        "" => "1:3",
        entry => entry,
    };
    Mistake::new(chunk, format!("{words}: write `{name} = {entry}`"))
}

fn listed(names: &[impl AsRef<str>]) -> String {
    let names = names
        .iter()
        .map(AsRef::as_ref)
        .filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The axis of a name.
///
/// # Errors
///
/// What is wrong with the name, if no axis or two axes have it.
pub fn number(name: &str, names: &[impl AsRef<str>]) -> Result<usize, String> {
    let mut axes =
        (0..names.len()).filter(|&axis| !name.is_empty() && names[axis].as_ref() == name);
    match (axes.next(), axes.next()) {
        (Some(axis), None) => Ok(axis),
        (Some(first), Some(second)) => Err(format!(
            "axes {first} and {second} are both named `{name}`: write `{first} =>`, or `{second} =>`"
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
