//! What one entry of a spec does to its axes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use tslice_core::__ops::{Entry, Picked, written_lists};
use tslice_core::{Dyn, traits::Picks};

use crate::listed::{Listed, given};

/// The most characters of an entry that a table shows.
const MOST: usize = 40;

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// Takes one element and drops the axis.
    Index,
    /// Takes some elements and keeps the axis.
    Range,
    /// Takes a number of elements that follow each other, all of which are inside the axis, and
    /// keeps the axis.
    Window,
    /// Adds an axis of length 1.
    NewAxis,
    /// Keeps the axes that no other entry takes.
    Ellipsis,
    /// Takes the positions of a list or a mask, or the points of a group of them, and keeps one
    /// axis.
    List,
}

/// What one entry does to its axes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedEntry {
    /// The entry in the language; a list that is long is cut off.
    pub text: String,
    /// Its kind.
    pub kind: EntryKind,
    /// The axes of the input that it takes: one, none for a new axis, any number for the ellipsis,
    /// one for each list of a group.
    pub axes: Range<usize>,
    /// Position of the first element chosen on each of its axes; `None` if none is.
    pub first: Vec<Option<usize>>,
    /// Position of the last one.
    pub last: Vec<Option<usize>>,
    /// The lengths that it gives to the result: none for an index.
    pub lengths: Vec<usize>,
}

/// The entries of a spec, of which these parts are chosen of a shape.
pub(super) fn all<S: Picks<Dyn>>(
    spec: &S,
    shape: &[usize],
    chosen: &[Picked<Listed>],
) -> Vec<ExplainedEntry> {
    let (encoding, lists) = (spec.as_encoding(), written_lists(spec));
    let written = |at: usize, entry: Entry| match lists.iter().find(|(of, ..)| *of == at) {
        Some((.., text)) => shortened(text),
        None => entry.to_string(),
    };
    let entries = encoding.entries().enumerate();
    let mut names: Vec<_> = entries
        .filter_map(|(at, entry)| Some((written(at, entry), kind(entry)?)))
        .collect();
    if !names.iter().any(|(_, kind)| *kind == EntryKind::Ellipsis) && names.len() < chosen.len() {
        names.push(("(..)".to_string(), EntryKind::Ellipsis));
    }
    // The ellipsis is a part for each of its axes.
    let others = names
        .iter()
        .filter(|(_, kind)| *kind != EntryKind::Ellipsis)
        .count();
    let (mut left, mut axis) = (chosen, 0);
    let explain = |(text, kind)| {
        let count = if kind == EntryKind::Ellipsis {
            chosen.len() - others
        } else {
            1
        };
        let (own, rest) = left.split_at(count);
        left = rest;
        let entry = explained(text, kind, axis, own, shape);
        axis = entry.axes.end;
        entry
    };
    names.into_iter().map(explain).collect()
}

/// The spec as it is written, without the ellipsis that is not.
pub(super) fn spec(entries: &[ExplainedEntry]) -> String {
    let written = entries
        .iter()
        .map(|entry| &*entry.text)
        .filter(|text| *text != "(..)");
    written.collect::<Vec<_>>().join(", ")
}

/// The kind of an entry; `None` for a further list of a group, which is written with the first one.
fn kind(entry: Entry) -> Option<EntryKind> {
    Some(match entry {
        Entry::Ellipsis => EntryKind::Ellipsis,
        Entry::NewAxis => EntryKind::NewAxis,
        Entry::Index(_) => EntryKind::Index,
        Entry::Range(_) => EntryKind::Range,
        Entry::Window { .. } => EntryKind::Window,
        Entry::List => EntryKind::List,
        Entry::Grouped => return None,
    })
}

/// The beginning of what is long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => [&text[..end], " .."].concat(),
        None => text.to_string(),
    }
}

fn explained(
    text: String,
    kind: EntryKind,
    axis: usize,
    own: &[Picked<Listed>],
    shape: &[usize],
) -> ExplainedEntry {
    let (mut axes, mut first, mut last) = (axis..axis, Vec::new(), Vec::new());
    for part in own {
        match part {
            Picked::NewAxis => {}
            Picked::Index { at, .. } => {
                axes.end += 1;
                first.push(Some(*at));
                last.push(Some(*at));
            }
            Picked::Range { taken, .. } => {
                axes.end += 1;
                first.push(taken.get(0));
                last.push(taken.last());
            }
            Picked::List {
                axis,
                axes: count,
                positions,
            } => {
                axes.end += count;
                first.extend(coordinates(
                    positions.front.first().copied(),
                    &shape[*axis..axis + count],
                ));
                last.extend(coordinates(positions.last, &shape[*axis..axis + count]));
            }
        }
    }
    ExplainedEntry {
        text,
        kind,
        axes,
        first,
        last,
        lengths: own.iter().filter_map(given).collect(),
    }
}

/// A position of some axes, as if they were one, on each of them.
fn coordinates(position: Option<usize>, lengths: &[usize]) -> Vec<Option<usize>> {
    let mut left = position;
    let mut coordinates = alloc::vec![None; lengths.len()];
    for (coordinate, len) in coordinates.iter_mut().zip(lengths).rev() {
        *coordinate = left.map(|left| left % len);
        left = left.map(|left| left / len);
    }
    coordinates
}
