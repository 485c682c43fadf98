//! The mistakes, one function each: what is wrong, and the spelling that is right.

mod axis_form;
mod bounds;
mod diagonals;
mod items;
mod respell;

use syn::{Error, Result};

pub(crate) use self::axis_form::{
    axis_in_reach, axis_not_literal, axis_target, plain_entry_in_axis_form, repeated_axis,
};
pub(crate) use self::bounds::{
    boolean, in_range, list, missing_comma, near_miss, not_an_integer, parenthesised_range, unfinished,
    zero_stride,
};
pub(crate) use self::diagonals::{band_order, diag_shape};
pub(crate) use self::items::{ITEM_SHAPE, item_end, item_with_type};
use self::respell::{quoted_parts, respelled};
use crate::ast::Entry;
use crate::cursor::{Lexeme, Role};
use crate::diagnostic::{error, error_at, quoted};
use crate::parse::{is_ellipsis, is_new_axis};

/// TensorFlow keeps its masks in an int32.
pub(crate) const MAX_ENTRIES: usize = 31;

pub(crate) fn empty_entry(comma: &Lexeme) -> Error {
    error(comma, "empty entry: remove this comma, or write `:` for a whole axis")
}

pub(crate) fn entry_count(chunks: &[&[Lexeme]]) -> Result<()> {
    match chunks.get(MAX_ENTRIES..) {
        None | Some([]) => Ok(()),
        Some(extra) => Err(error_at(&extra.concat(), too_many_entries(chunks.len()))),
    }
}

pub(crate) fn too_many_entries(count: usize) -> String {
    format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run of whole axes"
    )
}

pub(crate) fn one_ellipsis(before: &[Entry], entry: &Entry, chunk: &[Lexeme]) -> Result<()> {
    let is_ellipsis = |entry: &Entry| matches!(entry, Entry::Ellipsis);
    if !is_ellipsis(entry) || !before.iter().any(is_ellipsis) {
        return Ok(());
    }
    Err(error_at(chunk, "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis"))
}

pub(crate) fn semicolon(chunk: &[Lexeme]) -> Result<()> {
    if !chunk.iter().any(|lexeme| lexeme.role == Role::Semicolon) {
        return Ok(());
    }
    Err(error_at(chunk, format!("bounds are separated by `:`, not `;`: write `{}`", respelled(chunk))))
}

pub(crate) fn ellipsis_with_bounds(chunk: &[Lexeme]) -> Result<()> {
    let mut parts = chunk.split(|lexeme| lexeme.role == Role::Colon);
    if !parts.any(is_ellipsis) {
        return Ok(());
    }
    let rest: Vec<Lexeme> = chunk.iter().filter(|lexeme| lexeme.role != Role::Dots).cloned().collect();
    let range = quoted_parts(&rest);
    Err(error_at(
        chunk,
        format!("an ellipsis takes no bounds: write `..` as an entry of its own, or the range `{range}`"),
    ))
}

pub(crate) fn rust_range(chunk: &[Lexeme]) -> Result<()> {
    if !chunk.iter().any(|lexeme| lexeme.role == Role::Dots) {
        return Ok(());
    }
    Err(error_at(chunk, format!("`..` is the ellipsis, not a range: write `{}`", respelled(chunk))))
}

pub(crate) fn bound_count(chunk: &[Lexeme], parts: &[&[Lexeme]]) -> Result<()> {
    if parts.len() <= 3 {
        return Ok(());
    }
    Err(error_at(
        chunk,
        format!("a range has at most three bounds, `begin:end:stride`, this one has {}", parts.len()),
    ))
}

pub(crate) fn new_axis_with_bounds(chunk: &[Lexeme], parts: &[&[Lexeme]]) -> Result<()> {
    let Some(new_axis) = parts.iter().find(|part| is_new_axis(part)) else { return Ok(()) };
    let rest: Vec<String> =
        parts.iter().map(|part| if is_new_axis(part) { String::new() } else { quoted(part) }).collect();
    let range = rest.join(":");
    Err(if quoted(new_axis) == "None" {
        error_at(new_axis, format!("an absent bound is left out: write `{range}`"))
    } else {
        error_at(
            chunk,
            format!(
                "a new axis takes no bounds: write `newaxis` as an entry of its own, or the range `{range}`"
            ),
        )
    })
}
