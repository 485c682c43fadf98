//! Text to entries, and to the encoding.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops;

use tslice_entry::Entry;

use crate::MAX_ENTRIES;
use crate::axis_form::Axes;
use crate::bound::Dialect;
use crate::encode::Sink;
use crate::entry::{Bound, List, Listed, Spec};
use crate::lex::lex;
use crate::lexeme::{Lexemes, Role};
use crate::mistake::{Mistake, Mistakes};
use crate::parse::{by_axis, is_right, spec};
use crate::quick;
use crate::respell::elided;
use crate::token::{Kind, MAX_PIECES, Token, breaks_line, pieces};
use tslice_entry::Forms;

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
    let mut entries = Vec::new();
    match quick::scan(text, |entry| entries.push(entry)) {
        Some(()) => Ok(Spec {
            source_order: (0..entries.len()).collect(),
            entries,
            lists: Vec::new(),
        }),
        None => parse_in_full(text, None),
    }
}

/// Reads a text, and hands on its encoding entry by entry. Nothing is allocated here if the text is
/// plain: decimal numbers, ASCII white space, no axis form.
///
/// After an error the sink may hold rows.
///
/// # Errors
///
/// Works like [`parse`].
#[inline]
pub fn encode(text: &str, sink: &mut impl Sink) -> Result<Forms, Vec<SpecMistake>> {
    encode_plain(text, sink).map_or_else(|| encode_in_full(text, None, sink), Ok)
}

/// Works like [`encode`], for a text whose entries may name their axis, as in `time=::2`.
///
/// `names` has the name of each axis, and an empty one for an axis without.
///
/// # Errors
///
/// Works like [`parse`]; a name that no axis or two axes have is a mistake, too.
pub fn encode_by_names(
    text: &str,
    names: &[impl AsRef<str>],
    sink: &mut impl Sink,
) -> Result<Forms, Vec<SpecMistake>> {
    let names: Vec<String> = names.iter().map(|name| name.as_ref().into()).collect();
    encode_plain(text, sink).map_or_else(|| encode_in_full(text, Some(&names), sink), Ok)
}

#[inline]
fn encode_plain(text: &str, sink: &mut impl Sink) -> Option<Forms> {
    let (mut forms, mut count) = (Forms::default(), 0);
    quick::scan(text, |entry| {
        forms = forms.with(count, entry.form());
        count += 1;
        sink.push(entry.numbers());
    })?;
    Some(forms)
}

#[cold]
#[inline(never)]
fn encode_in_full(
    text: &str,
    names: Option<&[String]>,
    sink: &mut impl Sink,
) -> Result<Forms, Vec<SpecMistake>> {
    let mut forms = Forms::default();
    sink.clear();
    let spec = parse_in_full(text, names)?;
    for (i, entry) in spec.entries.iter().enumerate() {
        forms = forms.with(i, entry.form());
        sink.push(entry.numbers());
    }
    if !spec.lists.is_empty() {
        sink.lists(without_ones(spec.lists));
    }
    Ok(forms)
}

/// The lists without strides of 1, which are printed as none.
fn without_ones(mut lists: Vec<Listed<i64>>) -> Vec<Listed<i64>> {
    for list in lists.iter_mut().flat_map(|listed| &mut listed.lists) {
        let List::Literal(items) = list else { continue };
        for item in items {
            if let Entry::Range(range) = item {
                range.stride = range.stride.filter(|stride| *stride != 1);
            }
        }
    }
    lists
}

/// The way of any text, plain or not, whose entries may have the names of axes.
#[cold]
pub(crate) fn parse_in_full(
    text: &str,
    names: Option<&[String]>,
) -> Result<Spec<i64>, Vec<SpecMistake>> {
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
    let spec = match names {
        Some(names) if lexemes.has(Role::Equals) => by_axis(
            &lexemes,
            Axes::Both(names),
            Dialect::Literals,
            &mut mistakes,
        ),
        _ => spec(&lexemes, Dialect::Literals, &mut mistakes),
    };
    if mistakes.is_empty() {
        let value = |bound| match bound {
            Bound::Literal { value, .. } => value,
            Bound::Expression { .. } | Bound::HalfTyped(_) | Bound::Place => {
                unreachable!("text has literal bounds or a mistake")
            }
        };
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
    let Kind::Punct { c, .. } = piece.kind() else {
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
