//! How an entry is put together: what its separators make of it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::lexeme::{Lexeme, Role, Token, is_ellipsis, is_new_axis};
use crate::mistake::Mistake;
use crate::respell::{MAX_QUOTE, elided, entries_for_semicolons, quoted, quoted_parts, ranged};

/// The form of an entry, with the bounds of a range; an absent bound has no lexemes.
pub(crate) enum Shape<'l, T> {
    Ellipsis,
    NewAxis,
    Index,
    Range([&'l [Lexeme<T>]; 3]),
}

impl<'l, T: Token> Shape<'l, T> {
    pub(crate) fn of(chunk: &'l [Lexeme<T>]) -> Result<Self, Mistake<T>> {
        if is_ellipsis(chunk) {
            return Ok(Self::Ellipsis);
        }
        if is_new_axis(chunk) {
            return Ok(Self::NewAxis);
        }
        let count = |role| chunk.iter().filter(|lexeme| lexeme.role == role).count();
        let (semicolons, dots, colons) = (count(Role::Semicolon), count(Role::Dots), count(Role::Colon));
        if semicolons > 0 {
            return Err(semicolon(chunk, semicolons > 2 || colons > 0));
        }
        if dots > 0 {
            return Err(with_dots(chunk));
        }
        let mut parts = chunk.split(|lexeme| lexeme.role == Role::Colon);
        match colons {
            0 => return Ok(Self::Index),
            1 | 2 => {}
            _ => return Err(bound_count(chunk, colons + 1)),
        }
        let bounds = [(); 3].map(|()| parts.next().unwrap_or_default());
        match bounds.iter().find(|part| is_new_axis(part)) {
            Some(new_axis) => Err(new_axis_with_bounds(chunk, new_axis)),
            None => Ok(Self::Range(bounds)),
        }
    }
}

fn semicolon<T: Token>(chunk: &[Lexeme<T>], entries: bool) -> Mistake<T> {
    let (separated, range) = match entries {
        true => ("entries are separated by `,`", entries_for_semicolons(chunk)),
        false => ("bounds are separated by `:`", ranged(chunk)),
    };
    Mistake::new(chunk, format!("{separated}, not `;`: write `{range}`"))
}

fn with_dots<T: Token>(chunk: &[Lexeme<T>]) -> Mistake<T> {
    if chunk.split(|lexeme| lexeme.role == Role::Colon).any(is_ellipsis) {
        let range = without(chunk, is_ellipsis);
        return Mistake::new(
            chunk,
            format!("an ellipsis takes no bounds: write `..` as an entry of its own, or the range `{range}`"),
        );
    }
    if chunk.iter().all(|lexeme| lexeme.is('.')) {
        return Mistake::new(chunk, format!("the ellipsis is spelled `..`, not `{}`", quoted(chunk)));
    }
    Mistake::new(chunk, format!("`..` is the ellipsis, not a range: write `{}`", ranged(chunk)))
}

fn bound_count<T: Token>(chunk: &[Lexeme<T>], count: usize) -> Mistake<T> {
    Mistake::new(chunk, format!("a range has at most three bounds, `begin:end:stride`, this one has {count}"))
}

fn new_axis_with_bounds<T: Token>(chunk: &[Lexeme<T>], new_axis: &[Lexeme<T>]) -> Mistake<T> {
    let range = without(chunk, is_new_axis);
    if new_axis[0].word() == Some("None") {
        return Mistake::new(new_axis, format!("an absent bound is left out: write `{range}`"));
    }
    Mistake::new(
        chunk,
        format!("a new axis takes no bounds: write `newaxis` as an entry of its own, or the range `{range}`"),
    )
}

/// The range without the bounds that are none.
fn without<T: Token>(chunk: &[Lexeme<T>], dropped: fn(&[Lexeme<T>]) -> bool) -> String {
    let parts = chunk.split(|lexeme| lexeme.role == Role::Colon);
    let parts: Vec<_> =
        parts.take(MAX_QUOTE).map(|part| if dropped(part) { &[] } else { part }).map(quoted_parts).collect();
    elided(parts.join(":"))
}
