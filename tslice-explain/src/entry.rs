//! What one entry of a spec does to its axes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use tslice_core::__ops::Entry;
use tslice_core::{EncodingRef, Progression};

/// The four kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// Takes one element and drops the axis.
    Index,
    /// Takes some elements and keeps the axis.
    Range,
    /// Adds an axis of length 1.
    NewAxis,
    /// Keeps the axes that no other entry takes.
    Ellipsis,
}

/// What one entry does to its axes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedEntry {
    /// The entry in the language.
    pub text: String,
    /// Its kind.
    pub kind: EntryKind,
    /// The axes of the input that it takes: one, none for a new axis, any number for the ellipsis.
    pub axes: Range<usize>,
    /// Position of the first element chosen on each of its axes; `None` if none is.
    pub first: Vec<Option<usize>>,
    /// Position of the last one.
    pub last: Vec<Option<usize>>,
    /// The lengths that it gives to the result: none for an index.
    pub lengths: Vec<usize>,
}

/// The entries of a spec, and what is chosen on each axis of an array of a rank that it fits.
pub(super) fn all(encoding: EncodingRef<'_>, rank: usize, chosen: &[Progression]) -> Vec<ExplainedEntry> {
    let taken = encoding.entries().filter(|entry| matches!(entry, Entry::Index { .. } | Entry::Range(_)));
    let whole = rank - taken.count();
    let mut entries: Vec<ExplainedEntry> = Vec::with_capacity(encoding.begin.len() + 1);
    let mut axis = 0;
    for entry in encoding.entries() {
        let (kind, takes) = match entry {
            Entry::Ellipsis => (EntryKind::Ellipsis, whole),
            Entry::NewAxis => (EntryKind::NewAxis, 0),
            Entry::Index { .. } => (EntryKind::Index, 1),
            Entry::Range(_) => (EntryKind::Range, 1),
        };
        entries.push(explained(entry.to_string(), kind, axis..axis + takes, chosen));
        axis += takes;
    }
    if axis < rank {
        entries.push(explained("(..)".to_string(), EntryKind::Ellipsis, axis..rank, chosen));
    }
    entries
}

fn explained(text: String, kind: EntryKind, axes: Range<usize>, chosen: &[Progression]) -> ExplainedEntry {
    let own = &chosen[axes.clone()];
    let lengths = match kind {
        EntryKind::Index => Vec::new(),
        EntryKind::NewAxis => alloc::vec![1],
        EntryKind::Range | EntryKind::Ellipsis => own.iter().map(|axis| axis.count()).collect(),
    };
    let first = own.iter().map(|axis| axis.get(0)).collect();
    let last = own.iter().map(|axis| axis.last()).collect();
    ExplainedEntry { text, kind, axes, first, last, lengths }
}
