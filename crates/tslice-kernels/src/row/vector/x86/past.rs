//! Non-temporal stores, which every x86-64 has: of rows, and of blocks into an output that is
//! larger than the caches.

use core::arch::asm;
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};
use core::ptr::copy_nonoverlapping;

use super::Xmm;
use crate::row::{Blocks, HUGE, LINE, PAGE};

/// Bytes that are stored together.
pub const PIECE: usize = size_of::<Xmm>();
/// The fewest bytes of a row for non-temporal stores.
pub const LEAST: usize = LINE;

/// A fence: once it is dropped, this thread's later stores, a flag among them, come after the
/// non-temporal ones.
pub struct Fence;

impl Drop for Fence {
    fn drop(&mut self) {
        // SAFETY: the instruction needs SSE, which every x86-64 has.
        unsafe { _mm_sfence() };
    }
}

/// Begins to load elements.
#[inline(always)]
pub fn fetch<T>(row: &[T]) {
    let from: *const u8 = row.as_ptr().cast();
    (0..size_of_val(row))
        .step_by(LINE)
        .for_each(|at| fetch_line(from.wrapping_add(at)));
}

/// Begins to load a line.
#[inline(always)]
fn fetch_line(from: *const u8) {
    // SAFETY: the instruction is a hint and no access: it may be of any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) };
}

/// Copies bytes by non-temporal stores.
///
/// # Safety
///
/// `bytes`, a multiple of [`PIECE`], can be read at `from`, and others written at `to`, which is a
/// multiple of it too. A [`Fence`] is dropped before another thread may be told of them.
#[inline(always)]
pub unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    let mut at = 0;
    while at + LINE <= bytes {
        for at in (at..at + LINE).step_by(PIECE) {
            // SAFETY: `piece` needs PIECE bytes, which are some of the LINE more that there are,
            // and a multiple of PIECE, as `to` is.
            unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
        }
        at += LINE;
    }
    while at < bytes {
        // SAFETY: `piece` needs PIECE bytes, of which there are more, as `bytes` is a multiple of
        // it; so is `to`.
        unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
        at += PIECE;
    }
}

/// Copies PIECE bytes by non-temporal stores.
///
/// # Safety
///
/// PIECE bytes can be read at `from`, and others written at `to`, which is a multiple of it. A
/// [`Fence`] is dropped before another thread may be told of them.
#[inline(always)]
unsafe fn piece(to: *mut u8, from: *const u8) {
    // SAFETY: `read_unaligned` needs the bytes of a piece to be readable, initialised or not.
    let piece = unsafe { from.cast::<Xmm>().read_unaligned() };
    // SAFETY: the instruction writes the 16 aligned bytes of the piece, which may be written, as a
    // move of a `MaybeUninit` vector would; the caller fences before another thread may be told of
    // them.
    unsafe {
        asm!(
            "movntdq xmmword ptr [{to}], {piece}",
            to = in(reg) to,
            piece = in(xmm_reg) piece,
            options(nostack, preserves_flags),
        );
    }
}

/// Moves the blocks of a huge copy.
#[target_feature(enable = "avx")]
pub(in super::super) fn try_stream(blocks: &mut Blocks<'_>) -> bool {
    blocks.block >= LINE && blocks.bytes() >= HUGE && keeps_lines(blocks) && stream(blocks)
}

/// Moves every block, and returns `true`.
#[inline(never)]
#[target_feature(enable = "avx")]
fn stream(blocks: &Blocks<'_>) -> bool {
    let _fence = Fence;
    for (to, from) in blocks.places(blocks.axes) {
        // A local copy, which no store to `to` changes: it stays in a register.
        let len = blocks.block;
        let head = to.align_offset(LINE).min(len);
        // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: the first
        // `head <= len` of a block, which invariants 1 and 2 give.
        unsafe { copy_nonoverlapping(from, to, head) };
        let mut at = head;
        while at + LINE <= len {
            fetch_line(from.wrapping_add(at + PAGE));
            // SAFETY: `copy` needs a line of the block, which begins one of the target: `head`
            // bytes ended there; and a fence behind.
            unsafe { copy(to.wrapping_add(at), from.wrapping_add(at), LINE) };
            at += LINE;
        }
        // SAFETY: `copy_nonoverlapping` needs readable bytes and others to write: those of the
        // block after its last whole line.
        unsafe { copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), len - at) };
    }
    true
}

/// Whether few cache lines contain parts of two blocks: such a line would be written in two
/// non-temporal stores, and be read back from memory for the second.
fn keeps_lines(blocks: &Blocks<'_>) -> bool {
    let whole = |step: usize| step.is_multiple_of(LINE);
    let targets = || {
        blocks
            .axes
            .iter()
            .all(|axis| whole(axis.target.unsigned_abs()))
    };
    blocks.block >= PAGE || whole(blocks.to.addr()) && whole(blocks.block) && targets()
}
