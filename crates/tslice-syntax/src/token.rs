//! What the language is read from: tokens of Rust, and pieces of a text that would be tokens of
//! Rust, or nearly so.

use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::Range;

/// What a token means at the top level of a spec.
#[derive(Clone, Copy, PartialEq)]
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
    /// `=`, behind the name of an axis.
    Equals,
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

/// A token of Rust, or the piece of a text that would be one.
#[derive(Clone, Copy)]
pub struct Lexeme<'t> {
    /// What it means: an operand, until [`lex`](crate::lex) has read what stands before it.
    pub role: Role,
    source: Source<'t>,
    /// The kind of the token, with its text if it is a literal or a word.
    pub kind: Kind<'t>,
    /// Its bytes in a text; of a token of Rust, its number among the others, and the next one.
    span: (usize, usize),
    /// The number of the fragment of an outer macro, such as `$e:expr`, that it is part of; 0 of a
    /// token of none, and of a piece of a text.
    pub fragment: usize,
}

/// Some lexemes in a row.
pub type Lexemes<'l> = &'l [Lexeme<'l>];

#[derive(Clone, Copy)]
enum Source<'t> {
    Text(&'t str),
    Rust(&'t dyn Tokens),
}

/// Tokens of Rust, each with a number; those that stand side by side have numbers in a row.
pub trait Tokens: Any {
    /// The tokens inside of a group; none of any other token.
    fn inner(&self, number: usize) -> Vec<Lexeme<'_>>;

    /// Some tokens in a row as the user wrote them, near enough.
    fn quote(&self, numbers: Range<usize>) -> String;
}

impl<'t> Lexeme<'t> {
    /// One of some tokens of Rust, and the fragment that it is part of.
    pub fn of_rust(tokens: &'t dyn Tokens, number: usize, kind: Kind<'t>, fragment: usize) -> Self {
        Self {
            role: Role::Operand,
            source: Source::Rust(tokens),
            kind,
            span: (number, number + 1),
            fragment,
        }
    }

    /// The tokens of Rust that it is one of, and its number; `None` of a piece of a text.
    pub fn as_rust(&self) -> Option<(&'t dyn Tokens, usize)> {
        match self.source {
            Source::Rust(tokens) => Some((tokens, self.span.0)),
            Source::Text(_) => None,
        }
    }

    /// The bytes of the text that it covers.
    pub fn span(&self) -> Range<usize> {
        self.span.0..self.span.1
    }

    /// The tokens inside of a group, without their roles; none of any other token.
    pub(crate) fn tokens(&self) -> Vec<Self> {
        match (self.source, self.kind) {
            (Source::Rust(tokens), _) => tokens.inner(self.span.0),
            (Source::Text(text), Kind::Group(_)) => {
                Scanner::scan(text, self.span.0 + 1..self.span.1 - 1)
            }
            (Source::Text(_), _) => Vec::new(),
        }
    }

    /// Some tokens in a row as the user wrote them, near enough.
    pub(crate) fn quote(first: &Self, last: &Self) -> String {
        let span = first.span.0..last.span.1;
        match first.source {
            // A message is one line, whatever it quotes.
            Source::Text(text) => text[span].replace(breaks_line, " "),
            Source::Rust(tokens) => tokens.quote(span),
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq)]
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
#[derive(Clone, Copy, PartialEq)]
pub enum Delimiter {
    /// `( .. )`
    Parenthesis,
    /// `[ .. ]`
    Bracket,
    /// `{ .. }`
    Brace,
}

/// The number of pieces that any text of at most 31 entries stays far below: a longer text is
/// refused as a whole.
pub const MAX_PIECES: usize = 4096;

/// The pieces of a text, up to the first one more than [`MAX_PIECES`]; of a group, its brackets and
/// all in between are one.
pub(crate) fn pieces(text: &str) -> Vec<Lexeme<'_>> {
    Scanner::scan(text, 0..text.len())
}

/// White space, and the marks of direction that Rust reads as such: text that is pasted may have
/// them unseen.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// Whether a character would not show as one sign on one line of a terminal.
pub(crate) fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn is_punct(c: char) -> bool {
    c.is_ascii_punctuation() && !matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '"' | '_')
}

/// What opens a group, what closes it, and its name.
type Brackets = (char, char, Delimiter);

const BRACKETS: [Brackets; 3] = [
    ('(', ')', Delimiter::Parenthesis),
    ('[', ']', Delimiter::Bracket),
    ('{', '}', Delimiter::Brace),
];

struct Scanner<'t> {
    source: &'t str,
    at: usize,
    end: usize,
    pieces: Vec<Lexeme<'t>>,
    /// Brackets that are open, and the number of the piece.
    open: Vec<(usize, Brackets)>,
}

