//! Blocks into an output that is larger than the caches: non-temporal stores, and loads with prefetch.

use core::ptr::copy_nonoverlapping;

use super::past;
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
        past::fetch_line(from.wrapping_add(at + PAGE));
        // SAFETY: `copy` needs a line of the block, which begins one of the target: `head` bytes ended there.
        unsafe { past::copy(to.wrapping_add(at), from.wrapping_add(at), LINE) };
        at += LINE;
    }
    // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: those of the block after its last whole line.
    unsafe { copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), len - at) };
}
