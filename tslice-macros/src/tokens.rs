//! Tokens of Rust as the language reads them.

use std::any::Any;
use std::mem;
use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use tslice_syntax::{Delimiter, Kind, Lexeme, Lexemes, Tokens, lex};

use crate::fragments::{Piece, pieces};

/// The tokens that a macro is given, and those inside of their groups. Tokens side by side have
/// numbers in a row.
pub(crate) struct Trees {
    trees: Vec<Piece>,
    /// The numbers of those that are inside of no other.
    outer: Range<usize>,
}

impl From<TokenStream> for Trees {
    fn from(tokens: TokenStream) -> Self {
        let mut trees = pieces(tokens, false, &mut 0);
        let (outer, mut at) = (0..trees.len(), 0);
        while at < trees.len() {
            let (mut inner, fragment) = (mem::take(&mut trees[at].content), trees[at].fragment);
            // What is inside of a fragment belongs to it.
            if fragment > 0 {
                for piece in &mut inner {
                    piece.fragment = fragment;
                }
            }
            trees[at].inner = trees.len()..trees.len() + inner.len();
            trees.extend(inner);
            at += 1;
        }
        Self { trees, outer }
    }
}

impl Trees {
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
            let Piece {
                tree,
                text,
                fragment,
                ..
            } = &self.trees[number];
            let kind = match tree {
                TokenTree::Literal(_) => Kind::Literal(text),
                TokenTree::Ident(_) => Kind::Word(text),
                TokenTree::Punct(punct) => Kind::Punct {
                    c: punct.as_char(),
                    joint: punct.spacing() == proc_macro2::Spacing::Joint,
                },
                TokenTree::Group(group) => Kind::Group(match group.delimiter() {
                    proc_macro2::Delimiter::Bracket => Delimiter::Bracket,
                    proc_macro2::Delimiter::Brace => Delimiter::Brace,
                    _ => Delimiter::Parenthesis,
                }),
            };
            Lexeme::of_rust(self, number, kind, *fragment)
        };
        numbers.map(token).collect()
    }
}

impl Tokens for Trees {
    fn inner(&self, number: usize) -> Vec<Lexeme<'_>> {
        self.tokens(self.trees[number].inner.clone())
    }

    fn quote(&self, numbers: Range<usize>) -> String {
        let trees = self.trees[numbers].iter();
        let mut text = trees
            .map(|piece| piece.tree.clone())
            .collect::<TokenStream>()
            .to_string();
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

pub(crate) fn stream(lexemes: Lexemes<'_>) -> TokenStream {
    lexemes.iter().map(|lexeme| tree(lexeme).clone()).collect()
}

/// Takes the path of the runtime crate off the front: `$crate; user tokens`.
pub(crate) fn split_root(input: TokenStream) -> (TokenStream, TokenStream) {
    let is_semicolon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let mut tokens = input.into_iter();
    let root = tokens
        .by_ref()
        .take_while(|token| !is_semicolon(token))
        .collect();
    (root, tokens.collect())
}
