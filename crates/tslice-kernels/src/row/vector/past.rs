//! Fallback for targets without non-temporal stores.

use crate::row::vector::LANE;

/// Bytes that are stored together.
pub const PIECE: usize = LANE;
/// No row is long enough.
pub const LEAST: usize = usize::MAX;
/// Nothing to wait for.
pub struct Fence;

/// Loads nothing.
pub fn fetch<T>(_: &[T]) {}

/// Copies bytes.
///
/// # Safety
///
/// `bytes` bytes can be read at `from`, and as many others written at `to`.
pub unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: `copy_nonoverlapping` needs `bytes` readable bytes and as many others to write, which
    // are the caller's.
    unsafe { core::ptr::copy_nonoverlapping(from, to, bytes) };
}
