//! Tokens to lexemes: which colons, commas and dots belong to the language, and which to an expression.

use alloc::vec::Vec;

use crate::lexeme::{Kind, Lexeme, Role, Token, is_punct};

/// Gives each token its role.
#[must_use]
pub fn lex<T: Token>(tokens: Vec<T>) -> Vec<Lexeme<T>> {
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

struct Scanner<T> {
    lexemes: Vec<Lexeme<T>>,
    /// Open angle brackets of `::<..>` or `<T as Trait>`.
    depth: usize,
}

impl<T: Token> Scanner<T> {
    /// The role of the next tokens, and how many of them it covers.
    fn classify(&mut self, rest: &[T]) -> (usize, Role) {
        let Kind::Punct { c, joint } = rest[0].kind() else {
            return (1, if self.depth > 0 { Role::Generic } else { word_role(&rest[0]) });
        };
        if self.depth > 0 {
            match c {
                '<' => self.depth += 1,
                '>' if !self.after_joint('-') => self.depth -= 1,
                _ => {}
            }
            return (1, Role::Generic);
        }
        let joined = |c| joint && is_punct(rest.get(1), c);
        match c {
            ',' => (1, Role::Comma),
            ';' => (1, Role::Semicolon),
            ':' if joined(':') => (2, if self.separates(rest.get(2)) { Role::Colon } else { Role::Path }),
            ':' => (1, Role::Colon),
            '.' if joined('.') => (dots(rest), Role::Dots),
            '=' if joined('>') => (2, Role::Arrow),
            '<' if self.expects_operand() || self.ends_cast() => {
                self.depth = 1;
                (1, Role::Generic)
            }
            // A shift, whose second half must not open a path.
            '<' if joined('<') => (2, Role::Operator),
            _ => (1, Role::Operator),
        }
    }

    /// Whether `::` is two separators; otherwise it is part of a path.
    fn separates(&self, next: Option<&T>) -> bool {
        let [before @ .., last] = &self.lexemes[..] else { return true };
        let before = before.last();
        let ends_value = match last.token.kind() {
            Kind::Literal(_) | Kind::Group(_) | Kind::Word("_") => true,
            Kind::Punct { c, .. } => c == '?',
            // A field is no path, though the call of a method may have `::<..>`.
            Kind::Word(_) => before.is_some_and(|dot| dot.is('.')) && !is_punct(next, '<'),
        };
        let continues_path = match next.map(Token::kind) {
            Some(Kind::Word(word)) => word != "_",
            Some(Kind::Punct { c, .. }) => c == '<',
            _ => false,
        };
        // The words for a new axis begin no path.
        let new_axis = last.is_new_axis() && before.is_none_or(|lexeme| lexeme.role != Role::Path);
        let starts_entry = matches!(last.role, Role::Comma | Role::Arrow) || new_axis;
        starts_entry || ends_value || !continues_path
    }

    fn expects_operand(&self) -> bool {
        match self.lexemes.last() {
            None => true,
            Some(last) => !matches!(last.role, Role::Operand | Role::Generic) && !last.is('?'),
        }
    }

    /// Whether the last lexemes are `as` and the path of a type, which `<` continues in Rust too.
    fn ends_cast(&self) -> bool {
        let is_name = |lexeme: &Lexeme<T>| lexeme.role == Role::Operand && lexeme.word().is_some();
        let start = self.lexemes.iter().rev().find(|lexeme| lexeme.role != Role::Path && !is_name(lexeme));
        self.lexemes.last().is_some_and(is_name) && start.is_some_and(|word| word.word() == Some("as"))
    }

    fn after_joint(&self, wanted: char) -> bool {
        self.lexemes
            .last()
            .is_some_and(|last| matches!(last.token.kind(), Kind::Punct { c, joint: true } if c == wanted))
    }
}

/// The length of `..`, `...` or `..=`.
fn dots<T: Token>(rest: &[T]) -> usize {
    let joint = matches!(rest[1].kind(), Kind::Punct { joint: true, .. });
    if joint && (is_punct(rest.get(2), '.') || is_punct(rest.get(2), '=')) { 3 } else { 2 }
}

fn word_role<T: Token>(token: &T) -> Role {
    const KEYWORDS: [&str; 17] = [
        "as", "async", "await", "break", "const", "else", "for", "if", "in", "let", "loop", "match", "move",
        "mut", "return", "unsafe", "while",
    ];
    match token.kind() {
        Kind::Word(word) if KEYWORDS.contains(&word) => Role::Keyword,
        _ => Role::Operand,
    }
}
