//! The last vector of a row.

use super::WIDEST;

/// Masks of the bytes that the last vector of a row loads and stores; the lowest bit is the first byte.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) readable: u64,
    pub(super) written: u64,
}

impl End {
    /// The masks for vectors of one lane that write `bytes` bytes. Their loads are `window` bytes in all, of which only
    /// `span` are needed.
    ///
    /// `None` if a vector before the last one could load bytes behind the next group, which may be behind the row; or
    /// if no mask is needed.
    pub(super) fn of(bytes: usize, span: usize, window: usize, stride: isize) -> Option<Self> {
        let beyond = window - span;
        let readable = match stride {
            _ if beyond == 0 => u64::MAX,
            ..0 => u64::MAX << beyond,
            _ => u64::MAX >> beyond,
        };
        let needed = beyond > 0 || bytes < WIDEST;
        let written = u64::MAX >> (WIDEST - bytes);
        (needed && beyond <= stride.unsigned_abs()).then_some(Self { readable, written })
    }
}
