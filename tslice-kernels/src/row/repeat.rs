//! One block over and over: fills and broadcasts.

use core::mem::MaybeUninit;
use core::ptr::copy_nonoverlapping;

use super::{Blocks, PAGE};

/// Rows of fewer bytes are written as fast block by block.
const SHORT_ROW: usize = 32;

/// Fills rows of the target, each with one block of the source.
#[inline]
pub(super) fn try_repeat(blocks: &mut Blocks<'_>) -> bool {
    let Some(row) = blocks.repeated().filter(|row| row.len * blocks.block >= SHORT_ROW) else { return false };
    fill_rows(blocks, row.len);
    true
}

/// Fills every row with `count` copies of its block. Apart from [`try_repeat`], which is small without it.
#[inline(never)]
fn fill_rows(blocks: &Blocks<'_>, count: usize) {
    let here = blocks.repeated().is_some_and(|row| row.len == count && count * blocks.block > 0);
    assert!(here, "rows of `count` blocks, each repeated");
    let far = &blocks.axes[..blocks.axes.len() - 1];
    blocks.visit(far, |to, from| {
        // SAFETY: `fill` needs one readable block (invariant 1) and `count` consecutive writable ones (invariant 2: in
        // the target, the row's blocks follow each other).
        unsafe { fill(to, from, count, blocks.block) };
    });
}

/// Writes `count` copies of the block at `from`, one after the other.
///
/// # Safety
///
/// `block` bytes can be read at `from`, and `count * block` others written at `to`; neither is 0.
unsafe fn fill(to: *mut u8, from: *const u8, count: usize, block: usize) {
    macro_rules! of_size {
        ($($size:literal)+) => {
            match block {
                // SAFETY: `fill_with` needs a readable block of this size, which the arm of the match says, and room for `count`
                // of them: the conditions of this function.
                $($size => return unsafe { fill_with::<$size>(to, from, count) },)+
                _ => {}
            }
        };
    }
    of_size!(1 2 4 8 16);
    let total = count * block;
    // SAFETY: `copy_nonoverlapping` needs `block` readable bytes and `block` others to write: `count` is at least 1.
    unsafe { copy_nonoverlapping(from, to, block) };
    let (mut done, mut piece) = (block, block);
    while done < total {
        let len = piece.min(total - done);
        // SAFETY: `copy_nonoverlapping` needs `len` readable bytes, which are the first of those that are written;
        // and `len` others to write, which begin `done >= piece >= len` bytes later and end within `total`.
        unsafe { copy_nonoverlapping(to.cast_const(), to.wrapping_add(done), len) };
        done += len;
        // The first page stays in the cache, and the rest of the row is copied from it.
        if piece < PAGE {
            piece = done;
        }
    }
}

/// Works like [`fill`], for blocks of B bytes, which the compiler writes by vectors.
///
/// # Safety
///
/// B bytes can be read at `from`, and `count * B` others written at `to`.
unsafe fn fill_with<const B: usize>(to: *mut u8, from: *const u8, count: usize) {
    // SAFETY: `read` needs B readable bytes, aligned by 1; a `MaybeUninit` may be any byte, initialised or not.
    let block = unsafe { from.cast::<[MaybeUninit<u8>; B]>().read() };
    // SAFETY: a slice needs `count` blocks to which no other reference exists while it lives: they are the caller's.
    unsafe { core::slice::from_raw_parts_mut(to.cast::<[MaybeUninit<u8>; B]>(), count) }.fill(block);
}
