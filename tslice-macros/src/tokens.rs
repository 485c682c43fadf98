//! Tokens of Rust as the language reads them.

use proc_macro2::{Span, TokenStream, TokenTree};
use tslice_syntax::{Delimiter, Kind, Lexeme, Token, lex};

/// A token, and its text if it is a literal or a word.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(crate) tree: TokenTree,
    text: String,
}

impl From<TokenTree> for Piece {
    fn from(tree: TokenTree) -> Self {
        let text = match &tree {
            TokenTree::Literal(literal) => literal.to_string(),
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Punct(_) | TokenTree::Group(_) => String::new(),
        };
        Self { tree, text }
    }
}

impl Token for Piece {
    fn kind(&self) -> Kind<'_> {
        match &self.tree {
            TokenTree::Literal(_) => Kind::Literal(&self.text),
            TokenTree::Ident(_) => Kind::Word(&self.text),
            TokenTree::Punct(punct) => {
                Kind::Punct { c: punct.as_char(), joint: punct.spacing() == proc_macro2::Spacing::Joint }
            }
            TokenTree::Group(group) => Kind::Group(match group.delimiter() {
                proc_macro2::Delimiter::Parenthesis => Delimiter::Parenthesis,
                proc_macro2::Delimiter::Bracket => Delimiter::Bracket,
                proc_macro2::Delimiter::Brace => Delimiter::Brace,
                proc_macro2::Delimiter::None => Delimiter::Invisible,
            }),
        }
    }

    fn inner(&self) -> Vec<Self> {
        match &self.tree {
            TokenTree::Group(group) => group.stream().into_iter().map(Self::from).collect(),
            _ => Vec::new(),
        }
    }

    fn quote<'t>(pieces: impl Iterator<Item = &'t Self>) -> String {
        let mut text = pieces.map(|piece| piece.tree.clone()).collect::<TokenStream>().to_string();
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

impl Piece {
    /// The span where the token begins; for a fragment of an outer macro, where its content was written.
    pub(crate) fn start(&self) -> Span {
        self.edge(|stream| stream.into_iter().next())
    }

    /// The span where the token ends.
    pub(crate) fn end(&self) -> Span {
        self.edge(|stream| stream.into_iter().last())
    }

    fn edge(&self, edge: fn(TokenStream) -> Option<TokenTree>) -> Span {
        let mut tree = self.tree.clone();
        while let TokenTree::Group(group) = &tree
            && group.delimiter() == proc_macro2::Delimiter::None
            && let Some(inner) = edge(group.stream())
        {
            tree = inner;
        }
        tree.span()
    }
}

/// Whether a lexeme is one of these words.
pub(crate) fn is_word(lexeme: &Lexeme<Piece>, words: &[&str]) -> bool {
    matches!(&lexeme.token.tree, TokenTree::Ident(word) if words.iter().any(|wanted| word == wanted))
}

pub(crate) fn lexemes(tokens: TokenStream) -> Vec<Lexeme<Piece>> {
    lex(tokens.into_iter().map(Piece::from).collect())
}

pub(crate) fn stream(lexemes: &[Lexeme<Piece>]) -> TokenStream {
    lexemes.iter().map(|lexeme| lexeme.token.tree.clone()).collect()
}

/// Takes the path of the runtime crate off the front: `$crate; user tokens`.
pub(crate) fn split_root(input: TokenStream) -> (TokenStream, TokenStream) {
    let is_semicolon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let mut tokens = input.into_iter();
    let root = tokens.by_ref().take_while(|token| !is_semicolon(token)).collect();
    (root, tokens.collect())
}
