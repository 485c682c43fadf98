//! Where a row ends, and where its loads may begin.

use super::WIDEST;
use crate::copy::row::LINE;

/// What the last vector of a row loads and stores.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) readable: u64,
    pub(super) written: u64,
}

impl End {
    /// For vectors that write that many bytes and whose loads reach over `span` of `window` bytes, where those before the
    /// last one stay inside the row: they load no byte behind the next group.
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

/// Loads of whole lines: a load that is in two costs twice, and a row may begin anywhere in one.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// What a group's start is a multiple of, as a power of 2.
    common: u32,
    /// Times the rest of the stride it is 1, modulo a line.
    inverse: usize,
    /// Groups of a load.
    groups: usize,
}

impl Lines {
    /// For loads of a lane each `groups` groups, where that keeps them at the start of a line.
    pub(super) fn of(stride: isize, groups: usize, lane: usize) -> Option<Self> {
        let stride = stride.cast_unsigned();
        if lane != LINE || !stride.wrapping_mul(groups).is_multiple_of(LINE) {
            return None;
        }
        let common = stride.trailing_zeros().min(LINE.trailing_zeros());
        let odd = stride >> common;
        // Each step of Newton's doubles the bits that are right, of which an odd number's own square has three.
        let better = |x: usize| x.wrapping_mul(2_usize.wrapping_sub(odd.wrapping_mul(x)));
        Some(Self { common, inverse: better(better(odd)), groups })
    }

    /// The first group, after 0, whose load begins a line, where the one of group 0 at `first` does not.
    #[inline(always)]
    pub(super) fn from(self, first: *const u8) -> Option<usize> {
        let missing = first.addr().wrapping_neg() % LINE;
        let groups = (missing >> self.common).wrapping_mul(self.inverse) % (LINE >> self.common);
        (missing.is_multiple_of(1 << self.common) && (1..=self.groups).contains(&groups)).then_some(groups)
    }
}
