//! What an entry of an encoding is: the one place where masks are turned into entries.

use core::fmt;

use tslice_syntax::Form;
use tslice_syntax::proof::{Count, count};

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

/// One entry of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of `Index` names them")]
pub enum Entry {
    /// The axes that no other entry takes.
    Ellipsis,
    /// An axis of length 1.
    NewAxis,
    /// One position of an axis, negative from the end; the axis is dropped. The stride says nothing, but has to be at least 1.
    Index { index: i64, stride: i64 },
    /// Positions of an axis.
    Range(Bounds),
    /// `length` positions of an axis from `start` on, `stride` apart, all of which are inside the axis. The stride is 1 in the language.
    Window { start: i64, length: i64, stride: i64 },
    /// A list of positions, or the first list of a group. The positions are not in the encoding.
    List,
    /// A further list of the group that begins before it: it consumes an axis, and produces none.
    Grouped,
}

impl Entry {
    /// Whether an axis of the input is consumed besides those of the ellipsis, and whether one of the result is produced.
    #[doc(hidden)]
    #[must_use]
    pub const fn axes(self) -> (bool, bool) {
        self.literal().axes()
    }

    /// The entry as the language writes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn literal(self) -> tslice_syntax::Entry<i64> {
        match self {
            Self::Ellipsis => tslice_syntax::Entry::Ellipsis,
            Self::NewAxis => tslice_syntax::Entry::NewAxis,
            Self::Index { index, .. } => tslice_syntax::Entry::Index(index),
            Self::Range(Bounds { begin, end, stride }) => {
                tslice_syntax::Entry::Range(tslice_syntax::Range { begin, end, stride: Some(stride) })
            }
            Self::Window { start, length, stride } => tslice_syntax::Entry::Window { start, length, stride },
            Self::List => tslice_syntax::Entry::List,
            Self::Grouped => tslice_syntax::Entry::Grouped,
        }
    }
}

impl<'e> EncodingRef<'e> {
    /// Entry number `entry`, which is below the number of entries.
    #[inline(always)]
    #[doc(hidden)]
    #[must_use]
    pub const fn entry(self, entry: usize) -> Entry {
        let (at, to, stride) = (self.begin[entry], self.end[entry], self.strides[entry]);
        match self.forms.get(entry) {
            Form::Ellipsis => Entry::Ellipsis,
            Form::NewAxis => Entry::NewAxis,
            Form::Index => Entry::Index { index: at, stride },
            Form::Range { begin, end } => Entry::Range(Bounds {
                begin: if begin { Some(at) } else { None },
                end: if end { Some(to) } else { None },
                stride,
            }),
            Form::Window => Entry::Window { start: at, length: to, stride },
            Form::List => Entry::List,
            Form::Grouped => Entry::Grouped,
        }
    }

    /// The number of entries, with the ellipsis that a spec without one has behind its last entry.
    #[inline(always)]
    pub(crate) const fn entries_with_ellipsis(self) -> usize {
        self.begin.len() + (self.ellipsis() == self.begin.len()) as usize
    }

    /// Entry number `entry`, or the ellipsis behind the last one.
    #[inline(always)]
    pub(crate) const fn entry_or_ellipsis(self, entry: usize) -> Entry {
        if entry < self.begin.len() { self.entry(entry) } else { Entry::Ellipsis }
    }

    /// All entries, in order; begin, end and strides have one length.
    #[doc(hidden)]
    pub fn entries(self) -> impl ExactSizeIterator<Item = Entry> + 'e {
        (0..self.begin.len()).map(move |entry| self.entry(entry))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ellipsis => f.write_str(".."),
            Self::NewAxis => f.write_str("newaxis"),
            Self::Index { index, .. } => write!(f, "{index}"),
            Self::Range(Bounds { begin, end, stride }) => {
                begin.map_or(Ok(()), |begin| write!(f, "{begin}"))?;
                f.write_str(":")?;
                end.map_or(Ok(()), |end| write!(f, "{end}"))?;
                if *stride == 1 { Ok(()) } else { write!(f, ":{stride}") }
            }
            Self::Window { start, length, stride: 1 } => write!(f, "{start}:+{length}"),
            Self::Window { start, length, stride } => write!(f, "{start}:+{length}:{stride}"),
            Self::List | Self::Grouped => f.write_str("[..]"),
        }
    }
}

/// The number of positions that an entry takes of an axis of length `len`.
///
/// # Panics
///
/// If an index or a window does not lie inside of the axis.
#[track_caller]
pub(crate) const fn counted(entry: &tslice_syntax::Entry<i64>, axis: usize, len: i64) -> i64 {
    match count(entry, len) {
        Count::OutOfBounds(_) => {
            Message::new().entry(entry).on_axis(" is out of bounds for", axis, len as usize).panic()
        }
        Count::Window(fault) => Message::new().entry(entry).leaves(axis, fault).panic(),
        Count::Of(count) => count,
    }
}
