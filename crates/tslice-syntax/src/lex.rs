//! Tokens to lexemes: which colons, commas and dots belong to the language, and which to an
//! expression.

use alloc::vec::Vec;

use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role, pieces};

/// Gives each token its role.
pub fn lex(mut tokens: Vec<Lexeme<'_>>) -> Vec<Lexeme<'_>> {
    // An angle bracket that nothing closes compares.
    let unclosed = classify_all(&mut tokens, &[]);
    if !unclosed.is_empty() {
        classify_all(&mut tokens, &unclosed);
    }
    tokens
}

/// Gives each token its role; those at some positions are operators. The positions of the angle
/// brackets of `::<..>` or `<T as Trait>` that nothing closes.
fn classify_all(tokens: &mut [Lexeme<'_>], operators: &[usize]) -> Vec<usize> {
    let (mut at, mut open) = (0, Vec::new());
    while at < tokens.len() {
        let (before, rest) = tokens.split_at_mut(at);
        let (length, role) = match operators.binary_search(&at) {
            Ok(_) => (1, Role::Operator),
            Err(_) if !open.is_empty() => (1, Role::Generic),
            Err(_) => classify(before, rest),
        };
        if role == Role::Generic {
            let is_arrow = before
                .last()
                .is_some_and(|last| last.is('-') && last.is_joint());
            if rest[0].is('<') {
                open.push(at);
            } else if rest[0].is('>') && !is_arrow {
                open.pop();
            }
        }
        for token in &mut rest[..length] {
            token.role = role;
        }
        at += length;
    }
    open
}

/// The lexemes of a text.
pub fn lex_text(text: &str) -> Vec<Lexeme<'_>> {
    lex(pieces(text))
}

impl Lexeme<'_> {
    /// What is inside of a group; nothing of any other token.
    pub fn inner(&self) -> Vec<Self> {
        lex(self.tokens())
    }
}

/// What is inside of a group that is all there is.
pub fn group(part: Lexemes<'_>, brackets: Delimiter) -> Option<Vec<Lexeme<'_>>> {
    match part {
        [only] if only.is_group(brackets) => Some(only.inner()),
        _ => None,
    }
}

/// A part without all parentheses around it.
pub fn unparenthesised(part: Lexemes<'_>) -> Vec<Lexeme<'_>> {
    let mut inner = part.to_vec();
    while let [only] = inner[..]
        && only.is_group(Delimiter::Parenthesis)
    {
        inner = only.inner();
    }
    inner
}

/// The role of the next tokens, and how many of them it covers; of an angle bracket that opens,
/// `Generic`.
fn classify(before: Lexemes<'_>, rest: Lexemes<'_>) -> (usize, Role) {
    let Kind::Punct { c, joint } = rest[0].kind else {
        return (1, word_role(&rest[0]));
    };
    // What this sign continues, as in `<=`.
    let joint_to = before.last().filter(|last| last.is_joint());
    let joined = |c| joint && is_at(rest, 1, c);
    match c {
        ',' => (1, Role::Comma),
        ';' => (1, Role::Semicolon),
        ':' if joined(':') && separates(before, rest) => (2, Role::Colon),
        ':' if joined(':') => (2, Role::Path),
        ':' => (1, Role::Colon),
        '.' if joined('.') => (dots(rest), Role::Dots),
        '=' if joined('>') => (2, Role::Arrow),
        '=' if joined('=') => (2, Role::Operator),
        '=' if joint_to.is_none_or(|last| last.role != Role::Operator) => (1, Role::Equals),
        '<' if expects_operand(before) || ends_cast(before) => (1, Role::Generic),
        // A shift, whose second half must not open a path.
        '<' if joined('<') => (2, Role::Operator),
        _ => (1, Role::Operator),
    }
}

fn is_at(tokens: Lexemes<'_>, at: usize, c: char) -> bool {
    tokens.get(at).is_some_and(|token| token.is(c))
}

/// Whether the `::` that begins here is two separators; otherwise it is part of a path.
fn separates(before: Lexemes<'_>, rest: Lexemes<'_>) -> bool {
    let Some((last, before)) = before.split_last() else {
        return true;
    };
    let before = before.last();
    let (fragment, next) = (rest[0].fragment, rest.get(2));
    let ends_fragment = last.fragment != fragment;
    let begins_fragment = next.is_some_and(|next| next.fragment != fragment);
    let ends_value = match last.kind {
        Kind::Literal(_)
        | Kind::Group(_)
        | Kind::Word("_" | "await")
        | Kind::Punct { c: '?', .. } => true,
        Kind::Punct { .. } => false,
        // A fragment of an outer macro is a value, unless its name looks like that of a type.
        Kind::Word(word) if ends_fragment => !is_type(word),
        _ if is_at(rest, 2, '<') => false,
        // The words for a new axis begin no path.
        Kind::Word("newaxis" | "None") if before.is_none_or(|before| before.role != Role::Path) => {
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
    matches!(last.role, Role::Comma | Role::Arrow | Role::Equals) || ends_value || !continues_path
}

fn expects_operand(before: Lexemes<'_>) -> bool {
    before.last().is_none_or(|last| {
        !matches!(last.role, Role::Operand | Role::Generic)
            && !last.is('?')
            && !last.is_word("await")
    })
}

/// Whether the last tokens are `as` and the path of a type, which `<` continues in Rust too.
fn ends_cast(before: Lexemes<'_>) -> bool {
    let is_name = |lexeme: &Lexeme<'_>| lexeme.role == Role::Operand && lexeme.word().is_some();
    let in_path = |lexeme: &&Lexeme<'_>| lexeme.role == Role::Path || is_name(lexeme);
    let start = before.iter().rfind(|lexeme| !in_path(lexeme));
    before.last().is_some_and(is_name) && start.is_some_and(|start| start.is_word("as"))
}

/// The primitive types of numbers.
pub(crate) const NUMBERS: [&str; 14] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64",
];

/// Whether a name is a primitive number or in camel case.
pub(crate) fn is_type(name: &str) -> bool {
    NUMBERS.contains(&name)
        || name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// The length of `..`, `...` or `..=`, or of more dots.
fn dots(rest: Lexemes<'_>) -> usize {
    let ends = |sign: &Lexeme<'_>| !sign.is('.') || !sign.is_joint();
    let end = rest.iter().position(ends).unwrap_or(rest.len());
    end + usize::from(is_at(rest, end, '.') || is_at(rest, end, '='))
}

/// Words that begin or join expressions which are not operands.
pub const KEYWORDS: [&str; 16] = [
    "as", "async", "break", "const", "else", "for", "if", "in", "let", "loop", "match", "move",
    "mut", "return", "unsafe", "while",
];

fn word_role(token: &Lexeme<'_>) -> Role {
    match token.kind {
        Kind::Word(word) if word == "await" || KEYWORDS.contains(&word) => Role::Keyword,
        _ => Role::Operand,
    }
}
