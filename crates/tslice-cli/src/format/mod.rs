//! Formatting the specs in Rust sources, which rustfmt leaves alone.
//!
//! A spec becomes one line: a comma and a space between entries, no space around colons, one on
//! both sides of `=>`, and one between the colons of `n: :m`, which would be a path without it.
//! Expressions keep their own spaces, each of them one. A spec is not changed if it contains a
//! comment, is not a spec of tslice, or would make its line longer than [`WIDTH`].

mod entries;

use std::ops::Range;
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The longest line that is made of a spec with line breaks.
pub const WIDTH: usize = 100;

/// The source with its specs formatted. To format it again changes nothing.
///
/// # Errors
///
/// If the source is not made of Rust's tokens.
pub fn format(source: &str) -> Result<String, String> {
    let mut formatted = source.to_owned();
    // A spec that has become short may leave room for one that shares its line. One that is
    // formatted stays so, so this ends.
    while let Some(better) = once(&formatted)? {
        formatted = better;
    }
    Ok(formatted)
}

/// The source with each spec formatted for which there is room now; `None` if that changes nothing.
fn once(source: &str) -> Result<Option<String>, String> {
    // What Rust skips in front of a file is not tokens. (`#![..]` is.)
    let body = source.strip_prefix('\u{feff}').unwrap_or(source);
    let body = match body.starts_with("#!") && !body[2..].trim_start().starts_with('[') {
        true => body.find('\n').map_or("", |end| &body[end..]),
        false => body,
    };
    let tokens = TokenStream::from_str(body).map_err(|error| {
        let at = error.span().start();
        format!(
            "not Rust, at line {}, column {}: {error}",
            at.line,
            at.column + 1
        )
    })?;
    let edits = find(body, tokens);
    let mut formatted = source[..source.len() - body.len()].to_owned();
    let mut done = 0;
    for (range, text) in &edits {
        formatted += &body[done..range.start];
        formatted += text;
        done = range.end;
    }
    formatted += &body[done..];
    Ok((!edits.is_empty()).then_some(formatted))
}

/// The inside of a group, without its delimiters.
fn inside(group: &Group) -> Range<usize> {
    group.span_open().byte_range().end..group.span_close().byte_range().start
}

/// What changes, in the order of the source.
fn find(source: &str, tokens: TokenStream) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    // A list and no recursion: brackets in brackets may be as deep as a file allows.
    let mut open = vec![(tokens, None)];
    while let Some((tokens, called_by)) = open.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else {
                continue;
            };
            let called = called(&tokens[..at]);
            let is_spec = match (called, called_by) {
                (Some("s" | "checked" | "SpecType"), _) => group.delimiter() != Delimiter::None,
                (None, Some("split_mut")) => is_behind(group, &tokens[..at], ','),
                // Not the shapes, which stand behind a colon and an arrow.
                (None, Some("spec")) => is_behind(group, &tokens[..at], '='),
                _ => false,
            };
            match is_spec {
                true => edits.extend(edit(source, group)),
                false => open.push((group.stream(), called)),
            }
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    edits
}

/// Whether a group is in square brackets, and right behind a sign.
fn is_behind(group: &Group, before: &[TokenTree], sign: char) -> bool {
    group.delimiter() == Delimiter::Bracket
        && matches!(before.last(), Some(TokenTree::Punct(last)) if last.as_char() == sign)
}

/// The name of the macro whose arguments come behind these tokens, if it is ours: not
/// `ndarray::s!`.
fn called(before: &[TokenTree]) -> Option<&'static str> {
    let [path @ .., TokenTree::Ident(name), TokenTree::Punct(bang)] = before else {
        return None;
    };
    if let [
        ..,
        TokenTree::Ident(of),
        TokenTree::Punct(_),
        TokenTree::Punct(colon),
    ] = path
        && colon.as_char() == ':'
        && !of.to_string().starts_with("tslice")
    {
        return None;
    }
    let known = ["s", "checked", "SpecType", "split_mut", "spec"];
    known
        .into_iter()
        .find(|known| bang.as_char() == '!' && name == known)
}

/// How a spec changes, if it does.
fn edit(source: &str, group: &Group) -> Option<(Range<usize>, String)> {
    let range = inside(group);
    let text = entries::formatted(source, range.clone(), group.stream())?;
    let old = &source[range.clone()];
    if text == old {
        return None;
    }
    // Line breaks that were made because there was no room stay.
    let fits = !old.contains('\n') || width(source, &range, &text) <= WIDTH;
    (fits && entries::same_tokens(old, &text)).then_some((range, text))
}

/// The width of the line in which a text stands in place of a range. It stops counting behind
/// [`WIDTH`], so that a line of many specs takes no longer than its length.
fn width(source: &str, range: &Range<usize>, text: &str) -> usize {
    let before = source[..range.start]
        .chars()
        .rev()
        .take_while(|sign| *sign != '\n');
    let after = source[range.end..].chars().take_while(|sign| *sign != '\n');
    before
        .take(WIDTH + 1)
        .chain(text.chars())
        .chain(after)
        .take(WIDTH + 1)
        .count()
}
