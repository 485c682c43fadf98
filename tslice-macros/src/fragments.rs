//! Fragments of an outer macro, such as `$n:expr`, as operands.
//!
//! A macro gets each fragment in a group without brackets. rustc drops such a group from what a
//! macro returns (rust#67062), and the precedence of its content with it: `2 * $n` of `a + b` would
//! be `2 * a + b`. Here the group becomes parentheses, unless its content means the same without
//! them. The parentheses have a span of this crate, so that they set off no lint of the user's.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use tslice_syntax::KEYWORDS;

/// A token without fragments at any depth.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(crate) tree: TokenTree,
    /// The text of a literal or a word.
    pub(crate) text: String,
    /// What is inside of a group.
    pub(crate) content: Vec<Piece>,
    /// The numbers of what is inside of a group, as soon as they are known.
    pub(crate) inner: Range<usize>,
    /// The number of the fragment that it belongs to, or 0.
    pub(crate) fragment: usize,
    /// Where it begins and ends in the user's code.
    pub(crate) ends: [Span; 2],
}

impl Piece {
    fn new(tree: TokenTree, content: Vec<Piece>, ends: [Span; 2]) -> Self {
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

/// The tokens of a stream. `last` is the last number of a fragment that is taken. An attribute has
/// no operators: fragments in it stand as they are.
pub(crate) fn pieces(tokens: TokenStream, in_attribute: bool, last: &mut usize) -> Vec<Piece> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut pieces: Vec<Piece> = Vec::with_capacity(tokens.len());
    for (at, tree) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            pieces.push(Piece::new(tree.clone(), Vec::new(), [tree.span(); 2]));
            continue;
        };
        let before = *last;
        if group.delimiter() == Delimiter::None {
            *last += 1;
            let mut content = self::pieces(group.stream(), in_attribute, last);
            if !in_attribute {
                content = joined(content, &pieces, &tokens[at + 1..]);
            }
            for piece in &mut content {
                piece.fragment = before + 1;
            }
            pieces.extend(content);
            continue;
        }
        let is_attribute = match &tokens[..at] {
            [.., hash, bang] if is_punct(Some(bang), "!") => is_punct(Some(hash), "#"),
            before => is_punct(before.last(), "#"),
        };
        let content = self::pieces(group.stream(), in_attribute || is_attribute, last);
        let mut own = group.clone();
        if *last > before {
            own = Group::new(group.delimiter(), trees(&content));
            own.set_span(group.span());
        }
        pieces.push(Piece::new(own.into(), content, [group.span(); 2]));
    }
    pieces
}

fn trees(pieces: &[Piece]) -> TokenStream {
    pieces.iter().map(|piece| piece.tree.clone()).collect()
}

/// The content of a fragment as it keeps its meaning between other tokens: in angle brackets if it
/// is a type that a path begins with, as it is, or in parentheses.
fn joined(content: Vec<Piece>, before: &[Piece], after: &[TokenTree]) -> Vec<Piece> {
    let (Some(first), Some(last)) = (content.first(), content.last()) else {
        return content;
    };
    let ends = [first.ends[0], last.ends[1]];
    let span = Span::mixed_site().located_at(first.ends[0]);
    let tokens: Vec<TokenTree> = content.iter().map(|piece| piece.tree.clone()).collect();
    let mut before = before.iter().rev().map(|piece| &piece.tree);
    let before = [before.next(), before.next()];
    if begins_path(&tokens, after) {
        let [open, close] = ['<', '>'].map(|c| {
            let mut bracket = Punct::new(c, Spacing::Alone);
            bracket.set_span(span);
            Piece::new(bracket.into(), Vec::new(), ends)
        });
        return [vec![open], content, vec![close]].concat();
    }
    if is_whole(&tokens, before, after) || is_alone(&tokens, before, after) {
        return content;
    }
    let mut group = Group::new(Delimiter::Parenthesis, trees(&content));
    group.set_span(span);
    vec![Piece::new(group.into(), content, ends)]
}

/// Whether a path begins with this type, which it would not do without brackets.
fn begins_path(tokens: &[TokenTree], after: &[TokenTree]) -> bool {
    let is_path = match after {
        [a, b, TokenTree::Ident(_), ..] => is_punct(Some(a), ":") && is_punct(Some(b), ":"),
        _ => false,
    };
    let needs_brackets = is_punct(tokens.first(), ":") || any_punct(tokens, "<");
    is_path && needs_brackets && !any_punct(tokens, OPERATORS)
}

