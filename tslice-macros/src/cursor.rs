//! Tokens to lexemes: which colons, commas and dots belong to the language, and which to an expression.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// What a token means at the top level of a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Comma,
    /// Separates bounds. The colons of a path are `Path`.
    Colon,
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
    Operator,
}

#[derive(Clone)]
pub(crate) struct Lexeme {
    pub(crate) role: Role,
    pub(crate) token: TokenTree,
}

impl ToTokens for Lexeme {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.token.to_tokens(tokens);
    }
}

impl Lexeme {
    pub(crate) fn is(&self, c: char) -> bool {
        is_punct(Some(&self.token), c)
    }

    pub(crate) fn is_new_axis(&self) -> bool {
        matches!(&self.token, TokenTree::Ident(name) if name == "newaxis" || name == "None")
    }
}

pub(crate) fn stream(lexemes: &[Lexeme]) -> TokenStream {
    lexemes.iter().map(|lexeme| lexeme.token.clone()).collect()
}

/// Takes the path of the runtime crate off the front: `$crate; user tokens`.
pub(crate) fn split_root(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.into_iter();
    let root = tokens.by_ref().take_while(|token| !is_punct(Some(token), ';')).collect();
    (root, tokens.collect())
}

pub(crate) fn lex(input: TokenStream) -> Vec<Lexeme> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let mut scanner = Scanner { lexemes: Vec::with_capacity(tokens.len()), depth: 0 };
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        let (length, role) = scanner.classify(rest);
        let (taken, left) = rest.split_at(length);
        scanner.lexemes.extend(taken.iter().map(|token| Lexeme { role, token: token.clone() }));
        rest = left;
    }
    scanner.lexemes
}

struct Scanner {
    lexemes: Vec<Lexeme>,
    /// Open angle brackets of `::<..>` or `<T as Trait>`.
    depth: usize,
}

impl Scanner {
    /// The role of the next tokens, and how many of them it covers.
    fn classify(&mut self, rest: &[TokenTree]) -> (usize, Role) {
        let TokenTree::Punct(punct) = &rest[0] else {
            return (1, if self.depth > 0 { Role::Generic } else { word_role(&rest[0]) });
        };
        let c = punct.as_char();
        if self.depth > 0 {
            match c {
                '<' => self.depth += 1,
                '>' if !self.after_joint('-') => self.depth -= 1,
                _ => {}
            }
            return (1, Role::Generic);
        }
        let joined = |c| punct.spacing() == Spacing::Joint && is_punct(rest.get(1), c);
        match c {
            ',' => (1, Role::Comma),
            ';' => (1, Role::Semicolon),
            ':' if joined(':') => (2, if self.separates(rest.get(2)) { Role::Colon } else { Role::Path }),
            ':' => (1, Role::Colon),
            '.' if joined('.') => (dots(rest), Role::Dots),
            '=' if joined('>') => (2, Role::Arrow),
            '<' if self.expects_operand() => {
                self.depth = 1;
                (1, Role::Generic)
            }
            // A shift, whose second half must not open a path.
            '<' if joined('<') => (2, Role::Operator),
            _ => (1, Role::Operator),
        }
    }

    /// Whether `::` is two separators; otherwise it is part of a path.
    fn separates(&self, next: Option<&TokenTree>) -> bool {
        let Some(last) = self.lexemes.last() else { return true };
        let ends_value = matches!(last.token, TokenTree::Literal(_) | TokenTree::Group(_)) || last.is('?');
        let continues_path = matches!(next, Some(TokenTree::Ident(_))) || is_punct(next, '<');
        let starts_entry = matches!(last.role, Role::Comma | Role::Arrow) || self.is_new_axis();
        starts_entry || ends_value || !continues_path
    }

    /// Whether the last lexeme is the word for a new axis, which begins no path.
    fn is_new_axis(&self) -> bool {
        let [before @ .., last] = &self.lexemes[..] else { return false };
        last.is_new_axis() && before.last().is_none_or(|lexeme| lexeme.role != Role::Path)
    }

    fn expects_operand(&self) -> bool {
        match self.lexemes.last() {
            None => true,
            Some(last) => !matches!(last.role, Role::Operand | Role::Generic) && !last.is('?'),
        }
    }

    fn after_joint(&self, c: char) -> bool {
        self.lexemes.last().is_some_and(
            |last| matches!(&last.token, TokenTree::Punct(p) if p.as_char() == c && p.spacing() == Spacing::Joint),
        )
    }
}

/// The length of `..`, `...` or `..=`.
fn dots(rest: &[TokenTree]) -> usize {
    let joint = matches!(&rest[1], TokenTree::Punct(p) if p.spacing() == Spacing::Joint);
    if joint && (is_punct(rest.get(2), '.') || is_punct(rest.get(2), '=')) { 3 } else { 2 }
}

fn word_role(token: &TokenTree) -> Role {
    const KEYWORDS: [&str; 17] = [
        "as", "async", "await", "break", "const", "else", "for", "if", "in", "let", "loop", "match", "move",
        "mut", "return", "unsafe", "while",
    ];
    match token {
        TokenTree::Ident(ident) if KEYWORDS.iter().any(|keyword| ident == keyword) => Role::Keyword,
        _ => Role::Operand,
    }
}

pub(crate) fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// A group that the user did not write: a fragment such as `$e:expr` of an outer macro.
pub(crate) fn invisible(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => Some(group.stream()),
        _ => None,
    }
}
