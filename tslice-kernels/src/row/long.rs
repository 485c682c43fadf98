//! Blocks that are worth a call of `memcpy` each.

use core::ptr::copy_nonoverlapping;

use super::Blocks;

/// Blocks of this many bytes and more are worth a call of `memcpy`.
const CALL: usize = 256;

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

/// Moves long blocks one by one.
pub(super) fn try_calls(blocks: &mut Blocks<'_>) -> bool {
    if blocks.block < CALL {
        return false;
    }
    let block = blocks.block;
    blocks.visit(blocks.axes, |to, from| {
        // SAFETY: `copy_nonoverlapping` needs `block` readable and `block` other writable bytes: invariants 1 and 2.
        unsafe { copy_nonoverlapping(from, to, block) };
    });
    true
}
