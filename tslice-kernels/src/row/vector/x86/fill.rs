//! One short block over and over, in aligned stores.

use core::mem::MaybeUninit;

use super::Ymm;
use crate::row::{Blocks, LINE};

/// Bytes of a store.
const STORE: usize = size_of::<Ymm>();

/// Fills rows of the target, each with one block whose length divides that of a store.
#[target_feature(enable = "avx")]
pub(in super::super) fn try_fill(blocks: &mut Blocks<'_>) -> bool {
    let Some(row) = blocks.repeated().filter(|row| row.len * blocks.block > LINE) else { return false };
    let count = row.len;
    match blocks.block {
        1 => rows::<1>(blocks, count),
        2 => rows::<2>(blocks, count),
        4 => rows::<4>(blocks, count),
        8 => rows::<8>(blocks, count),
        16 => rows::<16>(blocks, count),
        _ => return false,
    }
    true
}

/// Fills every row with `count` copies of its block of B bytes.
#[target_feature(enable = "avx")]
fn rows<const B: usize>(blocks: &Blocks<'_>, count: usize) {
    let here = blocks.repeated().is_some_and(|row| row.len == count) && blocks.block == B;
    assert!(here && count * B > LINE, "rows of `count` blocks, each repeated");
    let far = &blocks.axes[..blocks.axes.len() - 1];
    blocks.visit(far, |to, from| {
        // SAFETY: `fill` needs one readable block (invariant 1) and `count` consecutive writable ones (invariant 2: in the target,
        // the row's blocks follow each other), more than LINE bytes, which was checked, and AVX: this function's feature.
        unsafe { fill::<B>(to, from, count * B) };
    });
}

/// Fills `len` bytes with blocks of B bytes, in stores that begin at multiples of STORE, and one at each end.
///
/// # Safety
///
/// B bytes can be read at `from`; `len` others, more than LINE and whole blocks, can be written at `to`.
#[target_feature(enable = "avx")]
unsafe fn fill<const B: usize>(to: *mut u8, from: *const u8, len: usize) {
    const { assert!(STORE.is_multiple_of(B), "a store is whole blocks") };
    // SAFETY: `read` needs B readable bytes, aligned by 1; a `MaybeUninit` may be any byte, initialised or not.
    let block = unsafe { from.cast::<[MaybeUninit<u8>; B]>().read() };
    let mut pattern = [MaybeUninit::uninit(); 2 * STORE];
    pattern.as_chunks_mut().0.fill(block);
    // The pattern is long enough for a store from any offset below B on.
    let pattern = pattern.as_ptr();
    let head = STORE - to.addr() % STORE;
    // SAFETY: `read_unaligned` needs STORE readable bytes: the pattern has twice as many.
    let whole = unsafe { pattern.cast::<Ymm>().read_unaligned() };
    // SAFETY: `read_unaligned` needs STORE readable bytes: the pattern has twice as many, and `head % B` is below STORE.
    let turned = unsafe { pattern.wrapping_add(head % B).cast::<Ymm>().read_unaligned() };
    // SAFETY: `write_unaligned` needs STORE writable bytes: `len` is more.
    unsafe { to.cast::<Ymm>().write_unaligned(whole) };
    let last = len - STORE;
    let mut at = head;
    // A line at once: the time of a loop around one store depends on its place in memory.
    while last.saturating_sub(at) >= LINE {
        // SAFETY: `write` needs LINE writable bytes, which end before `len`, at a multiple of STORE, as below.
        unsafe { to.wrapping_add(at).cast::<[Ymm; 2]>().write([turned; 2]) };
        at += LINE;
    }
    while at < last {
        // SAFETY: `write` needs STORE writable bytes, which end before `len`, at a multiple of STORE, which `to + head` and all
        // that follow are.
        unsafe { to.wrapping_add(at).cast::<Ymm>().write(turned) };
        at += STORE;
    }
    // SAFETY: `write_unaligned` needs STORE writable bytes: the last ones. `last` is whole blocks, as `len` and a store are.
    unsafe { to.wrapping_add(last).cast::<Ymm>().write_unaligned(whole) };
}
