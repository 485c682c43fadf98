//! Fragments of an outer macro, such as `$n:expr`, as operands.
//!
//! A macro gets each fragment in a group without brackets. rustc drops such a group from what a
//! macro returns (rust#67062), and the precedence of its content with it: `2 * $n` of `a + b` would
//! be `2 * a + b`. So the group becomes parentheses, unless its content means the same without
//! them.

use rust::{Delimiter as Brackets, TokenTree};
use tslice_syntax::{ByRole, Delimiter, Kind, Lexeme, Lexemes, Role, in_operand};

const OPERATORS: &str = "+-*/%^&|=";

/// What stands around the content of a fragment so that it keeps its meaning between other tokens:
/// angle brackets if it is a type that a path begins with, nothing, or parentheses. Of the tokens
/// before it, the nearest is the first.
pub(crate) fn brackets(
    content: Lexemes<'_>,
    before: [Option<&TokenTree>; 2],
    after: &[TokenTree],
) -> Option<char> {
    let is_cast = before[0].is_some_and(|word| word.to_string() == "as");
    let before = before.map(sign);
    let next = [after.first(), after.get(1)].map(sign);
    let begins_path = next == [':', ':'] && matches!(after.get(2), Some(TokenTree::Ident(_)));
    let begins_with_path = content.first()?.is(':');
    if begins_path && (begins_with_path || has(content, "<")) && !has(content, OPERATORS) {
        return Some('<');
    }
    let is_callee = match after.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Brackets::Parenthesis,
        _ => false,
    };
    let is_whole = match content {
        // A block that begins a statement ends it.
        [block] if block.is_group(Delimiter::Brace) => {
            before[0] == OTHER || !OPERATORS.contains(next[0])
        }
        [quote, name] if quote.is('\'') => name.word().is_some(),
        // A field that is called would be a method.
        _ => is_item(content) || is_operand(content) && !(is_callee && has(content, ".")),
    };
    let begins_generic = is_cast && next[0] == '<';
    let is_bare = is_whole && !begins_generic || is_alone(content, before, next);
    (begins_with_path || !is_bare).then_some('(')
}

/// What [`sign`] gives of a word, a literal or a group.
const OTHER: char = ' ';

/// The sign that a token is. The end of all tokens separates as a comma does.
fn sign(tree: Option<&TokenTree>) -> char {
    match tree {
        None => ',',
        Some(TokenTree::Punct(sign)) => sign.as_char(),
        Some(_) => OTHER,
    }
}

/// Whether one of these tokens is one of some signs.
fn has(tokens: Lexemes<'_>, signs: &str) -> bool {
    let is_one = |token: &Lexeme<'_>| match token.kind {
        Kind::Punct { c, .. } => signs.contains(c),
        _ => false,
    };
    tokens.iter().any(is_one)
}

/// Whether these tokens are one operand wherever they stand: a path, a literal or a group, with
/// fields, calls, indices and `?` behind it.
fn is_operand(tokens: Lexemes<'_>) -> bool {
    let is_part = |token: &Lexeme<'_>| match token.kind {
        _ if token.role == Role::Generic => true,
        Kind::Literal(text) => !text.starts_with('-'),
        _ => in_operand(token) && !token.is_group(Delimiter::Brace),
    };
    let begins = tokens
        .first()
        .is_some_and(|first| first.role != Role::Operator);
    begins && tokens.iter().all(is_part)
}

/// Whether these are an item, a statement or a visibility.
fn is_item(tokens: Lexemes<'_>) -> bool {
    const WORDS: [&str; 13] = [
        "let",
        "fn",
        "struct",
        "enum",
        "trait",
        "impl",
        "mod",
        "use",
        "type",
        "static",
        "pub",
        "extern",
        "macro_rules",
    ];
    let (_, item) = without_attributes(tokens);
    match item {
        [first, ..] if first.is_one_of(&WORDS) => true,
        [first, second, ..] if first.is_one_of(&["const", "unsafe", "async"]) => {
            second.word().is_some_and(|word| word != "move")
        }
        _ => false,
    }
}

/// The attributes in front of an item, and the item.
pub(crate) fn without_attributes(item: Lexemes<'_>) -> (Lexemes<'_>, Lexemes<'_>) {
    let mut rest = item;
    while let [mark, words, behind @ ..] = rest
        && mark.is('#')
        && words.is_group(Delimiter::Bracket)
    {
        rest = behind;
    }
    item.split_at(item.len() - rest.len())
}

/// Whether nothing can join the tokens beside the content, as in `[$n, $m]` and `$n:$m`.
fn is_alone(tokens: Lexemes<'_>, before: [char; 2], after: [char; 2]) -> bool {
    let is_negated = match tokens {
        [_] => true,
        [minus, operand @ ..] => minus.is('-') && is_operand(operand),
        [] => false,
    };
    let begins = match before {
        [',' | ';' | ':', _] | ['>', '='] | ['+', ':'] => true,
        ['.', _] | ['=', '.'] => is_negated,
        _ => false,
    };
    let ends = match after {
        [',' | ';' | ':', _] | ['=', '>'] => true,
        ['.', '.'] => is_negated,
        _ => false,
    };
    let blocks = ["if", "match", "loop", "while", "for", "unsafe"];
    let begins_with_block = tokens[0].is_group(Delimiter::Brace) || tokens[0].is_one_of(&blocks);
    let separators = [Role::Comma, Role::Semicolon, Role::Colon, Role::Arrow];
    let separates = tokens.has_any(&separators) || has(tokens, "|'");
    begins && ends && !begins_with_block && !separates
}
