//! Blocks into an output that no cache will keep: stored past the caches, loaded ahead.

use core::arch::asm;
use core::ptr::copy_nonoverlapping;

use super::Ymm;
use crate::copy::row::{Blocks, LINE};

/// Outputs from here on, in bytes, leave the caches before they are read again, so that storing past them pays, by
/// measure.
const HUGE: usize = 8 << 20;
/// Blocks from here on, in bytes, share few of their lines with their neighbours.
const PAGE: usize = 4096;
/// How many bytes ahead of a load the source is fetched.
const AHEAD: usize = 2048;

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
    let block = blocks.block;
    blocks.visit(blocks.axes, |to, from| {
        // SAFETY: `one` needs a readable block, a writable one, and AVX: invariants 1 and 2, and this function's
        // feature.
        unsafe { one(block, to, from) }
    });
    // Later stores of this thread, a flag among them, come after what was streamed.
    // SAFETY: the instruction touches no memory, and orders stores, which is always allowed.
    unsafe { asm!("sfence", options(nostack, preserves_flags)) };
}

/// Whether hardly a cache line is in two blocks: such a line would be stored past the caches by halves, and be read
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
/// `len` bytes can be read at `from`, and others written at `to`.
#[target_feature(enable = "avx")]
unsafe fn one(len: usize, to: *mut u8, from: *const u8) {
    let head = to.align_offset(LINE).min(len);
    // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: the first `head <= len` of the block.
    unsafe { copy_nonoverlapping(from, to, head) };
    let mut at = head;
    while at + LINE <= len {
        let (to, from) = (to.wrapping_add(at), from.wrapping_add(at));
        // SAFETY: `line` needs a line of the block, which begins one of the target: `head` bytes ended there.
        unsafe { line(to, from) };
        at += LINE;
    }
    // SAFETY: as above, for the bytes after the last whole line.
    unsafe { copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), len - at) };
}

/// Moves LINE bytes past the caches.
///
/// # Safety
///
/// LINE bytes can be read at `from`, and others written at `to`, which is a multiple of LINE.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn line(to: *mut u8, from: *const u8) {
    // SAFETY: `read_unaligned` needs the bytes of the line's first half to be readable, initialised or not.
    let low = unsafe { from.cast::<Ymm>().read_unaligned() };
    // SAFETY: as above, for the second half.
    let high = unsafe { from.wrapping_add(LINE / 2).cast::<Ymm>().read_unaligned() };
    // SAFETY: the instructions write the 64 aligned bytes at `to`, all of which may be written, as two moves of
    // `MaybeUninit` vectors would; the caller fences before another thread may be told of them. A prefetch is no access, and
    // may be of any address.
    unsafe {
        asm!(
            "prefetcht0 byte ptr [{from} + {AHEAD}]",
            "vmovntdq ymmword ptr [{to}], {low}",
            "vmovntdq ymmword ptr [{to} + 32], {high}",
            to = in(reg) to,
            from = in(reg) from,
            AHEAD = const AHEAD,
            low = in(ymm_reg) low,
            high = in(ymm_reg) high,
            options(nostack, preserves_flags),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::one;

    #[test]
    fn a_streamed_block_is_whole_at_every_alignment_and_length() {
        if !std::is_x86_feature_detected!("avx") {
            return;
        }
        let source: Vec<u8> = (0..500).map(|i| u8::try_from(i % 249).expect("below 249")).collect();
        for (at, len) in (0..70).flat_map(|at| [0, 1, 63, 64, 65, 127, 128, 300].map(|len| (at, len))) {
            let mut target = std::vec![0xA5; 500];
            let mut expected = target.clone();
            expected[at..][..len].copy_from_slice(&source[at / 2..][..len]);
            let (to, from) = (target.as_mut_ptr().wrapping_add(at), source.as_ptr().wrapping_add(at / 2));
            // SAFETY: `one` needs `len` bytes at both, which 500 at offsets below 70 have, and AVX, which was
            // detected.
            unsafe { one(len, to, from) };
            assert!(target == expected, "{at} {len}");
        }
    }
}
