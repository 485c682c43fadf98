//! What an entry contributes to the encoding: its row of begin, end and stride, and its bit of the five masks.

use crate::entry::{Entry, Range};

/// The names of the masks, in the order of [`Entry::masks`].
pub const MASKS: [&str; 5] = ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];

/// One number of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<B> {
    /// A number that the kind of the entry fixes.
    Fixed(i64),
    /// A bound.
    Of(B),
    /// One past a bound, saturating: the end of an index.
    Past(B),
}

impl<B> Cell<B> {
    fn of(bound: Option<B>, absent: i64) -> Self {
        bound.map_or(Self::Fixed(absent), Self::Of)
    }
}

impl<B> Entry<B> {
    /// Begin, end and stride.
    #[inline]
    pub fn row(&self) -> [Cell<&B>; 3] {
        match self {
            Self::Ellipsis | Self::NewAxis => [Cell::Fixed(0), Cell::Fixed(0), Cell::Fixed(1)],
            Self::Index(index) => [Cell::Of(index), Cell::Past(index), Cell::Fixed(1)],
            Self::Range(Range { begin, end, stride }) => {
                [Cell::of(begin.as_ref(), 0), Cell::of(end.as_ref(), 0), Cell::of(stride.as_ref(), 1)]
            }
        }
    }

    /// The bits of the masks in the order of [`MASKS`].
    #[inline]
    pub const fn masks(&self) -> [bool; 5] {
        match self {
            Self::Ellipsis => [false, false, true, false, false],
            Self::NewAxis => [false, false, false, true, false],
            Self::Index(_) => [false, false, false, false, true],
            Self::Range(range) => [range.begin.is_none(), range.end.is_none(), false, false, false],
        }
    }

    /// Whether an axis of the input is taken besides those of the ellipsis, and whether the result is given one.
    pub const fn axes(&self) -> (bool, bool) {
        match self {
            Self::Ellipsis => (false, false),
            Self::NewAxis => (false, true),
            Self::Index(_) => (true, false),
            Self::Range(_) => (true, true),
        }
    }
}

/// One entry's numbers in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it begins.
    pub begin: i64,
    /// Where it ends.
    pub end: i64,
    /// The distance of two positions.
    pub stride: i64,
}

impl Entry<i64> {
    /// The row in numbers.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> Row {
        let [begin, end, stride] = self.row().map(|cell| match cell {
            Cell::Fixed(number) => number,
            Cell::Of(bound) => *bound,
            Cell::Past(bound) => bound.saturating_add(1),
        });
        Row { begin, end, stride }
    }
}

/// The five masks of a spec: bit i of each belongs to entry i.
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
    }
}

/// Takes the rows of an encoding, entry by entry.
pub trait Sink {
    /// Drops all rows so far: what follows is the spec from its first entry.
    fn clear(&mut self);

    /// Takes the next row.
    fn push(&mut self, row: Row);
}

impl Sink for alloc::vec::Vec<Row> {
    fn clear(&mut self) {
        self.clear();
    }

    fn push(&mut self, row: Row) {
        self.push(row);
    }
}
