//! Long blocks into an output that no cache will keep: stored past the caches, loaded ahead.

use core::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_prefetch, _mm_sfence, _mm256_loadu_si256, _mm256_stream_si256,
};

use crate::copy::plan::{Axis, nest};

/// Bytes of a cache line.
const LINE: usize = 64;
/// How many bytes ahead of a load the source is fetched.
const AHEAD: usize = 2048;

/// Moves blocks of at least LINE bytes.
///
/// # Safety
///
/// As for [`run`](crate::copy::row::run), and the machine has AVX.
#[target_feature(enable = "avx")]
pub(super) unsafe fn avx(axes: &[Axis], block: usize, to: *mut u8, from: *const u8) {
    // SAFETY: `run`'s, block by block.
    nest(axes, |t, s| unsafe { one(block, to.wrapping_offset(t), from.wrapping_offset(s)) });
    // Later stores of this thread, a flag among them, come after what was streamed.
    _mm_sfence();
}

/// # Safety
///
/// `len` bytes, at least LINE, can be read at `from` and written at `to`; the machine has AVX.
#[target_feature(enable = "avx")]
unsafe fn one(len: usize, to: *mut u8, from: *const u8) {
    let head = to.align_offset(LINE).min(len);
    // SAFETY: the bytes before the first whole line of the target.
    unsafe { core::ptr::copy_nonoverlapping(from, to, head) };
    let mut at = head;
    while at + LINE <= len {
        let (to, from) = (to.wrapping_add(at), from.wrapping_add(at));
        _mm_prefetch::<_MM_HINT_T0>(from.wrapping_add(AHEAD).cast());
        // SAFETY: the first half of a line inside the block.
        let low: __m256i = unsafe { _mm256_loadu_si256(from.cast()) };
        // SAFETY: the second half.
        let high: __m256i = unsafe { _mm256_loadu_si256(from.wrapping_add(LINE / 2).cast()) };
        // SAFETY: as the load; `to` is at the start of a line.
        unsafe { _mm256_stream_si256(to.cast(), low) };
        // SAFETY: as above.
        unsafe { _mm256_stream_si256(to.wrapping_add(LINE / 2).cast(), high) };
        at += LINE;
    }
    // SAFETY: the bytes after the last whole line.
    unsafe { core::ptr::copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), len - at) };
}
