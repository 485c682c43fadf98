//! The mistakes of a text, one function each, in the words of `s!`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::{Piece, is_space};
use crate::resolve::MAX_ENTRIES;

/// What is wrong, and where.
pub(super) struct Mistake {
    pub(super) message: String,
    pub(super) span: Range<usize>,
}

impl Mistake {
    pub(super) fn at(part: Piece<'_>, message: String) -> Self {
        Self { message, span: part.span() }
    }
}

pub(super) fn empty_entry(comma: usize) -> Mistake {
    let message = "empty entry: remove this comma, or write `:` for a whole axis".to_string();
    Mistake { message, span: comma..comma + 1 }
}

pub(super) fn too_many_entries(span: Range<usize>, count: usize) -> Mistake {
    let message = format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run of whole axes"
    );
    Mistake { message, span }
}

pub(super) fn second_ellipsis(part: Piece<'_>) -> Mistake {
    Mistake::at(part, "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis".into())
}

pub(super) fn zero_stride(part: Piece<'_>) -> Mistake {
    Mistake::at(part, "the stride is 0, so the range never ends: write `1`, or leave the stride out".into())
}

/// What is wrong with how an entry is put together.
pub(super) fn shape_of_entry(part: Piece<'_>, bounds: &[Piece<'_>]) -> Result<(), Mistake> {
    let fails = |at: Piece<'_>, message: String| Err(Mistake::at(at, message));
    let without = |dropped: fn(&str) -> bool| {
        bounds.iter().map(|b| if dropped(b.text) { "" } else { b.text }).collect::<Vec<_>>().join(":")
    };
    let is_ellipsis = |text: &str| text == ".." || text == "...";
    let is_new_axis = |text: &str| text == "newaxis" || text == "None";
    if part.text.contains(';') {
        return fails(
            part,
            format!("bounds are separated by `:`, not `;`: write `{}`", respelled(part.text)),
        );
    }
    if bounds.iter().any(|b| is_ellipsis(b.text)) {
        let range = without(is_ellipsis);
        let message =
            format!("an ellipsis takes no bounds: write `..` as an entry of its own, or the range `{range}`");
        return fails(part, message);
    }
    if part.text.contains("..") && !part.text.starts_with(['[', '"']) {
        return fails(part, format!("`..` is the ellipsis, not a range: write `{}`", respelled(part.text)));
    }
    if bounds.len() > 3 {
        let count = bounds.len();
        return fails(
            part,
            format!("a range has at most three bounds, `begin:end:stride`, this one has {count}"),
        );
    }
    match bounds.iter().find(|b| is_new_axis(b.text)) {
        Some(none) if none.text == "None" => {
            fails(*none, format!("an absent bound is left out: write `{}`", without(is_new_axis)))
        }
        Some(_) => {
            let range = without(is_new_axis);
            let message = format!(
                "a new axis takes no bounds: write `newaxis` as an entry of its own, or the range `{range}`"
            );
            fails(part, message)
        }
        None => Ok(()),
    }
}

pub(super) fn plain_entry_in_axis_form(part: Piece<'_>) -> Mistake {
    if let Err(mistake) = axis_by_number(part) {
        return mistake;
    }
    let entry = part.text;
    let message =
        format!("a plain entry among `axis => entry`: write `axis => {entry}` with the number of its axis");
    Mistake::at(part, message)
}

pub(super) fn axis_target(part: Piece<'_>, target: Piece<'_>) -> Result<(), Mistake> {
    let message = match target.text {
        "" => "the axis has no entry: write a range or an index after `=>`",
        text if text.contains("=>") => "two `=>` in one entry: put a comma between two axes",
        _ => return axis_by_number(target),
    };
    Err(Mistake::at(part, message.into()))
}

/// New axes and the ellipsis have no number.
fn axis_by_number(target: Piece<'_>) -> Result<(), Mistake> {
    let message = match target.text {
        "newaxis" | "None" => "no new axis in the axis form: name every entry in order, as in `newaxis, 1:3`",
        ".." | "..." => "no ellipsis in the axis form: axes that are not named stay whole",
        _ => return Ok(()),
    };
    Err(Mistake::at(target, message.into()))
}

pub(super) fn axis_not_literal(part: Piece<'_>) -> Mistake {
    Mistake::at(part, "an axis is a literal number, negative from the end: write `0 => 1:3`".into())
}

pub(super) fn repeated_axis(axis: Piece<'_>, number: i64) -> Mistake {
    Mistake::at(axis, format!("axis {number} is already given: write one entry for each axis"))
}

pub(super) fn axis_out_of_reach(axis: Piece<'_>, number: i64) -> Mistake {
    Mistake::at(axis, format!("axis {number} is out of reach: a spec holds at most {MAX_ENTRIES} entries"))
}

