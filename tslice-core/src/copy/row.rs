//! A row of `Copy` elements, long or short.

use core::mem::MaybeUninit;
use core::ptr;

use tslice_kernels::move_block;

/// Elements that are copied together, of a row that has no more bytes than [`BYTES`].
const FEW: usize = 4;
/// Bytes that are copied together.
const BYTES: usize = 16;
/// Bytes of a row from which on a call of a kernel is worth it.
const CALL: usize = 128;

/// Copies a row.
///
/// # Safety
///
/// `len` elements at `from`, which are `Copy`, and as many places at `to` do not overlap; nobody else reaches the places.
#[inline(always)]
pub(crate) unsafe fn copy_row<T>(from: *const T, to: *mut T, len: usize) {
    let bytes = len * size_of::<T>();
    if bytes >= CALL {
        // SAFETY: `move_block` needs the bytes of the elements and of the places: the condition of this function.
        unsafe { move_block(to.cast(), from.cast(), bytes) };
    } else if len < FEW {
        // SAFETY: the condition of this function.
        unsafe { ptr::copy_nonoverlapping(from, to, len) };
    } else if bytes < BYTES {
        // SAFETY: `copy_in_steps` needs elements and places, no fewer than a step has: the condition of this function.
        unsafe { copy_in_steps::<T, FEW>(from, to, len) };
    } else {
        // SAFETY: `copy_in_steps` needs elements and places, no fewer than a step has: the bytes of those of this function.
        unsafe { copy_in_steps::<MaybeUninit<u8>, BYTES>(from.cast(), to.cast(), bytes) };
    }
}

/// Copies elements N at a time, the last of them perhaps twice.
///
/// # Safety
///
/// `len` elements at `from`, which are `Copy`, and as many places at `to` do not overlap, and are N or more; nobody else reaches the places.
#[inline(always)]
unsafe fn copy_in_steps<T, const N: usize>(from: *const T, to: *mut T, len: usize) {
    let last = len - N;
    let mut at = 0;
    loop {
        // SAFETY: `copy_nonoverlapping` needs N elements and places: `at` is at most `last` (the condition of this function).
        unsafe { ptr::copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), N) };
        if at == last {
            return;
        }
        at = last.min(at + N);
    }
}
