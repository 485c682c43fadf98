//! Blocks one by one, with a size known to the compiler if they are short: the reference for all
//! vector kernels.

use core::ptr::copy_nonoverlapping;

use super::super::plan::{CopyAxis, Tuples};
use super::{Blocks, LINE};

/// Blocks from here on, in bytes, are worth aligning their pieces in the target.
const ALIGNED: usize = 4 * LINE;

/// Moves a block of a line or more, by the instructions of the caller, in pieces of LINE bytes; the
/// last piece, which ends with the block, may write some bytes again, and so may the second one of
/// a long block, which begins a line of the target.
///
/// # Safety
///
/// `len` bytes, a line or more, can be read at `from`, and others written at `to`.
#[inline(always)]
pub(super) unsafe fn lines_of_one(to: *mut u8, from: *const u8, len: usize) {
    let last = len - LINE;
    let mut at = 0;
    if len >= ALIGNED {
        // SAFETY: `line` needs LINE readable bytes and LINE others to write: the block has more.
        unsafe { line(to, from) };
        at = LINE - to.addr() % LINE;
    }
    while at < last {
        // SAFETY: `line` needs LINE readable bytes and LINE others to write: `at + LINE` is less
        // than the block's length.
        unsafe { line(to.wrapping_add(at), from.wrapping_add(at)) };
        at += LINE;
    }
    // SAFETY: `line` needs LINE readable bytes and LINE others to write: the last ones of the
    // block, which has at least as many.
    unsafe { line(to.wrapping_add(last), from.wrapping_add(last)) };
}

/// Moves LINE bytes by halves, the first half first: stores in the order of their addresses are up
/// to a third faster.
///
/// # Safety
///
/// LINE bytes can be read at `from`, and others written at `to`.
#[inline(always)]
pub(super) unsafe fn line(to: *mut u8, from: *const u8) {
    const HALF: usize = LINE / 2;
    // SAFETY: `copy_nonoverlapping` needs HALF readable bytes and HALF others to write: the first
    // half.
    unsafe { copy_nonoverlapping(from, to, HALF) };
    // SAFETY: `copy_nonoverlapping` needs HALF readable bytes and HALF others to write: the second
    // half.
    unsafe { copy_nonoverlapping(from.wrapping_add(HALF), to.wrapping_add(HALF), HALF) };
}

/// Moves every block. Takes every copy.
#[inline]
pub(super) fn all(blocks: &mut Blocks<'_>) -> bool {
    match blocks.axes.split_last() {
        // SAFETY: `rows` needs readable blocks at `from` and writable ones at `to`: invariants 1
        // and 2.
        Some((row, far)) => unsafe { rows(far, row, blocks.block, blocks.to, blocks.from) },
        // SAFETY: `copy_nonoverlapping` needs `block` readable and `block` other writable bytes:
        // invariants 1 and 2 of the empty index tuple.
        None => unsafe { copy_nonoverlapping(blocks.from, blocks.to, blocks.block) },
    }
    true
}

/// Moves every block of an axis, `row`, at every index tuple of the axes `far`.
///
/// # Safety
///
/// Every index tuple of `far` and `row` reaches `block` readable bytes at `from`, and at `to` as
/// many writable ones, which are reached by no other index tuple and are not among those at `from`.
pub(in super::super) unsafe fn rows(
    far: &[CopyAxis],
    row: &CopyAxis,
    block: usize,
    to: *mut u8,
    from: *const u8,
) {
    // Blocks of $size bytes; or of up to twice as many, the last $size of which are moved, too, and
    // may be some of the first ones.
    macro_rules! sized {
        ($size:literal $(, $last:expr)?) => {
            along(far, row, to, from, |to, from| {
                // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: the first
                // ones of a block, which has as many.
                unsafe { copy_nonoverlapping(from, to, $size) };
                $(
                    let (to, from) = (to.wrapping_add($last), from.wrapping_add($last));
                    // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: the
                    // last ones of a block.
                    unsafe { copy_nonoverlapping(from, to, $size) };
                )?
            })
        };
    }
    match block {
        0 => {}
        1 => sized!(1),
        2 => sized!(2),
        3 => sized!(3),
        4 => sized!(4),
        5..=7 => sized!(4, block - 4),
        8 => sized!(8),
        9..=11 | 13..=15 => sized!(8, block - 8),
        12 => sized!(12),
        16 => sized!(16),
        17..=32 => sized!(16, block - 16),
        33..LINE => sized!(32, block - 32),
        // SAFETY: `lines_of_one` needs the bytes of a block at `from`, and others at `to`: a line
        // or more.
        LINE.. => along(far, row, to, from, |to, from| unsafe {
            lines_of_one(to, from, block)
        }),
    }
}

/// Calls `block` with the target's and the source's place of every position of `row`, at every
/// index tuple of `far`.
#[inline(always)]
fn along(
    far: &[CopyAxis],
    row: &CopyAxis,
    to: *mut u8,
    from: *const u8,
    block: impl Fn(*mut u8, *const u8),
) {
    for (mut to, mut from) in Tuples::new(far, (to, from)) {
        for _ in 0..row.len {
            block(to, from);
            // The step past the last block may leave the allocation; its result is not used.
            (to, from) = (
                to.wrapping_offset(row.target),
                from.wrapping_offset(row.source),
            );
        }
    }
}
