//! The roles of tokens in a spec.

use core::ops::Range;

use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

impl Lexeme<'_> {
    /// Whether this is a character of punctuation.
    pub fn is(&self, wanted: char) -> bool {
        matches!(self.kind, Kind::Punct { c, .. } if c == wanted)
    }

    /// Whether this is a group in brackets of one kind.
    pub fn is_group(&self, wanted: Delimiter) -> bool {
        self.kind == Kind::Group(wanted)
    }

    /// Whether this begins a label.
    pub(crate) fn begins_label(&self) -> bool {
        self.is('\'')
    }

    /// Whether this is punctuation that other punctuation follows without white space.
    pub(crate) fn is_joint(&self) -> bool {
        matches!(self.kind, Kind::Punct { joint: true, .. })
    }

    /// The identifier or keyword that this is.
    pub fn word(&self) -> Option<&str> {
        match self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether this is a word.
    pub fn is_word(&self, wanted: &str) -> bool {
        self.word() == Some(wanted)
    }

    /// Whether this is one of some words.
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.contains(&word))
    }

    /// Whether this is `newaxis` or `None`.
    pub fn is_new_axis(&self) -> bool {
        self.is_one_of(&["newaxis", "None"])
    }
}

/// Lexemes by their roles.
pub trait ByRole<'t>: AsRef<[Lexeme<'t>]> {
    /// Whether a lexeme has a role.
    fn has(&self, role: Role) -> bool {
        self.position_of(role).is_some()
    }

    /// Whether a lexeme has one of some roles.
    fn has_any(&self, roles: &[Role]) -> bool {
        self.as_ref()
            .iter()
            .any(|lexeme| roles.contains(&lexeme.role))
    }

    /// The position of the first lexeme that has a role.
    fn position_of(&self, role: Role) -> Option<usize> {
        self.as_ref().iter().position(|lexeme| lexeme.role == role)
    }

    /// The bytes of the text that they cover, or the numbers of the tokens of Rust; `0..0` if there
    /// are none.
    fn span(&self) -> Range<usize> {
        match (self.as_ref().first(), self.as_ref().last()) {
            (Some(first), Some(last)) => first.span().start..last.span().end,
            _ => 0..0,
        }
    }

    /// What stands between commas, and where each is: if it is missing, at the comma behind it.
    fn between_commas<'l>(&'l self) -> impl Iterator<Item = (Lexemes<'l>, Lexemes<'l>)>
    where
        't: 'l,
    {
        let is_comma = |lexeme: &Lexeme<'_>| lexeme.role == Role::Comma;
        let chunks = self.as_ref().split_inclusive(is_comma);
        chunks.map(move |with_comma| match with_comma {
            [comma] if is_comma(comma) => (&[][..], with_comma),
            [chunk @ .., comma] if is_comma(comma) => (chunk, chunk),
            last => (last, last),
        })
    }

    /// What stands before, between and behind the lexemes that have a role.
    fn parts<'l>(&'l self, role: Role) -> impl DoubleEndedIterator<Item = Lexemes<'l>>
    where
        't: 'l,
    {
        self.as_ref().split(move |lexeme| lexeme.role == role)
    }
}

impl<'t> ByRole<'t> for [Lexeme<'t>] {}

pub(crate) fn is_new_axis(chunk: Lexemes<'_>) -> bool {
    matches!(chunk, [lexeme] if lexeme.is_new_axis())
}

/// Whether this is `None`, a bound that is absent in Python.
pub(crate) fn is_none(part: Lexemes<'_>) -> bool {
    matches!(part, [only] if only.is_word("None"))
}

/// Whether this is a range of Rust or of the language, and nothing beside it.
pub(crate) fn is_range(lexemes: Lexemes<'_>) -> bool {
    lexemes.has_any(&[Role::Dots, Role::Colon]) && !lexemes.has_any(&[Role::Comma, Role::Arrow])
}

pub(crate) fn is_ellipsis(chunk: Lexemes<'_>) -> bool {
    matches!(chunk, [_, last] | [_, _, last] if !last.is('='))
        && chunk.iter().all(|lexeme| lexeme.role == Role::Dots)
}

/// Whether a lexeme may belong to an operand: to a path, a field, the call of a function, a method
/// or a macro, an index.
pub fn in_operand(lexeme: &Lexeme<'_>) -> bool {
    match lexeme.role {
        Role::Operand | Role::Path | Role::Generic => true,
        Role::Operator => lexeme.is('.') || lexeme.is('?') || lexeme.is('!'),
        Role::Keyword => lexeme.is_word("await"),
        _ => false,
    }
}

/// The sign of an operator.
pub fn sign(lexeme: &Lexeme<'_>) -> Option<char> {
    match lexeme.kind {
        Kind::Punct { c, .. } if lexeme.role == Role::Operator => Some(c),
        _ => None,
    }
}

/// Whether this is the `as` of a cast.
pub fn is_cast(lexeme: &Lexeme<'_>) -> bool {
    lexeme.role == Role::Keyword && lexeme.is_word("as")
}
