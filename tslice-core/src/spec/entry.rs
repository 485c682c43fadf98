//! What an entry of an encoding is: the one place where masks are turned into entries.

use core::fmt;

use super::{EncodingRef, Masks};

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
}

impl Entry {
    /// The entry as the language writes it.
    pub(crate) const fn literal(self) -> tslice_syntax::Entry<i64> {
        match self {
            Self::Ellipsis => tslice_syntax::Entry::Ellipsis,
            Self::NewAxis => tslice_syntax::Entry::NewAxis,
            Self::Index { index, .. } => tslice_syntax::Entry::Index(index),
            Self::Range(Bounds { begin, end, stride }) => {
                tslice_syntax::Entry::Range(tslice_syntax::Range { begin, end, stride: Some(stride) })
            }
        }
    }

    /// The stride of an entry that takes an axis, and whether it is an index, whose stride has to be positive.
    pub(super) const fn stride(self) -> Option<(i64, bool)> {
        match self {
            Self::Ellipsis | Self::NewAxis => None,
            Self::Index { stride, .. } => Some((stride, true)),
            Self::Range(Bounds { stride, .. }) => Some((stride, false)),
        }
    }
}

/// An entry without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Ellipsis,
    NewAxis,
    Index,
    Range { begin: bool, end: bool },
}

impl Masks {
    /// What entry number `entry` is. If bits overlap, ellipsis beats new axis beats shrink beats begin and end.
    #[inline(always)]
    pub(crate) const fn form(self, entry: usize) -> Form {
        const fn bit(mask: u32, entry: usize) -> bool {
            entry < 32 && mask >> entry & 1 == 1
        }
        if bit(self.ellipsis_mask, entry) {
            Form::Ellipsis
        } else if bit(self.new_axis_mask, entry) {
            Form::NewAxis
        } else if bit(self.shrink_axis_mask, entry) {
            Form::Index
        } else {
            Form::Range { begin: !bit(self.begin_mask, entry), end: !bit(self.end_mask, entry) }
        }
    }

    /// Axes taken from the input and axes given to the result, the ellipsis aside, by the first `entries` entries.
    #[inline(always)]
    #[doc(hidden)]
    #[must_use]
    pub const fn axes(self, entries: usize) -> (usize, usize) {
        let all = Self::below(entries);
        let ellipsis = self.ellipsis_mask & all;
        let new = self.new_axis_mask & all & !ellipsis;
        let shrink = self.shrink_axis_mask & all & !ellipsis & !new;
        let taken = entries - ones(ellipsis) - ones(new);
        (taken, taken + ones(new) - ones(shrink))
    }
}

const fn ones(mask: u32) -> usize {
    mask.count_ones() as usize
}

impl<'e> EncodingRef<'e> {
    /// Entry number `entry`, which is below the number of entries.
    #[inline(always)]
    #[doc(hidden)]
    #[must_use]
    pub const fn entry(self, entry: usize) -> Entry {
        let (at, to, stride) = (self.begin[entry], self.end[entry], self.strides[entry]);
        match self.masks.form(entry) {
            Form::Ellipsis => Entry::Ellipsis,
            Form::NewAxis => Entry::NewAxis,
            Form::Index => Entry::Index { index: at, stride },
            Form::Range { begin, end } => Entry::Range(Bounds {
                begin: if begin { Some(at) } else { None },
                end: if end { Some(to) } else { None },
                stride,
            }),
        }
    }

    /// Start and length of entry number `entry` if it is a window.
    #[inline(always)]
    pub(crate) const fn window(self, entry: usize) -> Option<(i64, i64)> {
        if entry >= 32 || self.windows >> entry & 1 == 0 {
            return None;
        }
        let (start, end) = (self.begin[entry], self.end[entry]);
        // The end of the axis is no number: see `tslice_syntax::behind`.
        let length =
            if start < 0 && end == i64::MAX { start.wrapping_neg() } else { end.wrapping_sub(start) };
        Some((start, length))
    }

    /// Entry number `entry` as the language writes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn literal(self, entry: usize) -> tslice_syntax::Entry<i64> {
        match self.window(entry) {
            // A window with another stride is a list of `split_mut!`.
            Some((start, length)) if self.strides[entry] == 1 => {
                tslice_syntax::Entry::Window { start, length }
            }
            _ => self.entry(entry).literal(),
        }
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
        }
    }
}

#[cfg(test)]
#[path = "../../unit/spec_entry.rs"]
mod tests;
