//! Blocks one by one, with a size known to the compiler if they are short: the reference for all vector kernels.

use core::ptr::copy_nonoverlapping;

use super::super::plan::{CopyAxis, nest};
use super::{Blocks, LINE};

/// How one block moves.
trait Move: Copy {
    /// # Safety
    ///
    /// The bytes of a block can be read at `from`, and others written at `to`.
    unsafe fn block(self, to: *mut u8, from: *const u8);
}

/// A block of exactly N bytes.
#[derive(Clone, Copy)]
struct Exact<const N: usize>;

impl<const N: usize> Move for Exact<N> {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        // SAFETY: `copy_nonoverlapping` needs N readable bytes and N others to write: a block is that.
        unsafe { copy_nonoverlapping(from, to, N) }
    }
}

/// A block of N to 2 * N bytes as two moves of N bytes each; the second, which ends with the block, may write some
/// bytes again.
#[derive(Clone, Copy)]
struct Pair<const N: usize> {
    second: usize,
}

impl<const N: usize> Move for Pair<N> {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        // SAFETY: `copy_nonoverlapping` needs N readable bytes and N others to write: the first N of the block.
        unsafe { copy_nonoverlapping(from, to, N) };
        let (to, from) = (to.wrapping_add(self.second), from.wrapping_add(self.second));
        // SAFETY: `copy_nonoverlapping` needs N readable bytes and N others to write: the last N of the block, which has
        // `self.second + N`.
        unsafe { copy_nonoverlapping(from, to, N) };
    }
}

/// Blocks from here on, in bytes, are worth aligning their pieces in the target.
const ALIGNED: usize = 4 * LINE;

/// A block of at least LINE bytes in pieces of LINE bytes; the last piece, which ends with the block, may write some
/// bytes again, and so may the second one of a long block, which begins a line of the target.
#[derive(Clone, Copy)]
struct Lines {
    len: usize,
}

impl Move for Lines {
    #[inline(always)]
    unsafe fn block(self, to: *mut u8, from: *const u8) {
        let last = self.len - LINE;
        let mut at = 0;
        if self.len >= ALIGNED {
            // SAFETY: `line` needs LINE readable bytes and LINE others to write: the block has more.
            unsafe { line(to, from) };
            at = LINE - to.addr() % LINE;
        }
        while at < last {
            // SAFETY: `line` needs LINE readable bytes and LINE others to write: `at + LINE` is less than the block's
            // length.
            unsafe { line(to.wrapping_add(at), from.wrapping_add(at)) };
            at += LINE;
        }
        // SAFETY: `line` needs LINE readable bytes and LINE others to write: the last ones of the block, which has at least as many.
        unsafe { line(to.wrapping_add(last), from.wrapping_add(last)) };
    }
}

/// Moves LINE bytes by halves, the first half first: stores in the order of their addresses are up to a third faster.
///
/// # Safety
///
/// LINE bytes can be read at `from`, and others written at `to`.
#[inline(always)]
unsafe fn line(to: *mut u8, from: *const u8) {
    const HALF: usize = LINE / 2;
    // SAFETY: `copy_nonoverlapping` needs HALF readable bytes and HALF others to write: the first half.
    unsafe { copy_nonoverlapping(from, to, HALF) };
    // SAFETY: `copy_nonoverlapping` needs HALF readable bytes and HALF others to write: the second half.
    unsafe { copy_nonoverlapping(from.wrapping_add(HALF), to.wrapping_add(HALF), HALF) };
}

/// Moves a copy that is one block.
#[inline]
pub(super) fn try_one(blocks: &mut Blocks<'_>) -> bool {
    if !blocks.axes.is_empty() {
        return false;
    }
    // SAFETY: `copy_nonoverlapping` needs `block` readable and `block` other writable bytes: invariants 1 and 2 of
    // the empty index tuple.
    unsafe { copy_nonoverlapping(blocks.from, blocks.to, blocks.block) };
    true
}

