//! Lexemes to entries. Every entry is read even if an earlier one is wrong, so that all mistakes show at once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::MAX_ENTRIES;
use crate::axis_form::axis_form;
use crate::bound;
use crate::entry::{Bound, Entry, Range};
use crate::lexeme::{Lexeme, Role, Token};
use crate::mistake::{Mistake, Mistakes};
use crate::shape::Shape;

/// What a bound may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// A literal, or an expression of Rust: `s![..]`.
    Expressions,
    /// A literal: text.
    Literals,
    /// `_`: the type of a spec.
    Places,
}

/// What a spec says, as far as it can be read.
#[derive(Clone, Debug)]
pub struct Spec<B> {
    /// The entries in the order of the encoding. A mistaken one is a whole axis, so that the rank stays known.
    pub entries: Vec<Entry<B>>,
    /// The numbers of the entries as written: the axis form sorts them, but expressions run in source order.
    pub source_order: Vec<usize>,
}

/// Reads a spec, and adds what is wrong in it to the mistakes.
pub fn spec<'l, T: Token>(
    lexemes: &'l [Lexeme<T>],
    dialect: Dialect,
    mistakes: &mut Mistakes<T>,
) -> Spec<Bound<'l, T>> {
    let chunks = chunks(lexemes, mistakes);
    if lexemes.iter().any(|lexeme| lexeme.role == Role::Arrow) {
        return axis_form(&chunks, dialect, mistakes);
    }
    let mut entries = Vec::with_capacity(chunks.len().min(MAX_ENTRIES));
    let mut ellipsis = false;
    for chunk in &chunks {
        if mistakes.is_full() {
            break;
        }
        let read = entry(chunk, dialect, mistakes);
        if matches!(read, Entry::Ellipsis) && core::mem::replace(&mut ellipsis, true) {
            mistakes.push(second_ellipsis(chunk));
        }
        if entries.len() < MAX_ENTRIES {
            entries.push(read);
        }
    }
    if let [first, ..] = chunks.get(MAX_ENTRIES..).unwrap_or_default() {
        let last = chunks.last().unwrap_or(first);
        mistakes.push(Mistake::between(first, last, too_many_entries(chunks.len())));
    }
    let source_order = (0..entries.len()).collect();
    Spec { entries, source_order }
}

/// The lexemes between the commas; a trailing comma ends the last entry.
fn chunks<'l, T: Token>(lexemes: &'l [Lexeme<T>], mistakes: &mut Mistakes<T>) -> Vec<&'l [Lexeme<T>]> {
    let mut chunks = Vec::new();
    for chunk in lexemes.split_inclusive(|lexeme| lexeme.role == Role::Comma) {
        match without_last_comma(chunk) {
            [] => mistakes
                .push(Mistake::new(chunk, "empty entry: remove this comma, or write `:` for a whole axis")),
            entry => chunks.push(entry),
        }
    }
    chunks
}

fn without_last_comma<T>(lexemes: &[Lexeme<T>]) -> &[Lexeme<T>] {
    match lexemes {
        [rest @ .., Lexeme { role: Role::Comma, .. }] => rest,
        _ => lexemes,
    }
}

fn second_ellipsis<T: Token>(chunk: &[Lexeme<T>]) -> Mistake<T> {
    Mistake::new(chunk, "a second ellipsis: a spec takes one `..`, write `:` for a single whole axis")
}

pub(crate) fn too_many_entries(count: usize) -> String {
    format!(
        "a spec holds at most {MAX_ENTRIES} entries, this one has {count}: write `..` for a run of whole axes"
    )
}

/// One entry, or a whole axis if it is mistaken.
pub(crate) fn entry<'l, T: Token>(
    chunk: &'l [Lexeme<T>],
    dialect: Dialect,
    mistakes: &mut Mistakes<T>,
) -> Entry<Bound<'l, T>> {
    match mistakes.keep(Shape::of(chunk)) {
        None => Entry::WHOLE,
        Some(Shape::Ellipsis) => Entry::Ellipsis,
        Some(Shape::NewAxis) => Entry::NewAxis,
        Some(Shape::Index) => mistakes.keep(bound::read(chunk, dialect)).map_or(Entry::WHOLE, Entry::Index),
        Some(Shape::Range([begin, end, stride])) => {
            let mut bound = |part: &'l [Lexeme<T>], read: Read<'l, T>| match part {
                [] => None,
                part => mistakes.keep(read(part, dialect)),
            };
            Entry::Range(Range {
                begin: bound(begin, bound::read),
                end: bound(end, bound::read),
                stride: bound(stride, bound::stride),
            })
        }
    }
}

type Read<'l, T> = fn(&'l [Lexeme<T>], Dialect) -> Result<Bound<'l, T>, Mistake<T>>;
