//! What one entry does to its axes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::layout::Picks;
use crate::spec::{DynSpec, Encoding, EncodingRef, Masks};

/// The four kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Position of the first element chosen on each of its axes; `None` where none is.
    pub first: Vec<Option<usize>>,
    /// Position of the last one.
    pub last: Vec<Option<usize>>,
    /// The lengths that it gives to the result: none for an index.
    pub lengths: Vec<usize>,
}

/// The entries of a spec whose ellipsis stands for `whole` axes, the one at the end included.
pub(super) fn all(
    encoding: EncodingRef<'_>,
    whole: usize,
    shape: &[usize],
    picks: &[Picks],
) -> Vec<ExplainedEntry> {
    let count = encoding.begin.len();
    let mut entries: Vec<ExplainedEntry> = Vec::with_capacity(count + 1);
    let mut axis = 0;
    for at in 0..count {
        let kind = kind(encoding.masks, at);
        let takes = match kind {
            EntryKind::NewAxis => 0,
            EntryKind::Ellipsis => whole,
            EntryKind::Index | EntryKind::Range => 1,
        };
        entries.push(explained(text(encoding, at), kind, axis..axis + takes, picks));
        axis += takes;
    }
    if axis < shape.len() {
        entries.push(explained("(..)".to_string(), EntryKind::Ellipsis, axis..shape.len(), picks));
    }
    entries
}

fn kind(masks: Masks, at: usize) -> EntryKind {
    if masks.is_ellipsis(at) {
        EntryKind::Ellipsis
    } else if masks.is_new_axis(at) {
        EntryKind::NewAxis
    } else if masks.is_shrink(at) {
        EntryKind::Index
    } else {
        EntryKind::Range
    }
}

fn explained(text: String, kind: EntryKind, axes: Range<usize>, picks: &[Picks]) -> ExplainedEntry {
    let own = &picks[axes.clone()];
    let lengths = match kind {
        EntryKind::Index => Vec::new(),
        EntryKind::NewAxis => alloc::vec![1],
        EntryKind::Range | EntryKind::Ellipsis => own.iter().map(|p| p.count).collect(),
    };
    let first = own.iter().map(|p| position(p, 0)).collect();
    let last = own.iter().map(|p| position(p, p.count.saturating_sub(1))).collect();
    ExplainedEntry { text, kind, axes, first, last, lengths }
}

/// Where on its axis the k-th chosen element is; none where fewer are chosen.
pub(super) fn position(picks: &Picks, k: usize) -> Option<usize> {
    if k >= picks.count {
        return None;
    }
    let steps = i64::try_from(k).ok()?.checked_mul(picks.step)?;
    usize::try_from(picks.start.checked_add(steps)?).ok()
}

/// One entry in the language.
fn text(encoding: EncodingRef<'_>, at: usize) -> String {
    let EncodingRef { begin, end, strides, masks } = encoding;
    let bit = |mask: u32| mask >> at & 1;
    let masks = Masks {
        begin_mask: bit(masks.begin_mask),
        end_mask: bit(masks.end_mask),
        ellipsis_mask: bit(masks.ellipsis_mask),
        new_axis_mask: bit(masks.new_axis_mask),
        shrink_axis_mask: bit(masks.shrink_axis_mask),
    };
    let one = |list: &[i64]| alloc::vec![list[at]];
    Encoding::new(one(begin), one(end), one(strides), masks)
        .and_then(DynSpec::try_from)
        .map_or_else(|error| error.to_string(), |spec| spec.to_string())
}
