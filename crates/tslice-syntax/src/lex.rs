//! Tokens to lexemes: which colons, commas and dots belong to the language, and which to an
//! expression.

use alloc::vec::Vec;

use crate::lexeme::{Lexeme, Role, is_punct};
use crate::token::{Kind, Token};

/// Gives each token its role.
#[must_use]
pub fn lex<'t>(tokens: Vec<Token<'t>>) -> Vec<Lexeme<'t>> {
    let mut scanner = Scanner {
        tokens: &tokens,
        roles: Vec::with_capacity(tokens.len()),
        depth: 0,
    };
    while scanner.roles.len() < tokens.len() {
        let (length, role) = scanner.classify();
        scanner.roles.extend((0..length).map(|_| role));
    }
    let roles = scanner.roles;
    tokens
        .into_iter()
        .zip(roles)
        .map(|(token, role)| Lexeme { role, token })
        .collect()
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
    /// The roles of the first tokens.
    roles: Vec<Role>,
    /// Open angle brackets of `::<..>` or `<T as Trait>`.
    depth: usize,
}

impl<'t> Scanner<'_, 't> {
    /// The role of the next tokens, and how many of them it covers.
    fn classify(&mut self) -> (usize, Role) {
        let rest = &self.tokens[self.roles.len()..];
        let Kind::Punct { c, joint } = rest[0].kind() else {
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

    /// The tokens so far, from the last one to the first, with their roles.
    fn back(&self) -> impl Iterator<Item = (Role, Kind<'_>)> {
        let tokens = &self.tokens[..self.roles.len()];
        tokens
            .iter()
            .rev()
            .zip(self.roles.iter().rev())
            .map(|(token, role)| (*role, token.kind()))
    }

    /// Whether `::` is two separators; otherwise it is part of a path.
    fn separates(&self, next: Option<&Token<'t>>) -> bool {
        let mut back = self.back();
        let Some((role, last)) = back.next() else {
            return true;
        };
        let before = back.next();
        let at = self.roles.len();
        let fragment = self.tokens[at].fragment();
        let ends_fragment = self.tokens[at - 1].fragment() != fragment;
        let begins_fragment = next.is_some_and(|next| next.fragment() != fragment);
        let ends_value = match last {
            Kind::Literal(_)
            | Kind::Group(_)
            | Kind::Word("_" | "await")
            | Kind::Punct { c: '?', .. } => true,
            Kind::Punct { .. } => false,
            // A fragment of an outer macro is a value, unless its name looks like that of a type.
            Kind::Word(word) if ends_fragment => !is_type(word),
            // The words for a new axis begin no path.
            Kind::Word("newaxis" | "None")
                if before.is_none_or(|(role, _)| role != Role::Path) && !is_punct(next, '<') =>
            {
                true
            }
            // A field begins no path either, but the call of a method may have `::<..>`.
            Kind::Word(_) => {
                matches!(before, Some((Role::Operator, Kind::Punct { c: '.', .. })))
                    && !is_punct(next, '<')
            }
        };
        let continues_path = !begins_fragment
            && match next.map(Token::kind) {
                Some(Kind::Word(word)) => word != "_",
                Some(Kind::Punct { c, .. }) => c == '<',
                _ => false,
            };
        matches!(role, Role::Comma | Role::Arrow | Role::Equals) || ends_value || !continues_path
    }

    fn expects_operand(&self) -> bool {
        self.back().next().is_none_or(|(role, last)| {
            !matches!(role, Role::Operand | Role::Generic)
                && !matches!(last, Kind::Punct { c: '?', .. } | Kind::Word("await"))
        })
    }

    /// Whether the last tokens are `as` and the path of a type, which `<` continues in Rust too.
    fn ends_cast(&self) -> bool {
        let is_name = |(role, kind): &(Role, Kind<'_>)| {
            *role == Role::Operand && matches!(kind, Kind::Word(_))
        };
        let start = self
            .back()
            .find(|token| token.0 != Role::Path && !is_name(token));
        self.back().next().is_some_and(|last| is_name(&last))
            && start.is_some_and(|(_, kind)| kind == Kind::Word("as"))
    }

    /// Whether the last token is one that `=` continues, as in `<=`.
    fn ends_operator(&self) -> bool {
        let last = self.back().next();
        matches!(
            last,
            Some((Role::Operator, Kind::Punct { joint: true, .. }))
        )
    }

    fn after_joint(&self, wanted: char) -> bool {
        matches!(self.back().next(), Some((_, Kind::Punct { c, joint: true })) if c == wanted)
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
    let joint = matches!(rest[1].kind(), Kind::Punct { joint: true, .. });
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
    match token.kind() {
        Kind::Word(word) if KEYWORDS.contains(&word) => Role::Keyword,
        _ => Role::Operand,
    }
}
