//! Blocks of a few cache lines, without a call for each.

use core::arch::x86_64::{_mm256_loadu_si256, _mm256_storeu_si256};

use crate::copy::plan::{Axis, nest};

/// Bytes that move together.
const STEP: usize = 64;

/// Moves blocks of at least STEP bytes.
///
/// # Safety
///
/// As for [`run`](crate::copy::row::run), and the machine has AVX.
#[target_feature(enable = "avx")]
pub(super) unsafe fn avx(axes: &[Axis], block: usize, to: *mut u8, from: *const u8) {
    nest(axes, |t, s| {
        let (to, from) = (to.wrapping_offset(t), from.wrapping_offset(s));
        let mut at = 0;
        while at + STEP <= block {
            // SAFETY: STEP bytes inside the block.
            unsafe { step(to.wrapping_add(at), from.wrapping_add(at)) };
            at += STEP;
        }
        if at < block {
            let last = block - STEP;
            // SAFETY: the last STEP bytes of the block, some of which are written again.
            unsafe { step(to.wrapping_add(last), from.wrapping_add(last)) };
        }
    });
}

/// # Safety
///
/// STEP bytes can be read at `from` and written at `to`; the machine has AVX.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn step(to: *mut u8, from: *const u8) {
    // SAFETY: the first half.
    let low = unsafe { _mm256_loadu_si256(from.cast()) };
    // SAFETY: the second half.
    let high = unsafe { _mm256_loadu_si256(from.wrapping_add(STEP / 2).cast()) };
    // SAFETY: the first half.
    unsafe { _mm256_storeu_si256(to.cast(), low) };
    // SAFETY: the second half.
    unsafe { _mm256_storeu_si256(to.wrapping_add(STEP / 2).cast(), high) };
}
