//! Fragments of an outer macro, such as `$n:expr`, as operands.
//!
//! A macro gets each fragment in a group without brackets. rustc drops such a group from what a
//! macro returns (rust#67062), and the precedence of its content with it: `2 * $n` of `a + b` would
//! be `2 * a + b`. Here the group becomes parentheses, unless its content means the same without
//! them. The parentheses have a span of this crate, so that they set off no lint of the user's.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// A token without fragments at any depth.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) tree: TokenTree,
    /// The text of a literal or a word.
    pub(crate) text: String,
    /// What is inside of a group, with its fragments.
    pub(crate) content: TokenStream,
    /// The numbers of what is inside of a group, as soon as they are known.
    pub(crate) inner: Range<usize>,
    /// The number of the fragment that it belongs to, or 0.
    pub(crate) fragment: usize,
    /// Where it begins and ends in the user's code.
    pub(crate) ends: [Span; 2],
}

impl Piece {
    fn new(tree: TokenTree, content: TokenStream, ends: [Span; 2]) -> Self {
        let text = match &tree {
            TokenTree::Literal(_) | TokenTree::Ident(_) => tree.to_string(),
            TokenTree::Punct(_) | TokenTree::Group(_) => String::new(),
        };
        Self {
            tree,
            text,
            content,
            inner: 0..0,
            fragment: 0,
            ends,
        }
    }
}

/// The tokens of a stream. `fragment` is the last number that is taken.
pub(crate) fn pieces(tokens: TokenStream, fragment: &mut usize) -> Vec<Piece> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut pieces: Vec<Piece> = Vec::with_capacity(tokens.len());
    for (at, tree) in tokens.iter().enumerate() {
        let (content, own) = match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                *fragment += 1;
                let number = *fragment;
                let content = self::pieces(group.stream(), fragment);
                let mut joined = joined(content, &pieces, &tokens[at + 1..]);
                for piece in &mut joined {
                    piece.fragment = number;
                }
                pieces.extend(joined);
                continue;
            }
            TokenTree::Group(group) => {
                let is_attribute = is_punct(tokens[..at].last(), '#')
                    || at > 1
                        && is_punct(tokens.get(at - 1), '!')
                        && is_punct(tokens.get(at - 2), '#');
                (group.stream(), without_fragments(group, is_attribute))
            }
            tree => (TokenStream::new(), tree.clone()),
        };
        pieces.push(Piece::new(own, content, [tree.span(); 2]));
    }
    pieces
}

/// A group whose content has no fragments at any depth.
fn without_fragments(group: &Group, is_attribute: bool) -> TokenTree {
    if !has_fragment(group) {
        return group.clone().into();
    }
    let content = if is_attribute {
        flat(group.stream())
    } else {
        trees(&pieces(group.stream(), &mut 0))
    };
    let mut own = Group::new(group.delimiter(), content);
    own.set_span(group.span());
    own.into()
}

fn has_fragment(group: &Group) -> bool {
    let mut streams = vec![group.stream()];
    while let Some(stream) = streams.pop() {
        for tree in stream {
            match tree {
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => return true,
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    false
}

/// The tokens of an attribute, which has no operators.
fn flat(tokens: TokenStream) -> TokenStream {
    let inner = |tree: TokenTree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
        tree => tree.into(),
    };
    tokens.into_iter().flat_map(inner).collect()
}

fn trees(pieces: &[Piece]) -> TokenStream {
    pieces.iter().map(|piece| piece.tree.clone()).collect()
}

/// The content of a fragment as it stands between other tokens.
fn joined(content: Vec<Piece>, before: &[Piece], after: &[TokenTree]) -> Vec<Piece> {
    let (Some(first), Some(last)) = (content.first(), content.last()) else {
        return content;
    };
    let ends = [first.ends[0], last.ends[1]];
    let around = |tree: TokenTree, content| Piece::new(tree, content, ends);
    let span = Span::mixed_site().located_at(first.ends[0]);
    let tokens: Vec<TokenTree> = content.iter().map(|piece| piece.tree.clone()).collect();
    let mut before = before.iter().rev().map(|piece| &piece.tree);
    match Content::of(&tokens, [before.next(), before.next()], after) {
        Content::Flat => content,
        Content::Operand => {
            let stream = trees(&content);
            let mut group = Group::new(Delimiter::Parenthesis, stream.clone());
            group.set_span(span);
            vec![around(group.into(), stream)]
        }
        Content::Type => {
            let [open, close] = ['<', '>'].map(|c| {
                let mut bracket = Punct::new(c, Spacing::Alone);
                bracket.set_span(span);
                around(bracket.into(), TokenStream::new())
            });
            [vec![open], content, vec![close]].concat()
        }
    }
}

/// How the content of a fragment keeps its meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// As it is.
    Flat,
    /// In parentheses.
    Operand,
    /// In angle brackets: a type that a path begins with.
    Type,
}

impl Content {
    /// The last tokens before it, the nearest first, and all after it.
    fn of(tokens: &[TokenTree], before: [Option<&TokenTree>; 2], after: &[TokenTree]) -> Self {
        let is_path = is_punct(after.first(), ':')
            && is_punct(after.get(1), ':')
            && matches!(after.get(2), Some(TokenTree::Ident(_)));
        let begins_path = is_punct(tokens.first(), ':');
        let is_generic = |tree: &TokenTree| is_punct(Some(tree), '<');
        if is_path && (begins_path || tokens.iter().any(is_generic)) && !is_operator(tokens) {
            return Self::Type;
        }
        let is_whole = match tokens {
            [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => {
                !begins_expression(before[0]) || !is_operator(&after[..after.len().min(1)])
            }
            [_] => !is_negative(&tokens[0]),
            [quote, TokenTree::Ident(_)] if is_punct(Some(quote), '\'') => true,
            _ => is_item(tokens) || is_operand(tokens) && !is_method(tokens, after.first()),
        };
        let before_generic = is_word(before[0], &["as"]) && is_punct(after.first(), '<');
        if is_whole && !begins_path && !before_generic || is_alone(tokens, before, after) {
            Self::Flat
        } else {
            Self::Operand
        }
    }
}

/// Whether an expression may begin behind this token.
fn begins_expression(before: Option<&TokenTree>) -> bool {
    matches!(before, None | Some(TokenTree::Punct(_)))
}

fn is_operator(tokens: &[TokenTree]) -> bool {
    let is_operator = |tree: &TokenTree| match tree {
        TokenTree::Punct(sign) => "+-*/%^&|=".contains(sign.as_char()),
        _ => false,
    };
    tokens.iter().any(is_operator)
}

/// Whether these tokens are one operand wherever they stand: a path, a literal or a group, with
/// fields, calls, indices and `?` behind it.
fn is_operand(tokens: &[TokenTree]) -> bool {
    let mut depth = 0_usize;
    for (at, tree) in tokens.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|at| &tokens[at]), tokens.get(at + 1));
        let is_part = match tree {
            TokenTree::Punct(sign) => match sign.as_char() {
                '<' if depth > 0 || before.is_none() || is_punct(before, ':') => {
                    depth += 1;
                    true
                }
                '>' if depth > 0 => {
                    depth -= usize::from(!is_punct(before, '-'));
                    true
                }
                _ if depth > 0 => true,
                ':' => is_punct(before, ':') || is_punct(after, ':'),
                '.' => before.is_some() && !is_punct(before, '.') && !is_punct(after, '.'),
                '?' => before.is_some(),
                '!' => before.is_some() && matches!(after, Some(TokenTree::Group(_))),
                _ => false,
            },
            _ if depth > 0 => true,
            TokenTree::Ident(_) => !is_word(Some(tree), &KEYWORDS),
            TokenTree::Literal(_) => !is_negative(tree),
            TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        };
        if !is_part {
            return false;
        }
    }
    depth == 0
}

