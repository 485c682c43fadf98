//! The encoding: a row of begin, end and stride for each entry, and five masks.

use alloc::vec::Vec;

use crate::entry::{Entry, Listed, Row};

/// The names of the masks, in the order of [`Entry::masks`].
pub const MASKS: [&str; 5] = ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];

/// The five masks of a spec, and that of its windows: bit i of each belongs to entry i.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Masks {
    /// Ranges without a begin.
    pub begin: u32,
    /// Ranges without an end.
    pub end: u32,
    /// The ellipsis.
    pub ellipsis: u32,
    /// New axes.
    pub new_axis: u32,
    /// Indices.
    pub shrink_axis: u32,
    /// Windows, which are ranges to TensorFlow: a mask of this language alone.
    pub window: u32,
}

impl Masks {
    /// Sets the bits of entry `i`, below [`MAX_ENTRIES`](crate::MAX_ENTRIES).
    #[inline]
    pub fn set<B>(&mut self, i: usize, entry: &Entry<B>) {
        let [begin, end, ellipsis, new_axis, shrink_axis] = entry.masks().map(|set| u32::from(set) << i);
        self.begin |= begin;
        self.end |= end;
        self.ellipsis |= ellipsis;
        self.new_axis |= new_axis;
        self.shrink_axis |= shrink_axis;
        self.window |= u32::from(matches!(entry, Entry::Window { .. })) << i;
    }
}

/// Takes the rows of an encoding, entry by entry.
pub trait Sink {
    /// Drops all rows so far: what follows is the spec from its first entry.
    fn clear(&mut self);

    /// Takes the next row.
    fn push(&mut self, row: Row);

    /// Takes the lists, behind all rows, if there are any.
    fn lists(&mut self, _lists: Vec<Listed<i64>>) {}
}

impl Sink for Vec<Row> {
    fn clear(&mut self) {
        self.clear();
    }

    fn push(&mut self, row: Row) {
        self.push(row);
    }
}
