//! An axis that is indexed by numbers which have to be checked.

use crate::array::{Integer, bound};
use crate::layout;

/// An axis of a length, and what negative indices mean on it.
#[derive(Clone, Copy)]
pub struct IndexedAxis {
    len: i64,
    negative_from_end: bool,
}

impl IndexedAxis {
    /// An axis of `len` positions.
    #[must_use]
    pub fn new(len: usize, negative_from_end: bool) -> Self {
        Self { len: layout::signed(len), negative_from_end }
    }

    /// The position that an index selects, if it is inside the axis.
    #[inline(always)]
    pub fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        // One comparison and few instructions, so that the loads of many elements are under way together. As an unsigned
        // number, a negative index is larger than any length.
        if index.cast_unsigned() < self.len.cast_unsigned() {
            #[expect(clippy::cast_possible_truncation, reason = "a position fits")]
            return Some(index.cast_unsigned() as usize);
        }
        self.counted_from_end(index)
    }

    #[cold]
    fn counted_from_end(self, index: i64) -> Option<usize> {
        if self.negative_from_end && index < 0 { usize::try_from(index + self.len).ok() } else { None }
    }
}
