//! Formatting the specs in Rust sources, which rustfmt leaves alone.
//!
//! A spec becomes one line: a comma and a space between entries, no space around colons, one on both sides of `=>`, and one between the
//! colons of `n: :m`, which would be a path without it. Expressions keep their own spaces, each of them one. A spec stays as it is if it
//! has a comment in it, is no spec of tslice, or would make its line longer than [`WIDTH`].

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
    // What Rust skips in front of a file is not tokens. (`#![..]` is.)
    let body = source.strip_prefix('\u{feff}').unwrap_or(source);
    let body = match body.starts_with("#!") && !body[2..].trim_start().starts_with('[') {
        true => body.find('\n').map_or("", |end| &body[end..]),
        false => body,
    };
    let tokens = TokenStream::from_str(body).map_err(|error| {
        let at = error.span().start();
        format!("not Rust, at line {}, column {}: {error}", at.line, at.column + 1)
    })?;
    let mut edits = Vec::new();
    find(body, tokens, &mut edits);
    let mut formatted = source[..source.len() - body.len()].to_owned();
    let mut done = 0;
    for (range, text) in edits {
        formatted += &body[done..range.start];
        formatted += &text;
        done = range.end;
    }
    Ok(formatted + &body[done..])
}

/// The inside of a group, without its delimiters.
fn inside(group: &Group) -> Range<usize> {
    group.span_open().byte_range().end..group.span_close().byte_range().start
}

/// Collects what changes, in the order of the source.
fn find(source: &str, tokens: TokenStream, edits: &mut Vec<(Range<usize>, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        match called(&tokens[..at]) {
            Some("s" | "checked" | "SpecType") if group.delimiter() != Delimiter::None => {
                edit(source, group, edits)
            }
            Some("split_mut") => {
                for part in group.stream().into_iter().skip(1) {
                    match part {
                        TokenTree::Group(part) if part.delimiter() == Delimiter::Bracket => {
                            edit(source, &part, edits)
                        }
                        _ => {}
                    }
                }
            }
            Some("spec") => specs(source, group.stream(), edits),
            _ => find(source, group.stream(), edits),
        }
    }
}

/// The name of the macro whose arguments come behind these tokens, if it is ours: not `ndarray::s!`.
fn called(before: &[TokenTree]) -> Option<&'static str> {
    let [path @ .., TokenTree::Ident(name), TokenTree::Punct(bang)] = before else { return None };
    if let [.., TokenTree::Ident(of), TokenTree::Punct(_), TokenTree::Punct(colon)] = path
        && colon.as_char() == ':'
        && !of.to_string().starts_with("tslice")
    {
        return None;
    }
    let known = ["s", "checked", "SpecType", "split_mut", "spec"];
    known.into_iter().find(|known| bang.as_char() == '!' && name == known)
}

/// The specs of `spec! { const NAME: [..] => [..] = [SPEC]; }`: the brackets behind an equals sign that is no arrow.
fn specs(source: &str, items: TokenStream, edits: &mut Vec<(Range<usize>, String)>) {
    let items: Vec<TokenTree> = items.into_iter().collect();
    for window in items.windows(2) {
        if let [TokenTree::Punct(equals), TokenTree::Group(group)] = window
            && equals.as_char() == '='
            && group.delimiter() == Delimiter::Bracket
        {
            edit(source, group, edits);
        }
    }
}

fn edit(source: &str, group: &Group, edits: &mut Vec<(Range<usize>, String)>) {
    let range = inside(group);
    let Some(text) = entries::formatted(source, range.clone(), group.stream()) else { return };
    let old = &source[range.clone()];
    if text == old {
        return;
    }
    let line = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let rest = source[range.end..].find('\n').unwrap_or(source.len() - range.end);
    let width = source[line..range.start].chars().count()
        + text.chars().count()
        + source[range.end..][..rest].chars().count();
    // Line breaks that were made because there was no room stay.
    if !(old.contains('\n') && width > WIDTH) && entries::same_tokens(old, &text) {
        edits.push((range, text));
    }
}