/// Bounds that are something else than a number, by their first characters.
pub(super) fn not_a_number(part: Piece<'_>) -> Result<(), Mistake> {
    let meant = match part.text {
        "true" | "false" => "a bound is an integer, not a bool: to keep elements by a mask, use `gather_nd`",
        "NewAxis" | "NEWAXIS" | "newAxis" | "NewDim" | "np.newaxis" | "numpy.newaxis" | "tf.newaxis" => {
            "a new axis is spelled `newaxis`: did you mean `newaxis`?"
        }
        "_" => "a whole axis is spelled `:`: did you mean `:`?",
        "Ellipsis" | "…" => "the ellipsis is spelled `..`: did you mean `..`?",
        text if text.ends_with(['+', '-', '*', '/']) => return Err(unfinished(part)),
        text if text.starts_with('[') && text.ends_with(']') => return Err(bracketed(part)),
        text if text.starts_with('"') => {
            "a bound is an integer, not a string: write the number without quotes"
        }
        text if text.starts_with('\'') => {
            "a bound is an integer, not a char: write the number without quotes"
        }
        _ => return missing_comma(part),
    };
    Err(Mistake::at(part, meant.into()))
}

/// A bound that stops at an operator.
fn unfinished(part: Piece<'_>) -> Mistake {
    let operator = &part.text[part.text.len() - 1..];
    Mistake::at(part, format!("the bound is unfinished: write an operand after the `{operator}`"))
}

fn bracketed(part: Piece<'_>) -> Mistake {
    let inner = part.text[1..part.text.len() - 1].trim();
    if inner.contains(':') || inner.contains("..") {
        return Mistake::at(
            part,
            format!("a spec inside a spec: remove the inner brackets, write `{inner}`"),
        );
    }
    let message = "a list is not an entry: slicing takes ranges, to pick listed positions use `gather_nd`";
    Mistake::at(part, message.into())
}

fn missing_comma(part: Piece<'_>) -> Result<(), Mistake> {
    let signed = part.text.strip_prefix('-').map_or(part.text, |rest| rest.trim_start_matches(is_space));
    let mut words = signed.split(is_space).filter(|word| !word.is_empty());
    let (Some(left), Some(right)) = (words.next(), words.next()) else { return Ok(()) };
    if right.starts_with(['+', '-', '*', '/', '%', '<', '>', '&', '|', '^', '='])
        || left.ends_with(['+', '-', '*', '/'])
    {
        return Ok(());
    }
    let start = part.start + (part.text.len() - signed.len());
    let gap = signed[left.len()..].len() - signed[left.len()..].trim_start_matches(is_space).len();
    let end = start + left.len() + gap + right.len();
    let sign = if part.text.starts_with('-') { "-" } else { "" };
    let message =
        format!("a comma is missing between `{sign}{left}` and `{right}`: write `{sign}{left}, {right}`");
    Err(Mistake { message, span: start..end })
}

/// What looks like a number and is no integer.
pub(super) fn no_integer(part: Piece<'_>, negative: bool, unsigned: &str) -> Mistake {
    let sign = if negative { "-" } else { "" };
    let digits = unsigned.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let starts = unsigned.starts_with(|c: char| c.is_ascii_digit());
    let message = match unsigned.parse::<f64>() {
        Ok(float) if starts && float < 1e18 => {
            format!("a bound is an integer, not a float: write `{sign}{}`", float as i64)
        }
        Ok(_) if starts => "a bound is an integer, not a float: write a whole number".to_string(),
        _ if starts && digits.chars().all(|c| c.is_ascii_digit() || c == '_') => {
            format!("`{}` is not an integer suffix: write `{sign}{digits}`", &unsigned[digits.len()..])
        }
        _ if matches!(part.text, "end" | "stop" | "begin" | "start" | "last") => {
            format!("an absent bound is left out: write nothing for `{}`", part.text)
        }
        _ => format!("a bound in text is an integer literal, not `{}`", part.text),
    };
    Mistake::at(part, message)
}

/// An entry with `:` for `..` and `;`, where `..=b` ends at b + 1.
fn respelled(text: &str) -> String {
    let (range, stride) =
        text.split_once(';').map_or((text, None), |(range, stride)| (range.trim(), Some(stride)));
    let range = match range.split_once("..=") {
        Some((begin, end)) => {
            let end = end.trim();
            let end = match end.parse::<i128>() {
                Ok(-1) => String::new(),
                Ok(end) => (end + 1).to_string(),
                Err(_) if end.is_empty() => String::new(),
                Err(_) => format!("{end} + 1"),
            };
            format!("{}:{end}", begin.trim())
        }
        None => range.split("..").map(str::trim).collect::<Vec<_>>().join(":"),
    };
    match stride {
        Some(stride) => format!("{range}:{}", respelled(stride.trim())),
        None => range,
    }
}
