//! The last vector of a row, and loads that begin cache lines.

use super::WIDEST;
use crate::copy::row::LINE;

/// Which bytes the last vector of a row loads and stores, as masks whose lowest bit is the first byte.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) readable: u64,
    pub(super) written: u64,
}

impl End {
    /// The masks for vectors of one lane that write `bytes` bytes, and of whose loads, which are `window` bytes in
    /// all, only `span` are needed.
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

/// How to begin a row so that its loads are of whole cache lines: a load of parts of two lines costs twice as much,
/// and a row may begin anywhere in a line.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// How often 2 divides the stride, at most as often as it divides LINE.
    common: u32,
    /// The inverse of the stride's odd part, modulo LINE.
    inverse: usize,
    /// Groups of a lane.
    groups: usize,
}

impl Lines {
    /// The loads of a row whose vectors take `groups` groups each. `None` unless each load then begins a whole number
    /// of lines after the one before.
    pub(super) fn of(stride: isize, groups: usize, lane: usize) -> Option<Self> {
        let stride = stride.cast_unsigned();
        if lane != LINE || !stride.wrapping_mul(groups).is_multiple_of(LINE) {
            return None;
        }
        let common = stride.trailing_zeros().min(LINE.trailing_zeros());
        let odd = stride >> common;
        // An odd number is its own inverse modulo 8, which is three bits. Each step of Newton's doubles them: 3, 6,
        // 12.
        let better = |x: usize| x.wrapping_mul(2_usize.wrapping_sub(odd.wrapping_mul(x)));
        Some(Self { common, inverse: better(better(odd)), groups })
    }

    /// The first group whose load begins a line; `None` if the load of group 0, at `first`, does, or none of the
    /// first vector's groups does.
    #[inline(always)]
    pub(super) fn from(self, first: *const u8) -> Option<usize> {
        let missing = first.addr().wrapping_neg() % LINE;
        let groups = (missing >> self.common).wrapping_mul(self.inverse) % (LINE >> self.common);
        (missing.is_multiple_of(1 << self.common) && (1..=self.groups).contains(&groups)).then_some(groups)
    }
}