/// Moves every block. Takes every copy.
#[inline]
pub(super) fn all(blocks: &mut Blocks<'_>) -> bool {
    if blocks.block >= LINE {
        return portable_lines(blocks);
    }
    let Some((row, far)) = blocks.axes.split_last() else { return try_one(blocks) };
    // SAFETY: `rows` needs readable blocks at `from` and writable ones at `to`: invariants 1 and 2.
    unsafe { rows(far, row, blocks.block, blocks.to, blocks.from) };
    true
}

/// [`lines`] by the instructions of every machine. Apart from [`all`], which is small without it.
#[inline(never)]
fn portable_lines(blocks: &Blocks<'_>) -> bool {
    lines(blocks);
    true
}

/// Moves every block of at least LINE bytes. The caller's instructions are those that the pieces move with, as this
/// is inlined there.
#[inline(always)]
pub(super) fn lines(blocks: &Blocks<'_>) {
    assert!(blocks.block >= LINE, "a block of a line and more");
    blocks.visit(blocks.axes, |to, from| {
        // SAFETY: `lines_of_one` needs the bytes of a block at `from`, and others at `to`: invariants 1 and 2, and the assertion.
        unsafe { lines_of_one(to, from, blocks.block) };
    });
}

/// Moves a block, by the instructions of the caller, as [`lines`] does.
///
/// # Safety
///
/// `len` bytes, a line or more, can be read at `from`, and others written at `to`.
#[inline(always)]
pub(super) unsafe fn lines_of_one(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: `block` needs the bytes of a block: the condition of this function.
    unsafe { Lines { len }.block(to, from) };
}

/// Moves every block of an axis, `row`, at every index tuple of the axes `far`.
///
/// # Safety
///
/// Every index tuple of `far` and `row` reaches `block` readable bytes at `from`, and at `to` as many writable ones,
/// which are reached by no other index tuple and are not among those at `from`.
pub(in super::super) unsafe fn rows(
    far: &[CopyAxis],
    row: &CopyAxis,
    block: usize,
    to: *mut u8,
    from: *const u8,
) {
    macro_rules! with {
        ($how:expr) => {{
            let how = $how;
            nest(far, |t, s| {
                // SAFETY: `along` needs the blocks of `row`, which are those of one index tuple of `far`; `how` is
                // for their length.
                unsafe { along(how, row, to.wrapping_offset(t), from.wrapping_offset(s)) }
            })
        }};
    }
    match block {
        0 => {}
        1 => with!(Exact::<1>),
        2 => with!(Exact::<2>),
        3 => with!(Exact::<3>),
        4 => with!(Exact::<4>),
        5..=7 => with!(Pair::<4> { second: block - 4 }),
        8 => with!(Exact::<8>),
        9..=11 | 13..=15 => with!(Pair::<8> { second: block - 8 }),
        12 => with!(Exact::<12>),
        16 => with!(Exact::<16>),
        17..=32 => with!(Pair::<16> { second: block - 16 }),
        33..LINE => with!(Pair::<32> { second: block - 32 }),
        LINE.. => with!(Lines { len: block }),
    }
}

/// Moves the blocks of one row.
///
/// # Safety
///
/// Every position of `row` reaches a readable block at `from`, and at `to` a writable one, which no other position reaches and which is
/// not among those at `from`; `how` moves a block of their length.
#[inline(always)]
unsafe fn along(how: impl Move, row: &CopyAxis, mut to: *mut u8, mut from: *const u8) {
    for _ in 0..row.len {
        // SAFETY: `block` needs the bytes of a block at `from`, and others at `to`: those of this position of the
        // row.
        unsafe { how.block(to, from) };
        // The step past the last block may leave the allocation; its result is not used.
        (to, from) = (to.wrapping_offset(row.target), from.wrapping_offset(row.source));
    }
}
