//! The pieces of a text that are tokens of Rust, or nearly so.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops;

use crate::lexeme::{Delimiter, Kind, Token};

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'t> {
    source: &'t str,
    start: usize,
    end: usize,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Literal,
    Word,
    Punct { c: char, joint: bool },
    Group(Delimiter),
}

impl Piece<'_> {
    /// The bytes of the text that it covers.
    #[must_use]
    pub fn span(&self) -> ops::Range<usize> {
        self.start..self.end
    }
}

impl<'t> Token for Piece<'t> {
    fn kind(&self) -> Kind<'_> {
        let text = &self.source[self.start..self.end];
        match self.class {
            Class::Literal => Kind::Literal(text),
            Class::Word => Kind::Word(text),
            Class::Punct { c, joint } => Kind::Punct { c, joint },
            Class::Group(delimiter) => Kind::Group(delimiter),
        }
    }

    fn inner(&self) -> Vec<Self> {
        match self.class {
            Class::Group(_) => Scanner::scan(self.source, self.start + 1..self.end - 1),
            _ => Vec::new(),
        }
    }

    /// A message is one line, whatever it quotes.
    fn quote<'a>(mut pieces: impl Iterator<Item = &'a Self>) -> String
    where
        't: 'a,
    {
        let Some(first) = pieces.next() else { return String::new() };
        let last = pieces.last().unwrap_or(first);
        first.source[first.start..last.end].replace(breaks_line, " ")
    }
}

/// The number of pieces that any text of at most 31 entries stays far below: a longer text is refused as a whole.
pub const MAX_PIECES: usize = 4096;

/// The pieces of a text, up to the first one more than [`MAX_PIECES`]; of a group, its brackets and all in between are one.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    Scanner::scan(text, 0..text.len())
}

/// White space, and the marks of direction that Rust reads as such: text that is pasted may have them unseen.
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

struct Scanner<'t> {
    source: &'t str,
    at: usize,
    end: usize,
    pieces: Vec<Piece<'t>>,
    /// Brackets that are open: the number of the piece, and what closes it.
    open: Vec<(usize, char)>,
    /// Quotes that nothing closes any more.
    unclosed: [bool; 2],
}

impl<'t> Scanner<'t> {
    fn scan(source: &'t str, range: ops::Range<usize>) -> Vec<Piece<'t>> {
        let mut scanner = Scanner {
            source,
            at: range.start,
            end: range.end,
            pieces: Vec::new(),
            open: Vec::new(),
            unclosed: [false; 2],
        };
        while let Some(c) = scanner.rest().chars().next()
            && scanner.pieces.len() <= MAX_PIECES
        {
            if is_space(c) {
                scanner.at += c.len_utf8();
            } else {
                let (length, class) = scanner.classify(c);
                scanner.push(length, class);
            }
        }
        scanner.pieces
    }

    fn rest(&self) -> &'t str {
        &self.source[self.at..self.end]
    }

    fn push(&mut self, length: usize, class: Class) {
        let mut start = self.at;
        self.at += length;
        match class {
            Class::Punct { c: '(', .. } => self.open.push((self.pieces.len(), ')')),
            Class::Punct { c: '[', .. } => self.open.push((self.pieces.len(), ']')),
            Class::Punct { c: '{', .. } => self.open.push((self.pieces.len(), '}')),
            _ => {}
        }
        let class = match (class, self.open.last()) {
            (Class::Punct { c, .. }, Some((opening, closes))) if c == *closes => {
                start = self.pieces[*opening].start;
                self.pieces.truncate(*opening);
                self.open.pop();
                Class::Group(delimiter(c))
            }
            _ => class,
        };
        self.pieces.push(Piece { source: self.source, start, end: self.at, class });
    }

    /// The kind of the piece that begins here, and its length.
    fn classify(&mut self, first: char) -> (usize, Class) {
        let rest = self.rest();
        match first {
            '0'..='9' => (number(rest), Class::Literal),
            '"' | '\'' => (self.quoted(rest, first), Class::Literal),
            _ if is_word(first) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                match (&rest[..length], rest[length..].chars().next()) {
                    ("b", Some(quote @ ('"' | '\''))) | ("r" | "br" | "c" | "cr", Some(quote @ '"')) => {
                        (length + self.quoted(&rest[length..], quote), Class::Literal)
                    }
                    _ => (length, Class::Word),
                }
            }
            _ => {
                let joint = rest[first.len_utf8()..].starts_with(is_punct);
                (first.len_utf8(), Class::Punct { c: first, joint })
            }
        }
    }

    /// The length of a string or a character; if nothing closes it, up to what could separate it.
    fn quoted(&mut self, rest: &str, quote: char) -> usize {
        let unclosed = &mut self.unclosed[usize::from(quote == '"')];
        let mut escaped = false;
        let closes = |c: char| {
            let closes = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        };
        if !*unclosed && let Some(length) = rest[1..].find(closes) {
            return length + 2;
        }
        *unclosed = true;
        rest.find(|c| is_space(c) || matches!(c, ',' | ':' | ';')).unwrap_or(rest.len())
    }
}

fn delimiter(closing: char) -> Delimiter {
    match closing {
        ')' => Delimiter::Parenthesis,
        ']' => Delimiter::Bracket,
        _ => Delimiter::Brace,
    }
}

/// The length of a number with its fraction, exponent and suffix, as Rust reads it.
fn number(text: &str) -> usize {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let word = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
    if text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b") {
        return word(text);
    }
    let mut length = digits(text);
    let mut after = text[length..].chars();
    if after.next() == Some('.') && !after.next().is_some_and(|c| c == '.' || c == '_' || c.is_alphabetic()) {
        length += 1;
        length += digits(&text[length..]);
    }
    if let Some(exponent) = text[length..].strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if unsigned.trim_start_matches('_').starts_with(|c: char| c.is_ascii_digit()) {
            length = text.len() - unsigned.len();
        }
    }
    length + word(&text[length..])
}
