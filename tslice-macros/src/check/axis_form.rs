//! Mistakes in `axis => entry`.

use syn::{Error, Result};

use super::MAX_ENTRIES;
use super::respell::quoted_parts;
use crate::cursor::{Lexeme, Role};
use crate::diagnostic::error_at;
use crate::parse::{is_ellipsis, is_new_axis};

pub(crate) fn plain_entry_in_axis_form(chunk: &[Lexeme]) -> Error {
    if let Err(error) = axis_by_number(chunk) {
        return error;
    }
    let entry = quoted_parts(chunk);
    error_at(
        chunk,
        format!("a plain entry among `axis => entry`: write `axis => {entry}` with the number of its axis"),
    )
}

pub(crate) fn axis_target(chunk: &[Lexeme], target: &[Lexeme]) -> Result<()> {
    if target.is_empty() {
        return Err(error_at(chunk, "the axis has no entry: write a range or an index after `=>`"));
    }
    if target.iter().any(|lexeme| lexeme.role == Role::Arrow) {
        return Err(error_at(chunk, "two `=>` in one entry: put a comma between two axes"));
    }
    axis_by_number(target)
}

/// New axes and the ellipsis have no number.
fn axis_by_number(target: &[Lexeme]) -> Result<()> {
    if is_new_axis(target) {
        return Err(error_at(
            target,
            "no new axis in the axis form: name every entry in order, as in `newaxis, 1:3`",
        ));
    }
    if is_ellipsis(target) {
        return Err(error_at(target, "no ellipsis in the axis form: axes that are not named stay whole"));
    }
    Ok(())
}

pub(crate) fn axis_not_literal(axis: &[Lexeme]) -> Error {
    error_at(axis, "an axis is a literal number, negative from the end: write `0 => 1:3`")
}

pub(crate) fn repeated_axis(axis: &[Lexeme], number: i64, seen: bool) -> Result<()> {
    if !seen {
        return Ok(());
    }
    Err(error_at(axis, format!("axis {number} is already given: write one entry for each axis")))
}

pub(crate) fn axis_in_reach(axis: &[Lexeme], number: i64) -> Result<()> {
    let limit = MAX_ENTRIES as i64 - 1;
    if (-limit..limit).contains(&number) {
        return Ok(());
    }
    Err(error_at(axis, format!("axis {number} is out of reach: a spec holds at most {MAX_ENTRIES} entries")))
}
