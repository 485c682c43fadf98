//! The three lists of StridedSlice, of any integer type, as one encoding without a heap.

use tslice_core::__ops::{MAX_ENTRIES, bound};
use tslice_core::{EncodingRef, Masks, SliceError, traits::Integer};

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
        EncodingRef::check_lengths([begin.len(), end.len(), strides.len()], masks.ellipsis_mask)?;
        let mut numbers = [[0; MAX_ENTRIES]; 3];
        for (to, from) in numbers.iter_mut().zip([begin, end, strides]) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = bound(*from);
            }
        }
        Ok(Self {
            numbers,
            entries: begin.len(),
            masks,
        })
    }

    pub(super) fn as_encoding(&self) -> EncodingRef<'_> {
        let [begin, end, strides] = self.numbers.each_ref().map(|list| &list[..self.entries]);
        EncodingRef::new(begin, end, strides, self.masks)
    }
}
