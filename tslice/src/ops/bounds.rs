//! The three lists of StridedSlice, of any integer type, as one encoding without a heap.

use crate::error::SliceError;
use crate::raw::{Integer, bound};
use crate::resolve::{self, MAX_ENTRIES};
use crate::spec::{AsEncoding, EncodingRef, Masks};

pub(super) struct Bounds {
    numbers: [[i64; MAX_ENTRIES]; 3],
    entries: usize,
    masks: Masks,
}

impl Bounds {
    /// Checks what does not depend on a shape, in TensorFlow's order of faults.
    pub(super) fn new<I: Integer>(
        begin: &[I],
        end: &[I],
        strides: &[I],
        masks: Masks,
    ) -> Result<Self, SliceError> {
        let entries = begin.len();
        if entries != end.len() || entries != strides.len() {
            return Err(SliceError::LengthMismatch {
                begin: entries,
                end: end.len(),
                strides: strides.len(),
            });
        }
        if entries > MAX_ENTRIES {
            return Err(SliceError::SpecTooLong { entries });
        }
        let mut numbers = [[0; MAX_ENTRIES]; 3];
        for (to, from) in numbers.iter_mut().zip([begin, end, strides]) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = bound(*from);
            }
        }
        let bounds = Self { numbers, entries, masks };
        resolve::check(bounds.as_encoding())?;
        Ok(bounds)
    }
}

impl AsEncoding for Bounds {
    fn as_encoding(&self) -> EncodingRef<'_> {
        let [begin, end, strides] = self.numbers.each_ref().map(|list| &list[..self.entries]);
        EncodingRef { begin, end, strides, masks: self.masks }
    }
}
