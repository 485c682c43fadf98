//! Tokens to lexemes: which colons, commas and dots belong to the language, and which to an
//! expression.

use alloc::vec::Vec;

use crate::lexeme::{Lexeme, Role, is_punct};
use crate::token::{Kind, Token};

/// Gives each token its role.
#[must_use]
pub fn lex(tokens: Vec<Token<'_>>) -> Vec<Lexeme<'_>> {
    let mut scanner = Scanner {
        tokens: &tokens,
        lexemes: Vec::with_capacity(tokens.len()),
        depth: 0,
    };
    while let Some(rest) = tokens.get(scanner.lexemes.len()..)
        && !rest.is_empty()
    {
        let (length, role) = scanner.classify();
        let lexemes = rest[..length].iter().map(|&token| Lexeme { role, token });
        scanner.lexemes.extend(lexemes);
    }
    scanner.lexemes
}

impl<'t> Lexeme<'t> {
    /// What is inside of a group; nothing of any other token.
    #[must_use]
    pub fn inner(&self) -> Vec<Self> {
        lex(self.token.inner())
    }
}

struct Scanner<'s, 't> {
    tokens: &'s [Token<'t>],
    /// The first tokens, with their roles.
    lexemes: Vec<Lexeme<'t>>,
    /// Open angle brackets of `::<..>` or `<T as Trait>`.
    depth: usize,
}

impl<'t> Scanner<'_, 't> {
    /// The role of the next tokens, and how many of them it covers.
    fn classify(&mut self) -> (usize, Role) {
        let rest = &self.tokens[self.lexemes.len()..];
        let Kind::Punct { c, joint } = rest[0].kind else {
            return (
                1,
                if self.depth > 0 {
                    Role::Generic
                } else {
                    word_role(&rest[0])
                },
            );
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
            ':' if joined(':') => (
                2,
                if self.separates(rest.get(2)) {
                    Role::Colon
                } else {
                    Role::Path
                },
            ),
            ':' => (1, Role::Colon),
            '.' if joined('.') => (dots(rest), Role::Dots),
            '=' if joined('>') => (2, Role::Arrow),
            '=' if joined('=') => (2, Role::Operator),
            '=' if !self.ends_operator() => (1, Role::Equals),
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
    fn separates(&self, next: Option<&Token<'t>>) -> bool {
        let Some((last, before)) = self.lexemes.split_last() else {
            return true;
        };
        let before = before.last();
        let fragment = self.tokens[self.lexemes.len()].fragment;
        let ends_fragment = last.token.fragment != fragment;
        let begins_fragment = next.is_some_and(|next| next.fragment != fragment);
        let ends_value = match last.token.kind {
            Kind::Literal(_)
            | Kind::Group(_)
            | Kind::Word("_" | "await")
            | Kind::Punct { c: '?', .. } => true,
            Kind::Punct { .. } => false,
            // A fragment of an outer macro is a value, unless its name looks like that of a type.
            Kind::Word(word) if ends_fragment => !is_type(word),
            _ if is_punct(next, '<') => false,
            // The words for a new axis begin no path.
            Kind::Word("newaxis" | "None")
                if before.is_none_or(|before| before.role != Role::Path) =>
            {
                true
            }
            // A field begins no path either, but the call of a method may have `::<..>`.
            Kind::Word(_) => before.is_some_and(|dot| dot.role == Role::Operator && dot.is('.')),
        };
        let continues_path = !begins_fragment
            && match next.map(|next| next.kind) {
                Some(Kind::Word(word)) => word != "_",
                Some(Kind::Punct { c, .. }) => c == '<',
                _ => false,
            };
        matches!(last.role, Role::Comma | Role::Arrow | Role::Equals)
            || ends_value
            || !continues_path
    }

    fn expects_operand(&self) -> bool {
        self.lexemes.last().is_none_or(|last| {
            !matches!(last.role, Role::Operand | Role::Generic)
                && !last.is('?')
                && last.word() != Some("await")
        })
    }

    /// Whether the last tokens are `as` and the path of a type, which `<` continues in Rust too.
    fn ends_cast(&self) -> bool {
        let is_name = |lexeme: &Lexeme<'_>| lexeme.role == Role::Operand && lexeme.word().is_some();
        let in_path = |lexeme: &&Lexeme<'_>| lexeme.role == Role::Path || is_name(lexeme);
        let start = self.lexemes.iter().rfind(|lexeme| !in_path(lexeme));
        self.lexemes.last().is_some_and(is_name)
            && start.is_some_and(|start| start.word() == Some("as"))
    }

    /// Whether the last token is one that `=` continues, as in `<=`.
    fn ends_operator(&self) -> bool {
        let last = self.lexemes.last();
        last.is_some_and(|last| last.role == Role::Operator && last.is_joint())
    }

    fn after_joint(&self, wanted: char) -> bool {
        let last = self.lexemes.last();
        last.is_some_and(|last| last.is(wanted) && last.is_joint())
    }
}

/// Whether a name is a primitive number or in camel case.
fn is_type(name: &str) -> bool {
    const NUMBERS: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    NUMBERS.contains(&name)
        || name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// The length of `..`, `...` or `..=`.
fn dots(rest: &[Token<'_>]) -> usize {
    let joint = matches!(rest[1].kind, Kind::Punct { joint: true, .. });
    if joint && (is_punct(rest.get(2), '.') || is_punct(rest.get(2), '=')) {
        3
    } else {
        2
    }
}

fn word_role(token: &Token<'_>) -> Role {
    const KEYWORDS: [&str; 17] = [
        "as", "async", "await", "break", "const", "else", "for", "if", "in", "let", "loop",
        "match", "move", "mut", "return", "unsafe", "while",
    ];
    match token.kind {
        Kind::Word(word) if KEYWORDS.contains(&word) => Role::Keyword,
        _ => Role::Operand,
    }
}
