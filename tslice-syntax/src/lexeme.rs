//! What the language is read from: tokens, and their roles in a spec.

use alloc::string::String;
use alloc::vec::Vec;

/// A token of Rust, or the piece of a text that would be one.
pub trait Token: Clone {
    /// The kind of the token, with its text if it is a literal or a word.
    fn kind(&self) -> Kind<'_>;

    /// The tokens inside of a group; none of any other token.
    fn inner(&self) -> Vec<Self>;

    /// Some tokens in a row as the user wrote them, near enough.
    fn quote<'t>(tokens: impl Iterator<Item = &'t Self>) -> String
    where
        Self: 't;
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'t> {
    /// A literal of any type, suffix included.
    Literal(&'t str),
    /// A name or a keyword.
    Word(&'t str),
    /// One character of punctuation.
    Punct {
        /// The character.
        c: char,
        /// Whether other punctuation follows without white space.
        joint: bool,
    },
    /// A group in brackets.
    Group(Delimiter),
}

/// The brackets of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// `( .. )`
    Parenthesis,
    /// `[ .. ]`
    Bracket,
    /// `{ .. }`
    Brace,
    /// None that the user wrote: a fragment such as `$e:expr` of an outer macro.
    Invisible,
}

/// What a token means at the top level of a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Separates entries.
    Comma,
    /// Separates bounds. The colons of a path are `Path`.
    Colon,
    /// Belongs to the arrays of Rust, and to nothing here.
    Semicolon,
    /// Part of `..`, `...` or `..=`.
    Dots,
    /// Part of `=>`.
    Arrow,
    /// A literal, a name or a group: two of them side by side lack a comma.
    Operand,
    /// `as`, `if`, `unsafe`: may stand beside an operand.
    Keyword,
    /// Part of `::` inside a path.
    Path,
    /// Inside the angle brackets of a path, closing bracket included.
    Generic,
    /// Any other punctuation.
    Operator,
}

/// A token with its role.
#[derive(Clone, Debug)]
pub struct Lexeme<T> {
    /// What the token means.
    pub role: Role,
    /// The token.
    pub token: T,
}

impl<T: Token> Lexeme<T> {
    /// Whether this is a character of punctuation.
    #[must_use]
    pub fn is(&self, wanted: char) -> bool {
        is_punct(Some(&self.token), wanted)
    }

    /// Whether this is a group in brackets of one kind.
    #[must_use]
    pub fn is_group(&self, wanted: Delimiter) -> bool {
        self.token.kind() == Kind::Group(wanted)
    }

    /// Whether this begins a label. A fragment `$l:lifetime` of an outer macro is a group.
    pub(crate) fn begins_label(&self) -> bool {
        let is_quote = |token: &T| is_punct(Some(token), '\'');
        is_quote(&self.token)
            || self.is_group(Delimiter::Invisible) && self.token.inner().first().is_some_and(is_quote)
    }

    /// Whether this is punctuation that other punctuation follows without white space.
    pub(crate) fn is_joint(&self) -> bool {
        matches!(self.token.kind(), Kind::Punct { joint: true, .. })
    }

    pub(crate) fn word(&self) -> Option<&str> {
        match self.token.kind() {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is_new_axis(&self) -> bool {
        matches!(self.word(), Some("newaxis" | "None"))
    }
}

pub(crate) fn is_punct<T: Token>(token: Option<&T>, wanted: char) -> bool {
    matches!(token.map(Token::kind), Some(Kind::Punct { c, .. }) if c == wanted)
}

pub(crate) fn is_new_axis<T: Token>(chunk: &[Lexeme<T>]) -> bool {
    matches!(chunk, [lexeme] if lexeme.is_new_axis())
}

pub(crate) fn is_ellipsis<T: Token>(chunk: &[Lexeme<T>]) -> bool {
    matches!(chunk, [_, last] | [_, _, last] if !last.is('='))
        && chunk.iter().all(|lexeme| lexeme.role == Role::Dots)
}

/// What stands in front of a comma.
pub(crate) fn without_last_comma<T>(lexemes: &[Lexeme<T>]) -> &[Lexeme<T>] {
    match lexemes {
        [rest @ .., Lexeme { role: Role::Comma, .. }] => rest,
        _ => lexemes,
    }
}
