//! What an entry of an encoding is: the one place where forms and numbers are turned into entries.

use tslice_syntax::proof::{Count, count};
use tslice_syntax::{Form, Range};

use super::EncodingRef;
use crate::error::Message;

/// The bounds of a range. An absent one is `None`, never a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first position.
    pub begin: Option<i64>,
    /// The position that is not included.
    pub end: Option<i64>,
    /// From one position to the next.
    pub stride: i64,
}

impl Bounds {
    /// The bounds of a range, whose stride is 1 if it is absent.
    #[must_use]
    pub const fn of(Range { begin, end, stride }: Range<i64>) -> Self {
        let stride = match stride {
            Some(stride) => stride,
            None => 1,
        };
        Self { begin, end, stride }
    }

    /// The range.
    #[must_use]
    pub const fn range(self) -> Range<i64> {
        Range { begin: self.begin, end: self.end, stride: Some(self.stride) }
    }
}

/// One entry of an encoding. The stride of an index, which says nothing but has to be at least 1, is in the encoding alone.
pub type Entry = tslice_syntax::Entry<i64>;

impl<'e> EncodingRef<'e> {
    /// Entry number `entry`, which is below the number of entries.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn entry(self, entry: usize) -> Entry {
        let (at, to, stride) = (self.begin[entry], self.end[entry], self.strides[entry]);
        match self.forms.get(entry) {
            Form::Ellipsis => Entry::Ellipsis,
            Form::NewAxis => Entry::NewAxis,
            Form::Index => Entry::Index(at),
            Form::Range { begin, end } => Entry::Range(Range {
                begin: if begin { Some(at) } else { None },
                end: if end { Some(to) } else { None },
                stride: Some(stride),
            }),
            Form::Window => Entry::Window { start: at, length: to, stride },
            Form::List => Entry::List,
            Form::Grouped => Entry::Grouped,
        }
    }

    /// Entry number `entry`, with the ellipsis that a spec without one has behind its last entry; `None` behind both.
    #[inline(always)]
    pub(crate) const fn entry_or_ellipsis(self, entry: usize) -> Option<Entry> {
        match self.begin.len() {
            entries if entry < entries => Some(self.entry(entry)),
            entries if entry == entries && self.ellipsis() == entries => Some(Entry::Ellipsis),
            _ => None,
        }
    }

    /// All entries, in order; begin, end and strides have one length.
    #[doc(hidden)]
    pub fn entries(self) -> impl ExactSizeIterator<Item = Entry> + 'e {
        (0..self.begin.len()).map(move |entry| self.entry(entry))
    }
}

/// The number of positions that an entry takes of an axis of length `len`.
///
/// # Panics
///
/// If an index or a window does not lie inside of the axis.
#[track_caller]
pub(crate) const fn counted(entry: &Entry, axis: usize, len: i64) -> i64 {
    match count(entry, len) {
        Count::OutOfBounds(_) | Count::Window(_) => outside(entry, axis, len as usize),
        Count::Of(count) => count,
    }
}

/// Panics, because an index or a window does not lie inside of its axis.
#[track_caller]
pub(crate) const fn outside(entry: &Entry, axis: usize, len: usize) -> ! {
    let message = Message::new().entry(entry);
    match count(entry, len as i64) {
        Count::Window(fault) => message.leaves(axis, fault).panic(),
        _ => message.on_axis(" is out of bounds for", axis, len).panic(),
    }
}
