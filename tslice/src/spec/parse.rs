//! The language at run time: text to encoding.
//!
//! The grammar of `s!` with literal bounds, and its mistakes in the same words: entries split at commas, bounds at
//! colons, the axis form.

mod literal;
mod mistake;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Encoding, Masks};
use crate::error::ParseSpecError;
use crate::resolve::MAX_ENTRIES;
use mistake::Mistake;

/// White space, and the marks of direction that Rust reads as such: text that is pasted may have them unseen.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// A piece of the text, with where it is.
#[derive(Clone, Copy)]
struct Piece<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> Piece<'t> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn trim(self) -> Self {
        let start = self.start + (self.text.len() - self.text.trim_start_matches(is_space).len());
        Self { text: self.text.trim_matches(is_space), start }
    }

    fn slice(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], start: self.start + range.start }
    }

    /// The parts between separators, without the white space around them.
    fn split(self, separator: char) -> Vec<Self> {
        let mut start = 0;
        let mut parts = Vec::new();
        for (at, _) in self.text.match_indices(separator) {
            parts.push(self.slice(start..at).trim());
            start = at + separator.len_utf8();
        }
        parts.push(self.slice(start..self.text.len()).trim());
        parts
    }
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
    let all = Piece { text, start: 0 };
    entries(all).map(|entries| encode(&entries)).map_err(|Mistake { message, span }| {
        // A message is one line, whatever it quotes.
        ParseSpecError { message: message.replace(['\n', '\r', '\t'], " "), span, text: text.to_string() }
    })
}

fn entries(all: Piece<'_>) -> Result<Vec<Entry>, Mistake> {
    let mut parts = split_entries(all);
    if parts.last().is_some_and(|last| last.text.is_empty()) {
        parts.pop();
    }
    if let Some(empty) = parts.iter().find(|part| part.text.is_empty()) {
        // White space was trimmed off: here is the comma.
        return Err(mistake::empty_entry(empty.start));
    }
    if parts.iter().any(|part| part.text.contains("=>")) {
        return axis_form(all, &parts);
    }
    let mut entries = Vec::with_capacity(parts.len());
    let mut ellipsis = false;
    for part in &parts {
        let read = entry(*part)?;
        if matches!(read, Entry::Ellipsis) && core::mem::replace(&mut ellipsis, true) {
            return Err(mistake::second_ellipsis(*part));
        }
        entries.push(read);
    }
    match parts.get(MAX_ENTRIES) {
        Some(extra) => Err(mistake::too_many_entries(extra.start..all.trim().span().end, parts.len())),
        None => Ok(entries),
    }
}

/// The text between commas; those inside brackets, parentheses or quotes belong to a mistake.
fn split_entries(all: Piece<'_>) -> Vec<Piece<'_>> {
    let (mut depth, mut quote, mut start) = (0_i32, None, 0);
    let mut parts = Vec::new();
    for (at, c) in all.text.char_indices() {
        match (quote, c) {
            (Some(open), _) => quote = (open != c).then_some(open),
            (None, '"' | '\'') if all.text[at + 1..].contains(c) => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth -= 1,
            (None, ',') if depth <= 0 => {
                parts.push(all.slice(start..at).trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(all.slice(start..all.text.len()).trim());
    parts
}

/// Axes from the front, an ellipsis, axes from the back: an ordinary spec.
fn axis_form(all: Piece<'_>, parts: &[Piece<'_>]) -> Result<Vec<Entry>, Mistake> {
    let mut front = [None; MAX_ENTRIES];
    let mut back = front;
    for part in parts {
        let Some(arrow) = part.text.find("=>") else { return Err(mistake::plain_entry_in_axis_form(*part)) };
        let (axis, target) = (part.slice(0..arrow).trim(), part.slice(arrow + 2..part.text.len()).trim());
        mistake::axis_target(*part, target)?;
        let read = entry(target)?;
        if axis.text.is_empty() {
            return Err(mistake::axis_not_literal(*part));
        }
        let number = literal::bound(axis)?;
        let side = if number < 0 { &mut back } else { &mut front };
        let place = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
        if place.saturating_add(usize::from(number >= 0)) >= MAX_ENTRIES {
            return Err(mistake::axis_out_of_reach(axis, number));
        }
        if side[place].replace(read).is_some() {
            return Err(mistake::repeated_axis(axis, number));
        }
    }
    let last = |side: &[Option<Entry>]| side.iter().rposition(Option::is_some);
    let (fronts, backs) = (last(&front).map_or(0, |last| last + 1), last(&back).unwrap_or(0));
    if fronts + 1 + backs > MAX_ENTRIES {
        return Err(mistake::too_many_entries(all.trim().span(), fronts + 1 + backs));
    }
    let picked = |entry: &Option<Entry>| entry.unwrap_or(WHOLE);
    let mut entries: Vec<Entry> = front[..fronts].iter().map(picked).collect();
    entries.push(Entry::Ellipsis);
    entries.extend(back[1..=backs].iter().rev().map(picked));
    Ok(entries)
}

fn entry(part: Piece<'_>) -> Result<Entry, Mistake> {
    match part.text {
        ".." | "..." => return Ok(Entry::Ellipsis),
        "newaxis" | "None" => return Ok(Entry::NewAxis),
        _ => {}
    }
    let bounds = if part.text.starts_with('[') { alloc::vec![part] } else { part.split(':') };
    mistake::shape_of_entry(part, &bounds)?;
    if let [index] = bounds[..] {
        return literal::bound(index).map(Entry::Index);
    }
    let bound = |i: usize| match bounds.get(i) {
        Some(bound) if !bound.text.is_empty() => literal::bound(*bound).map(Some),
        _ => Ok(None),
    };
    let (begin, end, stride) = (bound(0)?, bound(1)?, bound(2)?);
    match stride {
        Some(0) => Err(mistake::zero_stride(bounds[2])),
        _ => Ok(Entry::Range { begin, end, stride: stride.unwrap_or(1) }),
    }
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
