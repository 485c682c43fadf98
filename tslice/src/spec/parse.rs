//! The language at run time: text to encoding.
//!
//! The same grammar as `s!` with literal bounds: entries split at commas, bounds at colons, the axis form.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::{Encoding, Masks};
use crate::error::ParseSpecError;
use crate::resolve::MAX_ENTRIES;

type Span = Range<usize>;

struct Fault {
    message: String,
    span: Span,
}

fn fault<T>(message: impl Into<String>, span: Span) -> Result<T, Fault> {
    Err(Fault { message: message.into(), span })
}

#[derive(Clone, Copy)]
enum Entry {
    Ellipsis,
    NewAxis,
    Index(i64),
    Range { begin: Option<i64>, end: Option<i64>, stride: i64 },
}

const WHOLE: Entry = Entry::Range { begin: None, end: None, stride: 1 };

pub(crate) fn parse(text: &str) -> Result<Encoding, ParseSpecError> {
    entries(text).map(|entries| encode(&entries)).map_err(|Fault { message, span }| ParseSpecError {
        message,
        span,
        text: text.to_string(),
    })
}

fn entries(text: &str) -> Result<Vec<Entry>, Fault> {
    let mut parts = split(text, 0..text.len(), ',');
    if parts.last().is_some_and(|last| trim(text, last.clone()).is_empty()) {
        parts.pop();
    }
    if parts.iter().any(|part| text[part.clone()].contains("=>")) {
        return axis_form(text, &parts);
    }
    if let Some(extra) = parts.get(MAX_ENTRIES) {
        return fault(
            alloc::format!("a spec has at most {MAX_ENTRIES} entries, this one has {}", parts.len()),
            trim(text, extra.clone()),
        );
    }
    let mut entries = Vec::with_capacity(parts.len());
    for part in parts {
        let parsed = entry(text, part.clone())?;
        if matches!(parsed, Entry::Ellipsis) && entries.iter().any(|e| matches!(e, Entry::Ellipsis)) {
            return fault("a spec has at most one ellipsis", trim(text, part));
        }
        entries.push(parsed);
    }
    Ok(entries)
}

/// Axes from the front, an ellipsis, axes from the back: an ordinary spec.
fn axis_form(text: &str, parts: &[Span]) -> Result<Vec<Entry>, Fault> {
    let (mut front, mut back) = (BTreeMap::new(), BTreeMap::new());
    for part in parts {
        let Some(arrow) = text[part.clone()].find("=>") else {
            return fault(
                "the axis form and plain entries do not mix: write `axis => entry`",
                trim(text, part.clone()),
            );
        };
        let at = trim(text, part.start..part.start + arrow);
        let axis = integer(text, at.clone())?;
        let from_end = usize::try_from(axis.unsigned_abs()).unwrap_or(usize::MAX);
        if from_end > MAX_ENTRIES {
            return fault(alloc::format!("axis {axis} is beyond the {MAX_ENTRIES} entries of a spec"), at);
        }
        let rest = part.start + arrow + 2..part.end;
        let parsed = entry(text, rest.clone())?;
        if matches!(parsed, Entry::Ellipsis | Entry::NewAxis) {
            return fault("the axis form takes an index or a range", trim(text, rest));
        }
        let repeated = if axis < 0 {
            back.insert(from_end, parsed).is_some()
        } else {
            front.insert(from_end, parsed).is_some()
        };
        if repeated {
            return fault(alloc::format!("axis {axis} is given twice"), at);
        }
    }
    let fronts = front.keys().next_back().map_or(0, |last| last + 1);
    let backs = back.keys().next_back().copied().unwrap_or(0);
    if fronts + 1 + backs > MAX_ENTRIES {
        return fault(alloc::format!("a spec has at most {MAX_ENTRIES} entries"), 0..text.len());
    }
    let pick = |map: &BTreeMap<usize, Entry>, axis: usize| map.get(&axis).copied().unwrap_or(WHOLE);
    let mut entries: Vec<Entry> = (0..fronts).map(|axis| pick(&front, axis)).collect();
    entries.push(Entry::Ellipsis);
    entries.extend((1..=backs).rev().map(|axis| pick(&back, axis)));
    Ok(entries)
}

