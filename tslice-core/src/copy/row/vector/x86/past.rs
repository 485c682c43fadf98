//! Rows stored past the caches, by instructions that every x86-64 has.

use core::arch::asm;
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};

use super::Xmm;
use crate::copy::row::LINE;

/// Bytes that are stored together.
pub(crate) const PIECE: usize = 16;
/// The fewest bytes of a row that it pays to store past the caches.
pub(crate) const LEAST: usize = LINE;

/// A fence: once it is dropped, this thread's later stores, a flag among them, come after those past the caches.
pub(crate) struct Fence;

impl Drop for Fence {
    fn drop(&mut self) {
        // SAFETY: the instruction needs SSE, which every x86-64 has.
        unsafe { _mm_sfence() };
    }
}

/// Begins to load bytes, which need not be there.
#[inline(always)]
pub(crate) fn fetch(from: *const u8, bytes: usize) {
    for at in (0..bytes).step_by(LINE) {
        // SAFETY: the instruction is a hint and no access: it may be of any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.wrapping_add(at).cast()) };
    }
}

/// Copies bytes past the caches.
///
/// # Safety
///
/// `bytes`, a multiple of [`PIECE`], can be read at `from`, and others written at `to`, which is a multiple of it too. A [`Fence`] is
/// dropped before another thread may be told of them.
#[inline(always)]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    let mut at = 0;
    while at + LINE <= bytes {
        // SAFETY: `line` needs LINE bytes, of which there are that many more, at multiples of PIECE, which `to` and LINE are.
        unsafe { line(to.wrapping_add(at), from.wrapping_add(at)) };
        at += LINE;
    }
    while at < bytes {
        // SAFETY: `piece` needs PIECE bytes, of which there are more, as `bytes` is a multiple of it; so is `to`.
        unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
        at += PIECE;
    }
}

/// Copies LINE bytes past the caches.
///
/// # Safety
///
/// LINE bytes can be read at `from`, and others written at `to`, which is a multiple of [`PIECE`]. A [`Fence`] is dropped before another
/// thread may be told of them.
#[inline(always)]
pub(super) unsafe fn line(to: *mut u8, from: *const u8) {
    for at in (0..LINE).step_by(PIECE) {
        // SAFETY: `piece` needs PIECE bytes at a multiple of PIECE: those of the line from `at` on.
        unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
    }
}

/// Copies PIECE bytes past the caches.
///
/// # Safety
///
/// PIECE bytes can be read at `from`, and others written at `to`, which is a multiple of it. A [`Fence`] is dropped before another thread
/// may be told of them.
#[inline(always)]
unsafe fn piece(to: *mut u8, from: *const u8) {
    // SAFETY: `read_unaligned` needs the bytes of a piece to be readable, initialised or not.
    let piece = unsafe { from.cast::<Xmm>().read_unaligned() };
    // SAFETY: the instruction writes the 16 aligned bytes of the piece, which may be written, as a move of a `MaybeUninit` vector
    // would; the caller fences before another thread may be told of them.
    unsafe {
        asm!(
            "movntdq xmmword ptr [{to}], {piece}",
            to = in(reg) to,
            piece = in(xmm_reg) piece,
            options(nostack, preserves_flags),
        );
    }
}