/// Words that begin or join expressions which are not operands.
const KEYWORDS: [&str; 16] = [
    "as", "async", "break", "const", "else", "for", "if", "in", "let", "loop", "match", "move",
    "mut", "return", "unsafe", "while",
];

/// Whether a field that is called would be a method.
fn is_method(tokens: &[TokenTree], after: Option<&TokenTree>) -> bool {
    let is_call = match after {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    is_call && tokens.iter().any(|tree| is_punct(Some(tree), '.'))
}

/// Whether these are an item, a statement or a visibility.
fn is_item(tokens: &[TokenTree]) -> bool {
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
    let attributes = tokens
        .chunks_exact(2)
        .take_while(|pair| is_punct(pair.first(), '#'))
        .count();
    let item = &tokens[2 * attributes..];
    match item.first() {
        first if is_word(first, &WORDS) => true,
        first if is_word(first, &["const", "unsafe", "async"]) => {
            matches!(item.get(1), Some(TokenTree::Ident(word)) if word != "move")
        }
        _ => false,
    }
}

/// Whether nothing can join the tokens beside the content, as in `[$n, $m]` and `$n:$m`.
fn is_alone(tokens: &[TokenTree], before: [Option<&TokenTree>; 2], after: &[TokenTree]) -> bool {
    let [last, second] = before;
    let begins = [',', ';', ':'].iter().any(|c| is_punct(last, *c))
        || is_punct(last, '>') && is_punct(second, '=')
        || is_punct(last, '+') && is_punct(second, ':');
    let (first, next) = (after.first(), after.get(1));
    let ends = [',', ';', ':'].iter().any(|c| is_punct(first, *c))
        || is_punct(first, '=') && is_punct(next, '>');
    let is_negated = tokens.len() > 1 && is_punct(tokens.first(), '-') && is_operand(&tokens[1..])
        || tokens.len() == 1;
    let begins_behind_dots = is_punct(last, '.') || is_punct(last, '=') && is_punct(second, '.');
    let ends_before_dots = is_punct(first, '.') && is_punct(next, '.');
    let is_block = |tree: &TokenTree| {
        is_word(
            Some(tree),
            &["if", "match", "loop", "while", "for", "unsafe"],
        ) || matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    let separates = |(at, tree): (usize, &TokenTree)| match tree {
        TokenTree::Punct(sign) => match sign.as_char() {
            ',' | ';' | '|' | '\'' => true,
            ':' => {
                !is_punct(tokens.get(at + 1), ':')
                    && (at == 0 || !is_punct(tokens.get(at - 1), ':'))
            }
            '=' => is_punct(tokens.get(at + 1), '>'),
            _ => false,
        },
        _ => false,
    };
    (last.is_none() || begins || is_negated && begins_behind_dots)
        && (first.is_none() || ends || is_negated && ends_before_dots)
        && !is_punct(tokens.first(), ':')
        && !tokens.first().is_some_and(is_block)
        && !tokens.iter().enumerate().any(separates)
}

fn is_negative(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Literal(literal) if literal.to_string().starts_with('-'))
}

fn is_punct(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(sign)) if sign.as_char() == wanted)
}

fn is_word(tree: Option<&TokenTree>, words: &[&str]) -> bool {
    matches!(tree, Some(TokenTree::Ident(word)) if words.iter().any(|wanted| word == wanted))
}