fn entry(text: &str, part: Span) -> Result<Entry, Fault> {
    let at = trim(text, part.clone());
    let word = &text[at.clone()];
    match word {
        "" => return fault("an entry is empty", if part.is_empty() { at.start..at.start } else { part }),
        ".." | "..." => return Ok(Entry::Ellipsis),
        "newaxis" | "None" => return Ok(Entry::NewAxis),
        _ => {}
    }
    if word.contains("..") || word.contains(';') {
        return rust_range(word, at);
    }
    let bounds = split(text, at.clone(), ':');
    if bounds.len() == 1 {
        return integer(text, at).map(Entry::Index);
    }
    if let Some(fourth) = bounds.get(3) {
        return fault("a range has at most three bounds, `begin:end:stride`", fourth.start - 1..at.end);
    }
    let bound = |i: usize| match bounds.get(i).map(|b| trim(text, b.clone())) {
        Some(b) if !b.is_empty() => integer(text, b).map(Some),
        _ => Ok(None),
    };
    let (begin, end, stride) = (bound(0)?, bound(1)?, bound(2)?);
    match (stride, bounds.get(2)) {
        (Some(0), Some(b)) => fault("a stride cannot be 0", trim(text, b.clone())),
        _ => Ok(Entry::Range { begin, end, stride: stride.unwrap_or(1) }),
    }
}

fn rust_range<T>(word: &str, at: Span) -> Result<T, Fault> {
    let (range, stride) = word.split_once(';').unwrap_or((word, ""));
    let (inclusive, (begin, end)) = if let Some(bounds) = range.split_once("..=") {
        (true, bounds)
    } else {
        (false, range.split_once("..").unwrap_or((range, "")))
    };
    let (begin, end, stride) = (begin.trim(), end.trim(), stride.trim());
    let end = match end.parse::<i64>() {
        Ok(-1) if inclusive => String::new(),
        Ok(end) if inclusive => end.saturating_add(1).to_string(),
        _ => end.to_string(),
    };
    let stride = if stride.is_empty() { String::new() } else { alloc::format!(":{stride}") };
    fault(alloc::format!("a range is written with colons: write `{begin}:{end}{stride}`"), at)
}

fn integer(text: &str, at: Span) -> Result<i64, Fault> {
    let word = &text[at.clone()];
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, word),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    const SUFFIXES: [&str; 12] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    let digits = SUFFIXES.iter().find_map(|suffix| digits.strip_suffix(suffix)).unwrap_or(digits);
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if digits.starts_with('_') || plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        return fault("a bound is an integer", at);
    }
    let value = i128::from_str_radix(&plain, radix).unwrap_or(i128::MAX);
    let value = if negative { -value } else { value };
    i64::try_from(value).or_else(|_| fault("this integer does not fit an i64", at))
}

/// The parts of `within` between separators.
fn split(text: &str, within: Span, separator: char) -> Vec<Span> {
    let mut start = within.start;
    let mut parts = Vec::new();
    for (i, _) in text[within.clone()].match_indices(separator) {
        parts.push(start..within.start + i);
        start = within.start + i + 1;
    }
    parts.push(start..within.end);
    parts
}

fn trim(text: &str, span: Span) -> Span {
    let word = &text[span.clone()];
    let start = span.start + (word.len() - word.trim_start().len());
    if word.trim().is_empty() { span.start..span.start } else { start..start + word.trim().len() }
}

fn encode(entries: &[Entry]) -> Encoding {
    let (mut begin, mut end, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    let mut masks = Masks::default();
    for (i, entry) in entries.iter().enumerate() {
        let bit = 1_u32 << i;
        let (b, e, s) = match *entry {
            Entry::Ellipsis => {
                masks.ellipsis_mask |= bit;
                (0, 0, 1)
            }
            Entry::NewAxis => {
                masks.new_axis_mask |= bit;
                (0, 0, 1)
            }
            Entry::Index(i) => {
                masks.shrink_axis_mask |= bit;
                (i, i.saturating_add(1), 1)
            }
            Entry::Range { begin, end, stride } => {
                masks.begin_mask |= if begin.is_none() { bit } else { 0 };
                masks.end_mask |= if end.is_none() { bit } else { 0 };
                (begin.unwrap_or(0), end.unwrap_or(0), stride)
            }
        };
        begin.push(b);
        end.push(e);
        strides.push(s);
    }
    Encoding { begin, end, strides, masks }
}
