//! Rows written by the non-temporal stores that every x86-64 has.

use core::arch::asm;
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};

use super::Xmm;
use crate::row::LINE;

/// Bytes that are stored together.
pub const PIECE: usize = size_of::<Xmm>();
/// The fewest bytes of a row for non-temporal stores.
pub const LEAST: usize = LINE;

/// A fence: once it is dropped, this thread's later stores, a flag among them, come after the non-temporal ones.
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
    (0..size_of_val(row)).step_by(LINE).for_each(|at| fetch_line(from.wrapping_add(at)));
}

/// Begins to load a line.
#[inline(always)]
pub(super) fn fetch_line(from: *const u8) {
    // SAFETY: the instruction is a hint and no access: it may be of any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) };
}

/// Copies bytes by non-temporal stores.
///
/// # Safety
///
/// `bytes`, a multiple of [`PIECE`], can be read at `from`, and others written at `to`, which is a multiple of it too. A [`Fence`] is
/// dropped before another thread may be told of them.
#[inline(always)]
pub unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    let mut at = 0;
    while at + LINE <= bytes {
        for at in (at..at + LINE).step_by(PIECE) {
            // SAFETY: `piece` needs PIECE bytes, which are some of the LINE more that there are, and a multiple of PIECE, as `to` is.
            unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
        }
        at += LINE;
    }
    while at < bytes {
        // SAFETY: `piece` needs PIECE bytes, of which there are more, as `bytes` is a multiple of it; so is `to`.
        unsafe { piece(to.wrapping_add(at), from.wrapping_add(at)) };
        at += PIECE;
    }
}

/// Copies PIECE bytes by non-temporal stores.
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
