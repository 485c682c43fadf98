//! The entries of one spec, as a line.
//!
//! Nothing here recurses by the depth of the source: brackets in brackets may be as deep as a file
//! allows.

use std::ops::Range;
use std::str::FromStr;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Lists in lists in a group: deeper ones are expressions.
const DEPTH: usize = 3;

/// The text between brackets, formatted, without a comma at its end if it had line breaks; `None`
/// if it contains a comment, or is not a spec of tslice.
pub(super) fn formatted(source: &str, range: Range<usize>, tokens: TokenStream) -> Option<String> {
    at_depth(source, range, tokens, 0, true)
}

fn at_depth(
    source: &str,
    range: Range<usize>,
    tokens: TokenStream,
    depth: usize,
    is_in_brackets: bool,
) -> Option<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let first = tokens
        .first()
        .map_or(range.end, |token| token.span().byte_range().start);
    let last = tokens
        .last()
        .map_or(range.end, |token| token.span().byte_range().end);
    if !source[range.start..first].trim().is_empty() || !source[last..range.end].trim().is_empty() {
        return None;
    }
    let ends_in_comma =
        matches!(&tokens[..], [.., last, comma] if is(comma, ',') && !is(last, ','));
    let drops_comma = ends_in_comma && source[range].contains('\n') && is_in_brackets;
    let mut text = String::new();
    let mut before: Option<&TokenTree> = None;
    for (at, token) in tokens.iter().enumerate() {
        if let Some(before) = before {
            // A comment of documentation is an attribute to Rust: three tokens at one place, so the
            // range between them is none.
            let gap =
                source.get(before.span().byte_range().end..token.span().byte_range().start)?;
            text += between(before, token, gap)?;
        }
        text += &match token {
            TokenTree::Group(group)
                if depth < DEPTH && is_list(group.delimiter(), &tokens[..at]) =>
            {
                let is_list = group.delimiter() == Delimiter::Bracket;
                let (open, close) = if is_list { ('[', ']') } else { ('(', ')') };
                let (range, tokens) = (super::inside(group), group.stream());
                let list = at_depth(source, range, tokens, depth + 1, is_list)?;
                format!("{open}{list}{close}")
            }
            // An expression keeps what is in its brackets; a comment would still be lost behind a
            // line break that goes.
            token => {
                let text = &source[token.span().byte_range()];
                (!text.contains('\n')).then(|| text.to_owned())?
            }
        };
        before = Some(token);
    }
    if drops_comma {
        text.pop();
    }
    is_spec(&tokens).then_some(text)
}

/// Whether a group is a list of positions or a group of lists: the whole beginning of an entry.
fn is_list(delimiter: Delimiter, before: &[TokenTree]) -> bool {
    let begins = match before {
        [] => true,
        [.., TokenTree::Punct(last)] if last.as_char() == ',' => true,
        [.., TokenTree::Punct(equals), TokenTree::Punct(arrow)] => {
            equals.as_char() == '=' && arrow.as_char() == '>'
        }
        _ => false,
    };
    begins && matches!(delimiter, Delimiter::Bracket | Delimiter::Parenthesis)
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_joint(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint)
}

/// What goes between two tokens; `None` if there is a comment.
fn between(one: &TokenTree, other: &TokenTree, gap: &str) -> Option<&'static str> {
    if !gap.trim().is_empty() {
        return None;
    }
    let glued = gap.is_empty();
    Some(match () {
        () if is(other, ',') => "",
        () if is(one, ',') => " ",
        () if is(one, '=') && is(other, '>') && is_joint(one) => "",
        () if is(other, '=') || is(one, '>') && is_arrow_end(one) => " ",
        // Two colons that are not glued would be a path if they were; glued ones stay so.
        () if is(one, ':') && is(other, ':') => {
            if glued {
                ""
            } else {
                " "
            }
        }
        () if is(one, ':') || is(other, ':') => "",
        () if glued => "",
        () => " ",
    })
}

/// `=>` ends in a sign that stands alone; whether an arrow is what it ends is asked by `is_spec`.
fn is_arrow_end(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Alone)
}

/// Whether this may be a spec of tslice: no `a..b` and no `;` as other crates' macros of this name
/// have, no comparison, no assignment, and no part of a `macro_rules!`.
fn is_spec(tokens: &[TokenTree]) -> bool {
    tokens.split(|token| is(token, ',')).all(|entry| {
        let arrow = entry
            .windows(2)
            .position(|pair| is(&pair[0], '=') && is(&pair[1], '>'));
        let value = arrow.map_or(entry, |at| &entry[at + 2..]);
        let key = arrow.map_or(&[][..], |at| &entry[..at]);
        let dots = value.iter().filter(|token| is(token, '.')).count();
        let pairs = value
            .windows(2)
            .any(|pair| is(&pair[0], '.') && is(&pair[1], '.'));
        let odd = |token: &TokenTree| {
            ['=', ';', '<', '>', '$']
                .iter()
                .any(|sign| is(token, *sign))
        };
        !value.iter().any(odd) && !key.iter().any(odd) && (!pairs || value.len() == dots)
    })
}

/// Whether two texts are the same tokens, but for a comma at the end of a list, and signs that mean
/// something together are together in both.
pub(super) fn same_tokens(one: &str, other: &str) -> bool {
    match (TokenStream::from_str(one), TokenStream::from_str(other)) {
        (Ok(one), Ok(other)) => same(one, other),
        _ => false,
    }
}

fn same(one: TokenStream, other: TokenStream) -> bool {
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        let mut one: Vec<TokenTree> = one.into_iter().collect();
        let other: Vec<TokenTree> = other.into_iter().collect();
        if one.len() == other.len() + 1 && one.last().is_some_and(|last| is(last, ',')) {
            one.pop();
        }
        let alike = |at: usize| match (&one[at], &other[at]) {
            (TokenTree::Group(a), TokenTree::Group(b)) => {
                open.push((a.stream(), b.stream()));
                a.delimiter() == b.delimiter()
            }
            (TokenTree::Group(_), _) | (_, TokenTree::Group(_)) => false,
            (a, b) => a.to_string() == b.to_string() && together(&one, at) == together(&other, at),
        };
        if one.len() != other.len() || !(0..one.len()).all(alike) {
            return false;
        }
    }
    true
}

/// Whether a token and the next are signs that mean something together, and stand together.
fn together(tokens: &[TokenTree], at: usize) -> bool {
    let Some([TokenTree::Punct(a), TokenTree::Punct(b)]) = tokens.get(at..at + 2) else {
        return false;
    };
    let pair = [a.as_char(), b.as_char()];
    a.spacing() == Spacing::Joint
        && (pair[0] == pair[1] || [['=', '>'], ['-', '>'], ['.', '=']].contains(&pair))
}
