//! TensorFlow's StridedSlice, said a second time: an encoding is turned into the entries that it
//! stands for, and the oracle walks those. Shares no code with tslice.

use crate::oracle::{self, Entry, Selection};

/// The arguments of one call; mask bit i belongs to entry i.
#[derive(Clone, Debug)]
pub struct Call {
    /// Begin of each entry.
    pub begin: Vec<i64>,
    /// End of each entry.
    pub end: Vec<i64>,
    /// Stride of each entry.
    pub strides: Vec<i64>,
    /// The begin, end, ellipsis, new axis and shrink axis masks.
    pub masks: [u32; 5],
}

/// Why TensorFlow refuses a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The three lists differ in length.
    Lengths,
    /// More than 31 entries.
    TooLong,
    /// Two bits in the ellipsis mask.
    TwoEllipses,
    /// The fault of an entry that the oracle of `s!` knows too.
    Entry(oracle::Fault),
    /// A stride of 0 at an axis.
    ZeroStride(usize),
    /// An index with a stride below 0 at an axis.
    IndexStride(usize, i64),
}

impl Call {
    fn bit(&self, mask: usize, entry: usize) -> bool {
        self.masks[mask] & (1 << entry) != 0
    }

    fn entry(&self, at: usize) -> Entry {
        let (begin, end) = (self.begin[at], self.end[at]);
        let present = |mask, bound| (!self.bit(mask, at)).then_some(bound);
        match () {
            () if self.bit(2, at) => Entry::Ellipsis,
            () if self.bit(3, at) => Entry::NewAxis,
            () if self.bit(4, at) => Entry::Index(begin),
            () => Entry::Range(present(0, begin), present(1, end), Some(self.strides[at])),
        }
    }

    fn entries(&self) -> Result<Vec<Entry>, Fault> {
        let len = self.begin.len();
        if len != self.end.len() || len != self.strides.len() {
            return Err(Fault::Lengths);
        }
        if len > 31 {
            return Err(Fault::TooLong);
        }
        if self.masks[2].count_ones() > 1 {
            return Err(Fault::TwoEllipses);
        }
        Ok((0..len).map(|at| self.entry(at)).collect())
    }

    fn stride_fault(&self, at: usize, entry: Entry, axis: usize) -> Option<Fault> {
        match (entry, self.strides[at]) {
            (Entry::Index(_) | Entry::Range(..), 0) => Some(Fault::ZeroStride(axis)),
            (Entry::Index(_), stride @ ..0) => Some(Fault::IndexStride(axis, stride)),
            _ => None,
        }
    }
}

fn takes_an_axis(entry: &Entry) -> bool {
    matches!(entry, Entry::Index(_) | Entry::Range(..))
}

/// What the call selects, as [`oracle::select`] says it.
///
/// # Errors
///
/// The first fault, in TensorFlow's order.
pub fn select(call: &Call, shape: &[usize]) -> Result<Selection, Fault> {
    let entries = call.entries()?;
    let taken = entries.iter().filter(|entry| takes_an_axis(entry)).count();
    let whole = shape
        .len()
        .checked_sub(taken)
        .ok_or(Fault::Entry(oracle::Fault::TooManyIndices))?;
    let mut axis = 0;
    for (at, entry) in entries.iter().enumerate() {
        if let Some(fault) = call.stride_fault(at, *entry, axis) {
            // An index out of bounds on an earlier axis is found first.
            return Err(oracle::select(&entries[..at], shape).map_or_else(Fault::Entry, |_| fault));
        }
        axis += match entry {
            Entry::Ellipsis => whole,
            entry => usize::from(takes_an_axis(entry)),
        };
    }
    oracle::select(&entries, shape).map_err(Fault::Entry)
}
