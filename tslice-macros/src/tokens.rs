//! Tokens of Rust as the language reads them.

use std::any::Any;
use std::ops::Range;

use rust::{Spacing, Span, TokenStream, TokenTree};
use tslice_syntax::{Delimiter, Kind, Lexeme, Lexemes, Tokens, lex};

use crate::code::{Code, group};
use crate::fragments::brackets;

/// A token that is not a fragment.
struct Piece {
    tree: TokenTree,
    /// The text of a literal or a word.
    text: String,
    /// The numbers of what is inside of a group.
    inner: Range<usize>,
    /// The number of the fragment that it belongs to, or 0.
    fragment: usize,
    /// Where it begins and ends in the user's code.
    ends: [Span; 2],
}

/// The tokens that a macro is given, and those inside of their groups. Tokens side by side have
/// numbers in a row.
#[derive(Default)]
pub(crate) struct Trees {
    trees: Vec<Piece>,
    /// The numbers of those that are inside of no other.
    outer: Range<usize>,
    /// The number of groups that were fragments.
    fragments: usize,
}

impl From<TokenStream> for Trees {
    fn from(tokens: TokenStream) -> Self {
        let mut trees = Self::default();
        let outer = trees.read(tokens, 0, false);
        trees.outer = trees.store(outer);
        trees
    }
}

impl Trees {
    /// Some tokens side by side, in the outermost fragment of a number, or in none. What is inside
    /// of their groups is stored. An attribute has no operators: fragments in it stand as they are.
    fn read(&mut self, tokens: TokenStream, fragment: usize, in_attribute: bool) -> Vec<Piece> {
        let tokens: Code = tokens.into_iter().collect();
        let mut pieces = Vec::with_capacity(tokens.len());
        for (at, tree) in tokens.iter().enumerate() {
            let ends = [tree.span(); 2];
            let TokenTree::Group(own) = tree else {
                pieces.push(piece(tree.clone(), 0..0, fragment, ends));
                continue;
            };
            let before = self.fragments;
            if own.delimiter() == rust::Delimiter::None {
                self.fragments += 1;
                let number = match fragment {
                    0 => self.fragments,
                    outermost => outermost,
                };
                let mut content = self.read(own.stream(), number, in_attribute);
                if !in_attribute {
                    content = self.joined(content, number, &pieces, &tokens[at + 1..]);
                }
                pieces.extend(content);
                continue;
            }
            let mark = tokens[..at].iter().rfind(|tree| !is_punct(tree, '!'));
            let is_attribute = mark.is_some_and(|mark| is_punct(mark, '#'));
            let content = self.read(own.stream(), fragment, in_attribute || is_attribute);
            let mut tree = tree.clone();
            if self.fragments > before {
                tree = group(own.delimiter(), code_of(&content), own.span());
            }
            pieces.push(piece(tree, self.store(content), fragment, ends));
        }
        pieces
    }

    /// The content of a fragment as it stands between other tokens. Its brackets have a span of
    /// this crate, so that they set off no lint of the user's.
    fn joined(
        &mut self,
        content: Vec<Piece>,
        fragment: usize,
        before: &[Piece],
        after: &[TokenTree],
    ) -> Vec<Piece> {
        let inner = self.store(content);
        let (first, last) = self.ends(&inner);
        let span = Span::mixed_site().located_at(first);
        let mut before = before.iter().rev().map(|piece| &piece.tree);
        let before = [before.next(), before.next()];
        let brackets = brackets(&self.lexemes_of(&inner), before, after);
        if brackets == Some('(') {
            let content = code_of(&self.trees[inner.clone()]);
            let group = group(rust::Delimiter::Parenthesis, content, span);
            return vec![piece(group, inner, fragment, [first, last])];
        }
        let mut content = self.trees.split_off(inner.start);
        if brackets == Some('<') {
            let bracket = |mut code: Code| piece(code.remove(0), 0..0, fragment, [first, last]);
            content.insert(0, bracket(located!(span, <)));
            content.push(bracket(located!(span, >)));
        }
        content
    }

