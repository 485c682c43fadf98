//! Text to entries.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops;
use core::slice::from_ref;

use crate::MAX_ENTRIES;
use crate::axis_form::Axes;
use crate::bound::Dialect;
use crate::entry::Spec;
use crate::lex::lex_text;
use crate::lexeme::ByRole;
use crate::mistake::{self, Mistake, Mistakes, refuse};
use crate::named::number;
use crate::parse::spec;
use crate::respell::quoted;
use crate::token::{Kind, Lexeme, Lexemes, MAX_PIECES, Role};

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
    let lexemes = lex_text(text);
    let mut mistakes = Mistakes::default();
    // `y: 0` and `y => 0` are meant for the name `y`, too.
    let is_name = |word| number(word, names.unwrap_or_default()).is_ok();
    let first = lexemes.first().and_then(Lexeme::word);
    let are_all = !lexemes.has(Role::Equals) && first.is_some_and(is_name);
    let axes = Axes { names, are_all };
    let spec = mistakes
        .keep(readable(&lexemes))
        .map(|()| spec(&lexemes, axes, Dialect::Literals, &mut mistakes));
    match spec.as_ref().and_then(Spec::in_numbers) {
        Some(numbers) if mistakes.is_empty() => Ok(numbers),
        _ => Err(mistakes.into_iter().map(SpecMistake::from).collect()),
    }
}

impl From<Mistake> for SpecMistake {
    fn from(mistake: Mistake) -> Self {
        Self {
            span: mistake.span,
            message: mistake.message,
        }
    }
}

/// Refuses a text that is too long, and one with a bracket that is not closed, or not opened: other
/// brackets and what they hold are one piece.
fn readable(lexemes: Lexemes<'_>) -> mistake::Result<()> {
    if lexemes.len() > MAX_PIECES {
        let words = format!(
            "a spec holds at most {MAX_ENTRIES} entries: this text has more than {MAX_PIECES} \
             numbers, words and signs"
        );
        return refuse(lexemes, words);
    }
    for lexeme in lexemes {
        let fault = match lexeme.kind {
            Kind::Punct {
                c: '(' | '[' | '{', ..
            } => "closed",
            Kind::Punct {
                c: ')' | ']' | '}', ..
            } => "opened",
            _ => continue,
        };
        let bracket = from_ref(lexeme);
        return refuse(bracket, format!("`{}` is not {fault}", quoted(bracket)));
    }
    Ok(())
}
