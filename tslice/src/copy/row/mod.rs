//! Moving rows of bytes: the kernel is chosen here, once per call.
//!
//! What is left of a copy is outer axes, a row axis, and a block of bytes that is contiguous in source and target. Long
//! blocks move as they are, short ones one by one with a size known to the compiler (`item`), a repeated one by doubling
//! (`splat`), short ones into a contiguous row by loading and shuffling whole vectors (`shuffle`), and transposed ones in
//! tiles (`tile`).
#![cfg_attr(
    not(all(target_arch = "x86_64", not(tslice_scalar), not(miri))),
    allow(dead_code, reason = "vectors use the rest")
)]

mod item;
mod shuffle;
mod splat;
mod tile;
#[cfg_attr(all(target_arch = "x86_64", not(tslice_scalar), not(miri)), path = "x86/mod.rs")]
mod vectors;

use super::level::Level;
use super::plan::{Axis, nest};
use tile::Planes;

/// Blocks from here on are moved in lines.
const LINE: usize = 64;
/// Blocks from here on move by `memcpy`; shorter ones are no slower in a loop here, and up to a third faster in some orders.
const LONG: usize = 64 << 10;
/// Without vectors, blocks from here on are worth a call of `memcpy`.
const CALL: usize = 256;
/// Outputs from here on leave the caches before they are read again, so that storing past them pays, by measure.
const HUGE: usize = 8 << 20;
/// Blocks from here on share few of their lines with their neighbours.
const PAGE: usize = 4096;
/// Copies below this many bytes are over before a shuffle is set up.
const SHORT_COPY: usize = 1024;
/// Blocks from here on are moved one by one as fast as by a shuffle.
const WIDE: usize = 16;
/// Rows below this many bytes are written as fast as a doubled block.
const SHORT_ROW: usize = 128;

/// Moves blocks of `block` bytes.
///
/// # Safety
///
/// Every index tuple of `axes` reaches a block that may be written at `to` and one that may be read at `from`; no byte is
/// in both, and none is in two blocks at `to`.
pub(super) unsafe fn run(axes: &mut [Axis], block: usize, to: *mut u8, from: *const u8) {
    // SAFETY: as the caller promises.
    unsafe { run_at(Level::current(), axes, block, to, from) }
}

/// # Safety
///
/// As for [`run`].
unsafe fn run_at(level: Level, axes: &mut [Axis], block: usize, to: *mut u8, from: *const u8) {
    let bytes = axes.iter().map(|axis| axis.len).product::<usize>() * block;
    let past_caches = bytes >= HUGE && keeps_lines(axes, block, to);
    // SAFETY: as the caller promises; the machine has `level`.
    if past_caches && unsafe { vectors::streamed(level, axes, block, to, from) } {
        return;
    }
    let Some((&row, far)) = axes.split_last() else {
        // SAFETY: one block.
        return unsafe { core::ptr::copy_nonoverlapping(from, to, block) };
    };
    if row.source == 0 && row.target == block.cast_signed() && row.len * block >= SHORT_ROW {
        // SAFETY: `run`'s, row by row: `row.len` blocks at the target, one at the source.
        return nest(far, |t, s| unsafe {
            splat::row(to.wrapping_offset(t), from.wrapping_offset(s), row.len, block)
        });
    }
    // SAFETY: as the caller promises; the machine has `level`.
    if (LINE..LONG).contains(&block) && unsafe { vectors::lined(level, axes, block, to, from) } {
        return;
    }
    if block >= CALL {
        // SAFETY: `run`'s, block by block.
        return nest(axes, |t, s| unsafe {
            core::ptr::copy_nonoverlapping(from.wrapping_offset(s), to.wrapping_offset(t), block);
        });
    }
    if bytes < SHORT_COPY {
        // SAFETY: as the caller promises.
        return unsafe { item::rows(far, row, block, to, from) };
    }
    // SAFETY: as the caller promises; the machine has `level`.
    if block < WIDE && unsafe { vectors::shuffled(level, axes, block, to, from) } {
        return;
    }
    let Some(planes) = Planes::new(axes, block) else {
        // SAFETY: as the caller promises.
        return unsafe { item::rows(&axes[..axes.len() - 1], row, block, to, from) };
    };
    // SAFETY: as the caller promises; the machine has `level`.
    if !unsafe { vectors::squared(level, &planes, to, from) } {
        // SAFETY: as the caller promises.
        unsafe { planes.tile_by_tile(to, from) };
    }
}

/// Whether hardly a cache line is in two blocks: such a line would be stored past the caches by halves, and be read back
/// from memory for the second.
fn keeps_lines(axes: &[Axis], block: usize, to: *mut u8) -> bool {
    let whole = |step: usize| step.is_multiple_of(LINE);
    block >= PAGE
        || whole(to.addr()) && whole(block) && axes.iter().all(|axis| whole(axis.target.unsigned_abs()))
}

#[cfg(test)]
mod tests;