/// Whether these tokens stand together wherever they are. `before` are the last tokens before them,
/// the nearest first.
fn is_whole(tokens: &[TokenTree], before: [Option<&TokenTree>; 2], after: &[TokenTree]) -> bool {
    let is_one = match tokens {
        [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => {
            let begins_expression = matches!(before[0], None | Some(TokenTree::Punct(_)));
            !begins_expression || !is_punct(after.first(), OPERATORS)
        }
        [only] => !is_negative(only),
        [quote, TokenTree::Ident(_)] if is_punct(Some(quote), "'") => true,
        _ => is_item(tokens) || is_operand(tokens) && !is_method(tokens, after.first()),
    };
    let before_generic = is_word(before[0], &["as"]) && is_punct(after.first(), "<");
    is_one && !is_punct(tokens.first(), ":") && !before_generic
}

const OPERATORS: &str = "+-*/%^&|=";

/// Whether these tokens are one operand wherever they stand: a path, a literal or a group, with
/// fields, calls, indices and `?` behind it.
fn is_operand(tokens: &[TokenTree]) -> bool {
    let mut depth = 0_usize;
    for (at, tree) in tokens.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|at| &tokens[at]), tokens.get(at + 1));
        let is_part = match tree {
            TokenTree::Punct(sign) => match sign.as_char() {
                '<' if depth > 0 || before.is_none() || is_punct(before, ":") => {
                    depth += 1;
                    true
                }
                '>' if depth > 0 => {
                    depth -= usize::from(!is_punct(before, "-"));
                    true
                }
                _ if depth > 0 => true,
                ':' => is_punct(before, ":") || is_punct(after, ":"),
                '.' => before.is_some() && !is_punct(before, ".") && !is_punct(after, "."),
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

/// Whether a field that is called would be a method.
fn is_method(tokens: &[TokenTree], after: Option<&TokenTree>) -> bool {
    let is_call = match after {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    is_call && any_punct(tokens, ".")
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
        .take_while(|pair| is_punct(pair.first(), "#"))
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
    let begins = is_punct(last, ",;:")
        || is_punct(last, ">") && is_punct(second, "=")
        || is_punct(last, "+") && is_punct(second, ":");
    let (first, next) = (after.first(), after.get(1));
    let ends = is_punct(first, ",;:") || is_punct(first, "=") && is_punct(next, ">");
    let is_negated = match tokens {
        [_] => true,
        [minus, operand @ ..] => is_punct(Some(minus), "-") && is_operand(operand),
        [] => false,
    };
    let begins_behind_dots = is_punct(last, ".") || is_punct(last, "=") && is_punct(second, ".");
    let ends_before_dots = is_punct(first, ".") && is_punct(next, ".");
    let blocks = ["if", "match", "loop", "while", "for", "unsafe"];
    let begins_with_block = match tokens.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        first => is_word(first, &blocks),
    };
    let separates = |at: usize| {
        let (tree, after) = (tokens.get(at), tokens.get(at + 1));
        let before = at.checked_sub(1).map(|at| &tokens[at]);
        let is_path = is_punct(before, ":") || is_punct(after, ":");
        is_punct(tree, ",;|'")
            || is_punct(tree, ":") && !is_path
            || is_punct(tree, "=") && is_punct(after, ">")
    };
    (last.is_none() || begins || is_negated && begins_behind_dots)
        && (first.is_none() || ends || is_negated && ends_before_dots)
        && !is_punct(tokens.first(), ":")
        && !begins_with_block
        && !(0..tokens.len()).any(separates)
}

fn is_negative(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Literal(literal) if literal.to_string().starts_with('-'))
}

fn any_punct(tokens: &[TokenTree], wanted: &str) -> bool {
    tokens.iter().any(|tree| is_punct(Some(tree), wanted))
}

/// Whether a token is one of the wanted signs.
fn is_punct(tree: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(tree, Some(TokenTree::Punct(sign)) if wanted.contains(sign.as_char()))
}

fn is_word(tree: Option<&TokenTree>, words: &[&str]) -> bool {
    matches!(tree, Some(TokenTree::Ident(word)) if words.iter().any(|wanted| word == wanted))
}
