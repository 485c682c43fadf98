//! The vectors of x86-64, and the entries that switch their instructions on.

use core::arch::x86_64::{
    __m128i, __m256i, __m512i, __mmask64, _mm_loadu_si128, _mm_storeu_si128, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_m128i, _mm256_shuffle_epi8, _mm512_loadu_si512,
    _mm512_maskz_permutexvar_epi8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_storeu_si512,
};

use super::super::plan::Axis;
use super::shuffle::{Plan, Vector};

/// Whether the copy was one for 32-byte vectors.
///
/// # Safety
///
/// As for [`super::run`], and the machine has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn avx2(outer: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe { shuffle::<__m256i>(outer, block, to, from) }
}

/// Whether the copy was one for 64-byte vectors.
///
/// # Safety
///
/// As for [`super::run`], and the machine has AVX-512 with BW and VBMI.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) unsafe fn avx512(outer: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe { shuffle::<__m512i>(outer, block, to, from) }
}

/// # Safety
///
/// As for [`super::run`], and the machine has the instructions of `V`.
#[inline(always)]
unsafe fn shuffle<V: Vector>(outer: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
    let Some(plan) = Plan::new(outer, block, V::LANE, V::LANES) else { return false };
    // SAFETY: as the caller promises; the plan is for V's lanes.
    unsafe { plan.run::<V>(to, from) };
    true
}

impl Vector for __m256i {
    const LANE: usize = 16;
    const LANES: usize = 2;
    type Table = Self;

    #[inline(always)]
    unsafe fn table(positions: &[u8; 64]) -> Self {
        // SAFETY: the first 16 of 64 bytes.
        let half = unsafe { _mm_loadu_si128(positions.as_ptr().cast()) };
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_set_m128i(half, half) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: 16 bytes can be read.
        let low: __m128i = unsafe { _mm_loadu_si128(from.cast()) };
        // SAFETY: 16 bytes can be read.
        let high: __m128i = unsafe { _mm_loadu_si128(from.wrapping_offset(step).cast()) };
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_set_m128i(high, low) }
    }

    #[inline(always)]
    unsafe fn shuffle(self, table: Self) -> Self {
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_shuffle_epi8(self, table) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_or_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, step: usize) {
        // SAFETY: the machine has AVX2.
        let low = unsafe { _mm256_castsi256_si128(self) };
        // SAFETY: the machine has AVX2.
        let high = unsafe { _mm256_extracti128_si256::<1>(self) };
        // SAFETY: 16 bytes may be written.
        unsafe { _mm_storeu_si128(to.cast(), low) };
        // SAFETY: 16 bytes may be written.
        unsafe { _mm_storeu_si128(to.wrapping_add(step).cast(), high) };
    }
}

impl Vector for __m512i {
    const LANE: usize = 64;
    const LANES: usize = 1;
    type Table = (Self, __mmask64);

    #[inline(always)]
    unsafe fn table(positions: &[u8; 64]) -> (Self, __mmask64) {
        // SAFETY: 64 bytes.
        let positions = unsafe { _mm512_loadu_si512(positions.as_ptr().cast()) };
        // SAFETY: the machine has AVX-512BW.
        let absent = unsafe { _mm512_movepi8_mask(positions) };
        (positions, !absent)
    }

    #[inline(always)]
    unsafe fn load(from: *const u8, _: isize) -> Self {
        // SAFETY: 64 bytes can be read.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn shuffle(self, (positions, present): (Self, __mmask64)) -> Self {
        // SAFETY: the machine has AVX-512VBMI.
        unsafe { _mm512_maskz_permutexvar_epi8(present, positions, self) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the machine has AVX-512F.
        unsafe { _mm512_or_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: 64 bytes may be written.
        unsafe { _mm512_storeu_si512(to.cast(), self) }
    }
}
