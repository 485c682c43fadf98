//! Blocks into an output that is larger than the caches: non-temporal stores, and loads with prefetch.

use core::arch::asm;
use core::ptr::copy_nonoverlapping;

use super::{Ymm, past};
use crate::row::{Blocks, HUGE, LINE, PAGE};

/// Moves the blocks of a huge copy.
#[target_feature(enable = "avx")]
pub(in super::super) fn try_stream(blocks: &mut Blocks<'_>) -> bool {
    if blocks.block < LINE || blocks.bytes() < HUGE || !keeps_lines(blocks) {
        return false;
    }
    stream(blocks);
    true
}

/// Moves every block.
#[inline(never)]
#[target_feature(enable = "avx")]
fn stream(blocks: &Blocks<'_>) {
    let _fence = past::Fence;
    let block = blocks.block;
    blocks.visit(blocks.axes, |to, from| {
        // SAFETY: `one` needs a readable block and a writable one, which invariants 1 and 2 give, a fence behind, and AVX, which this
        // function has.
        unsafe { one(block, to, from) }
    });
}

/// Whether few cache lines contain parts of two blocks: such a line would be written in two non-temporal stores, and be read
/// back from memory for the second.
fn keeps_lines(blocks: &Blocks<'_>) -> bool {
    let whole = |step: usize| step.is_multiple_of(LINE);
    let targets = || blocks.axes.iter().all(|axis| whole(axis.target.unsigned_abs()));
    blocks.block >= PAGE || whole(blocks.to.addr()) && whole(blocks.block) && targets()
}

/// Moves one block.
///
/// # Safety
///
/// `len` bytes can be read at `from`, and others written at `to`. A [`past::Fence`] is dropped before another thread may be told of them.
#[target_feature(enable = "avx")]
unsafe fn one(len: usize, to: *mut u8, from: *const u8) {
    let head = to.align_offset(LINE).min(len);
    // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: the first `head <= len` of the block.
    unsafe { copy_nonoverlapping(from, to, head) };
    let mut at = head;
    while at + LINE <= len {
        // SAFETY: `line` needs a line of the block, which begins one of the target: `head` bytes ended there.
        unsafe { line(to.wrapping_add(at), from.wrapping_add(at)) };
        at += LINE;
    }
    // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: those of the block after its last whole line.
    unsafe { copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), len - at) };
}

/// Moves LINE bytes by non-temporal stores that are twice as wide as those of [`past::copy`].
///
/// # Safety
///
/// LINE bytes can be read at `from`, and others written at `to`, which is a multiple of LINE. A [`past::Fence`] is dropped before another
/// thread may be told of them.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn line(to: *mut u8, from: *const u8) {
    // SAFETY: `read_unaligned` needs the bytes of the line's first half to be readable, initialised or not.
    let low = unsafe { from.cast::<Ymm>().read_unaligned() };
    // SAFETY: `read_unaligned` needs the bytes of the line's second half to be readable, initialised or not.
    let high = unsafe { from.wrapping_add(LINE / 2).cast::<Ymm>().read_unaligned() };
    // SAFETY: the instructions write the 64 aligned bytes at `to`, all of which may be written, as two moves of `MaybeUninit` vectors
    // would; the caller fences before another thread may be told of them. A prefetch is not an access, and may be of any address.
    unsafe {
        asm!(
            "prefetcht0 byte ptr [{from} + {PAGE}]",
            "vmovntdq ymmword ptr [{to}], {low}",
            "vmovntdq ymmword ptr [{to} + 32], {high}",
            to = in(reg) to,
            from = in(reg) from,
            PAGE = const PAGE,
            low = in(ymm_reg) low.0,
            high = in(ymm_reg) high.0,
            options(nostack, preserves_flags),
        );
    }
}

#[cfg(test)]
mod tests;