    /// Gives numbers to some tokens side by side.
    fn store(&mut self, pieces: Vec<Piece>) -> Range<usize> {
        let first = self.trees.len();
        self.trees.extend(pieces);
        first..self.trees.len()
    }

    /// The tokens that the macro is given, each with its role.
    pub(crate) fn lexemes(&self) -> Vec<Lexeme<'_>> {
        self.lexemes_of(&self.outer)
    }

    /// Some tokens in a row, each with its role.
    pub(crate) fn lexemes_of(&self, numbers: &Range<usize>) -> Vec<Lexeme<'_>> {
        lex(self.tokens(numbers.clone()))
    }

    /// Where some tokens begin and end in the user's code; for a fragment of an outer macro, where
    /// its content was written.
    pub(crate) fn ends(&self, numbers: &Range<usize>) -> (Span, Span) {
        let trees = &self.trees[numbers.clone()];
        match (trees.first(), trees.last()) {
            (Some(first), Some(last)) => (first.ends[0], last.ends[1]),
            _ => (Span::call_site(), Span::call_site()),
        }
    }

    fn tokens(&self, numbers: Range<usize>) -> Vec<Lexeme<'_>> {
        let token = |number: usize| {
            let piece = &self.trees[number];
            let kind = match &piece.tree {
                TokenTree::Literal(_) => Kind::Literal(&piece.text),
                TokenTree::Ident(_) => Kind::Word(&piece.text),
                TokenTree::Punct(punct) => Kind::Punct {
                    c: punct.as_char(),
                    joint: punct.spacing() == Spacing::Joint,
                },
                TokenTree::Group(group) => Kind::Group(match group.delimiter() {
                    rust::Delimiter::Bracket => Delimiter::Bracket,
                    rust::Delimiter::Brace => Delimiter::Brace,
                    _ => Delimiter::Parenthesis,
                }),
            };
            Lexeme::of_rust(self, number, kind, piece.fragment)
        };
        numbers.map(token).collect()
    }
}

fn piece(tree: TokenTree, inner: Range<usize>, fragment: usize, ends: [Span; 2]) -> Piece {
    let text = match &tree {
        TokenTree::Literal(_) | TokenTree::Ident(_) => tree.to_string(),
        TokenTree::Punct(_) | TokenTree::Group(_) => String::new(),
    };
    Piece {
        tree,
        text,
        inner,
        fragment,
        ends,
    }
}

fn code_of(pieces: &[Piece]) -> Code {
    let mut code = Code::new();
    for piece in pieces {
        code.push(piece.tree.clone());
    }
    code
}

fn is_punct(tree: &TokenTree, wanted: char) -> bool {
    matches!(tree, TokenTree::Punct(sign) if sign.as_char() == wanted)
}

impl Tokens for Trees {
    fn inner(&self, number: usize) -> Vec<Lexeme<'_>> {
        self.tokens(self.trees[number].inner.clone())
    }

    fn quote(&self, numbers: Range<usize>) -> String {
        let code = code_of(&self.trees[numbers]);
        let mut text = TokenStream::from_iter(code).to_string();
        for (spaced, tight) in [
            (" :: ", "::"),
            (" ::<", "::<"),
            (" . ", "."),
            (" (", "("),
            (" [", "["),
            (" ,", ","),
            ("! ", "!"),
            (" ..= ", "..="),
        ] {
            text = text.replace(spaced, tight);
        }
        text
    }
}

/// The token of Rust that a token of the language is.
pub(crate) fn tree<'t>(token: &Lexeme<'t>) -> &'t TokenTree {
    let trees = token.as_rust().and_then(|(tokens, number)| {
        let trees: &dyn Any = tokens;
        Some(&trees.downcast_ref::<Trees>()?.trees[number].tree)
    });
    trees.expect("a macro reads tokens of Rust")
}

pub(crate) fn stream(lexemes: Lexemes<'_>) -> Code {
    let mut code = Code::new();
    for lexeme in lexemes {
        code.push(tree(lexeme).clone());
    }
    code
}
