//! Short blocks one by one, with a size known to the compiler: the reference for all vector kernels.

use super::super::plan::{Axis, nest};

/// How a block of some bytes moves without a loop.
pub(super) trait Move: Copy {
    /// # Safety
    ///
    /// A block can be read at `from` and written at `to`; they do not overlap.
    unsafe fn block(self, to: *mut u8, from: *const u8);
}

/// A block of exactly N bytes.
#[derive(Clone, Copy)]
struct Exact<const N: usize>;

impl<const N: usize> Move for Exact<N> {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        // SAFETY: as the caller promises.
        unsafe { core::ptr::copy_nonoverlapping(from, to, N) }
    }
}

/// A block of N to 2 * N bytes as two moves of N, which may overlap.
#[derive(Clone, Copy)]
struct Pair<const N: usize> {
    second: usize,
}

impl<const N: usize> Move for Pair<N> {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        // SAFETY: the first N bytes of the block.
        unsafe { core::ptr::copy_nonoverlapping(from, to, N) };
        let (to, from) = (to.wrapping_add(self.second), from.wrapping_add(self.second));
        // SAFETY: the last N bytes of the block.
        unsafe { core::ptr::copy_nonoverlapping(from, to, N) };
    }
}

/// A block of at least 64 bytes in pieces of 32, the last of which may overlap its neighbour.
#[derive(Clone, Copy)]
struct Pieces {
    len: usize,
}

impl Move for Pieces {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        let mut at = 0;
        while at + 64 < self.len {
            // SAFETY: `at + 64` bytes are inside the block.
            unsafe { Exact::<64>.block(to.wrapping_add(at), from.wrapping_add(at)) };
            at += 64;
        }
        let last = self.len - 64;
        // SAFETY: the last 64 bytes of the block.
        unsafe { Exact::<64>.block(to.wrapping_add(last), from.wrapping_add(last)) };
    }
}

/// Moves rows of blocks below a few hundred bytes.
///
/// # Safety
///
/// Every index tuple of `far` and `row` reaches a block to write at `to` and one to read at `from`, none of which overlap.
pub(super) unsafe fn rows(far: &[Axis], row: Axis, block: usize, to: *mut u8, from: *const u8) {
    macro_rules! with {
        ($how:expr) => {{
            let how = $how;
            // SAFETY: as the caller promises.
            nest(far, |t, s| unsafe { along(how, row, to.wrapping_offset(t), from.wrapping_offset(s)) })
        }};
    }
    match block {
        0 => {}
        1 => with!(Exact::<1>),
        2 => with!(Exact::<2>),
        3 => with!(Exact::<3>),
        4 => with!(Exact::<4>),
        8 => with!(Exact::<8>),
        12 => with!(Exact::<12>),
        16 => with!(Exact::<16>),
        5..=7 => with!(Pair::<4> { second: block - 4 }),
        9..=15 => with!(Pair::<8> { second: block - 8 }),
        17..=32 => with!(Pair::<16> { second: block - 16 }),
        33..=63 => with!(Pair::<32> { second: block - 32 }),
        _ => with!(Pieces { len: block }),
    }
}

/// # Safety
///
/// `row.len` blocks can be read at `from` and written at `to`, at the row's distances; they do not overlap.
#[inline(always)]
unsafe fn along(how: impl Move, row: Axis, mut to: *mut u8, mut from: *const u8) {
    for _ in 0..row.len {
        // SAFETY: block i of the row.
        unsafe { how.block(to, from) };
        // The step past the last block may leave the allocation; it is not used.
        (to, from) = (to.wrapping_offset(row.target), from.wrapping_offset(row.source));
    }
}

/// Moves the groups of one row: `row.len` times the blocks of `group`, or one block where there is none.
///
/// # Safety
///
/// As for [`rows`].
pub(super) unsafe fn groups(row: Axis, group: Option<Axis>, block: usize, to: *mut u8, from: *const u8) {
    match group {
        // SAFETY: as the caller promises.
        Some(inner) => unsafe { rows(&[row], inner, block, to, from) },
        // SAFETY: as the caller promises.
        None => unsafe { rows(&[], row, block, to, from) },
    }
}