impl<'t> Scanner<'t> {
    fn scan(source: &'t str, range: Range<usize>) -> Vec<Lexeme<'t>> {
        let mut scanner = Scanner {
            source,
            at: range.start,
            end: range.end,
            pieces: Vec::new(),
            open: Vec::new(),
        };
        while let Some(c) = scanner.rest().chars().next()
            && scanner.pieces.len() <= MAX_PIECES
        {
            if is_space(c) {
                scanner.at += c.len_utf8();
            } else {
                let (length, kind) = scanner.classify(c);
                scanner.push(length, kind);
            }
        }
        scanner.pieces
    }

    fn rest(&self) -> &'t str {
        &self.source[self.at..self.end]
    }

    fn push(&mut self, length: usize, mut kind: Kind<'t>) {
        let mut start = self.at;
        self.at += length;
        if let Kind::Punct { c, .. } = kind {
            if let Some(brackets) = BRACKETS.iter().find(|(opens, ..)| *opens == c) {
                self.open.push((self.pieces.len(), *brackets));
            } else if let Some((opening, (.., delimiter))) =
                self.open.pop_if(|(_, (_, closes, _))| *closes == c)
            {
                start = self.pieces[opening].span().start;
                self.pieces.truncate(opening);
                kind = Kind::Group(delimiter);
            }
        }
        self.pieces.push(Lexeme {
            role: Role::Operand,
            source: Source::Text(self.source),
            kind,
            span: (start, self.at),
            fragment: 0,
        });
    }

    /// The kind of the piece that begins here, and its length.
    fn classify(&self, first: char) -> (usize, Kind<'t>) {
        let rest = self.rest();
        let literal = |length: usize| (length, Kind::Literal(&rest[..length]));
        match first {
            '0'..='9' => literal(number(rest)),
            '"' | '\'' => literal(quoted(rest, first)),
            _ if is_word(first) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                match (&rest[..length], rest[length..].chars().next()) {
                    ("b", Some(quote @ ('"' | '\'')))
                    | ("r" | "br" | "c" | "cr", Some(quote @ '"')) => {
                        literal(length + quoted(&rest[length..], quote))
                    }
                    _ => (length, Kind::Word(&rest[..length])),
                }
            }
            _ => {
                let joint = rest[first.len_utf8()..].starts_with(is_punct);
                (first.len_utf8(), Kind::Punct { c: first, joint })
            }
        }
    }
}

/// The length of a string or a character; all of the rest if nothing closes it.
fn quoted(rest: &str, quote: char) -> usize {
    let length = rest[1..].find(quote);
    length.map_or(rest.len(), |length| length + 2)
}

/// The length of a number with its fraction, exponent and suffix, as Rust reads it.
fn number(text: &str) -> usize {
    let word = |from: usize| {
        let length = text[from..].find(|c| !is_word(c));
        length.map_or(text.len(), |length| from + length)
    };
    let mut end = word(0);
    let mut after = text[end..].chars();
    if after.next() == Some('.')
        && !after
            .next()
            .is_some_and(|c| c == '.' || c == '_' || c.is_alphabetic())
    {
        end = word(end + 1);
    }
    // The sign of an exponent.
    if text[..end].ends_with(['e', 'E']) && is_exponent(&text[end - 1..]) {
        end = word(end + 1);
    }
    end
}

/// Whether what follows the digits of a number begins with an exponent.
pub(crate) fn is_exponent(rest: &str) -> bool {
    rest.strip_prefix(['e', 'E']).is_some_and(|exponent| {
        let digits = exponent.trim_start_matches(['+', '-', '_']);
        digits.starts_with(|c: char| c.is_ascii_digit())
    })
}
