//! Text to entries.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops;

use crate::MAX_ENTRIES;
use crate::axis_form::Axes;
use crate::bound::Dialect;
use crate::entry::{Bound, Spec};
use crate::lex::lex;
use crate::mistake::{Mistake, Mistakes};
use crate::parse::{by_axes, is_right};
use crate::respell::elided;
use crate::token::{Kind, MAX_PIECES, Token, breaks_line, pieces};

/// One mistake of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecMistake {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The bytes of the text that it is about.
    pub span: ops::Range<usize>,
}

/// Reads a text.
///
/// # Errors
///
/// All mistakes of the text, in source order; [`MAX_MISTAKES`](crate::MAX_MISTAKES) of them at
/// most. A text of more than [`MAX_PIECES`] pieces is one mistake.
///
/// # Examples
///
/// ```
/// use tslice_syntax::{Entry, parse};
///
/// let spec = parse("1, newaxis, ..")?;
/// assert_eq!(spec.entries, [Entry::Index(1), Entry::NewAxis, Entry::Ellipsis]);
///
/// let mistakes = parse("1..3, ::0").unwrap_err();
/// assert_eq!(mistakes[0].message, "`..` is the ellipsis, not a range: write `1:3`");
/// assert_eq!(mistakes[1].span, 8..9);
/// # Ok::<(), Vec<tslice_syntax::SpecMistake>>(())
/// ```
pub fn parse(text: &str) -> Result<Spec<i64>, Vec<SpecMistake>> {
    read(text, None)
}

/// Works like [`parse`], for a text whose entries may name their axis, as in `time=::2`.
///
/// `names` has the name of each axis, and an empty one for an axis without.
///
/// # Errors
///
/// Works like [`parse`]; a name that no axis or two axes have is a mistake, too.
pub fn parse_by_names(
    text: &str,
    names: &[impl AsRef<str>],
) -> Result<Spec<i64>, Vec<SpecMistake>> {
    let names: Vec<String> = names.iter().map(|name| name.as_ref().into()).collect();
    read(text, Some(&names))
}

#[cold]
fn read(text: &str, names: Option<&[String]>) -> Result<Spec<i64>, Vec<SpecMistake>> {
    if let Some(mistake) = with_brackets(text) {
        return Err(alloc::vec![mistake]);
    }
    let pieces = pieces(text);
    if pieces.len() > MAX_PIECES {
        return Err(alloc::vec![too_long(text)]);
    }
    if let Some(mistake) = pieces.iter().find_map(without_counterpart) {
        return Err(alloc::vec![mistake]);
    }
    let lexemes = lex(pieces);
    let mut mistakes = Mistakes::default();
    let are_all = false;
    let axes = Axes { names, are_all };
    let spec = by_axes(&lexemes, axes, Dialect::Literals, &mut mistakes);
    if mistakes.is_empty() {
        let value = |bound: Bound| bound.value().expect("text has literal bounds or a mistake");
        return Ok(spec.map(value));
    }
    Err(mistakes.into_iter().map(SpecMistake::from).collect())
}

/// A spec behind a name, as `s![..]` and Python's `a[..]` are written.
fn with_brackets(text: &str) -> Option<SpecMistake> {
    let trimmed = text.trim();
    let (name, inner) = trimmed.strip_suffix(']')?.split_once('[')?;
    let (name, inner) = (name.trim_end(), inner.trim());
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "_.!".contains(c));
    if !is_name || inner.is_empty() || !is_right(inner, Dialect::Literals) {
        return None;
    }
    let at = trimmed.as_ptr().addr() - text.as_ptr().addr();
    let spec = elided(inner.replace(breaks_line, " "));
    let name = elided(name.into());
    let message = format!("a spec in text stands without `{name}[` and `]`: write `{spec}`");
    Some(SpecMistake {
        message,
        span: at..at + trimmed.len(),
    })
}

/// A bracket that is not closed, or not opened: other brackets and what they hold are one piece.
fn without_counterpart(piece: &Token<'_>) -> Option<SpecMistake> {
    let Kind::Punct { c, .. } = piece.kind else {
        return None;
    };
    let message = match c {
        '(' | '[' | '{' => format!("`{c}` is not closed"),
        ')' | ']' | '}' => format!("`{c}` is not opened"),
        _ => return None,
    };
    Some(SpecMistake {
        message,
        span: piece.span(),
    })
}

fn too_long(text: &str) -> SpecMistake {
    let message = format!(
        "a spec holds at most {MAX_ENTRIES} entries: this text has more than {MAX_PIECES} \
         numbers, words and signs"
    );
    SpecMistake {
        message,
        span: 0..text.len(),
    }
}

impl From<Mistake> for SpecMistake {
    fn from(mistake: Mistake) -> Self {
        let span = mistake.span();
        Self {
            message: mistake.message,
            span,
        }
    }
}
