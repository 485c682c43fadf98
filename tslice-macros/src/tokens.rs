//! Tokens of Rust as the language reads them.

use std::any::Any;
use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use tslice_syntax::{Delimiter, Kind, Lexeme, Token, Tokens, lex};

/// The tokens that a macro is given, and those inside of their groups. Tokens side by side have
/// numbers in a row.
#[derive(Debug)]
pub(crate) struct Trees {
    /// Each with its text if it is a literal or a word, and the numbers of what is inside of it if
    /// it is a group.
    trees: Vec<(TokenTree, String, Range<usize>)>,
    /// The numbers of those that are inside of no other.
    outer: Range<usize>,
}

impl From<TokenStream> for Trees {
    fn from(tokens: TokenStream) -> Self {
        let mut trees = Self {
            trees: Vec::new(),
            outer: 0..0,
        };
        trees.outer = trees.add(tokens);
        let mut at = 0;
        while let Some((tree, ..)) = trees.trees.get(at) {
            if let TokenTree::Group(group) = tree {
                let inner = group.stream();
                trees.trees[at].2 = trees.add(inner);
            }
            at += 1;
        }
        trees
    }
}

impl Trees {
    fn add(&mut self, tokens: TokenStream) -> Range<usize> {
        let first = self.trees.len();
        self.trees.extend(tokens.into_iter().map(|tree| {
            let text = match &tree {
                TokenTree::Literal(literal) => literal.to_string(),
                TokenTree::Ident(word) => word.to_string(),
                TokenTree::Punct(_) | TokenTree::Group(_) => String::new(),
            };
            (tree, text, 0..0)
        }));
        first..self.trees.len()
    }

    /// The tokens that the macro is given, each with its role.
    pub(crate) fn lexemes(&self) -> Vec<Lexeme<'_>> {
        lex(self.tokens(self.outer.clone()))
    }

    fn tokens(&self, numbers: Range<usize>) -> Vec<Token<'_>> {
        let token = |number: usize| {
            let (tree, text, _) = &self.trees[number];
            let kind = match tree {
                TokenTree::Literal(_) => Kind::Literal(text),
                TokenTree::Ident(_) => Kind::Word(text),
                TokenTree::Punct(punct) => Kind::Punct {
                    c: punct.as_char(),
                    joint: punct.spacing() == proc_macro2::Spacing::Joint,
                },
                TokenTree::Group(group) => Kind::Group(match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => Delimiter::Parenthesis,
                    proc_macro2::Delimiter::Bracket => Delimiter::Bracket,
                    proc_macro2::Delimiter::Brace => Delimiter::Brace,
                    proc_macro2::Delimiter::None => Delimiter::Invisible,
                }),
            };
            Token::of_rust(self, number, kind)
        };
        numbers.map(token).collect()
    }
}

impl Tokens for Trees {
    fn inner(&self, number: usize) -> Vec<Token<'_>> {
        self.tokens(self.trees[number].2.clone())
    }

    fn quote(&self, numbers: Range<usize>) -> String {
        let trees = self.trees[numbers].iter();
        let mut text = trees
            .map(|(tree, ..)| tree.clone())
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
pub(crate) fn tree<'t>(token: &Token<'t>) -> &'t TokenTree {
    let trees = token.as_rust().and_then(|(tokens, number)| {
        let trees: &dyn Any = tokens;
        Some(&trees.downcast_ref::<Trees>()?.trees[number].0)
    });
    trees.expect("a macro reads tokens of Rust")
}

/// The span where a token begins; for a fragment of an outer macro, where its content was written.
pub(crate) fn start(token: &Token<'_>) -> Span {
    edge(token, |stream| stream.into_iter().next())
}

/// The span where a token ends.
pub(crate) fn end(token: &Token<'_>) -> Span {
    edge(token, |stream| stream.into_iter().last())
}

fn edge(token: &Token<'_>, edge: fn(TokenStream) -> Option<TokenTree>) -> Span {
    let mut tree = tree(token).clone();
    while let TokenTree::Group(group) = &tree
        && group.delimiter() == proc_macro2::Delimiter::None
        && let Some(inner) = edge(group.stream())
    {
        tree = inner;
    }
    tree.span()
}

/// Whether a lexeme is one of these words.
pub(crate) fn is_word(lexeme: &Lexeme<'_>, words: &[&str]) -> bool {
    matches!(lexeme.token.kind(), Kind::Word(word) if words.contains(&word))
}

pub(crate) fn stream(lexemes: &[Lexeme<'_>]) -> TokenStream {
    lexemes
        .iter()
        .map(|lexeme| tree(&lexeme.token).clone())
        .collect()
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
