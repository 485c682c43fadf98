//! The vectors of x86-64, and the entries that switch their instructions on.

use core::arch::x86_64::{
    __m128i, __m256i, __m512i, __mmask64, _mm_loadu_si128, _mm_storeu_si128, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_m128i, _mm256_shuffle_epi8, _mm512_loadu_si512,
    _mm512_maskz_permutexvar_epi8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_storeu_si512,
};

use super::super::plan::{Axis, nest};
use super::shuffle::{Plan, Vector};

macro_rules! entry {
    ($name:ident, $features:literal, $vector:ty) => {
        /// Whether the copy was one for these vectors; it is done then.
        ///
        /// # Safety
        ///
        #[doc = concat!("As for [`super::run`], and the machine has ", $features, ".")]
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $name(outer: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
            let Some(plan) = Plan::new(outer, block, <$vector>::LANE, <$vector>::LANES) else { return false };
            // SAFETY: the machine has the instructions.
            let tables = unsafe { plan.tables::<$vector>() };
            macro_rules! rows {
                ($loads:literal) => {
                    // A closure of this function, so that it has its instructions.
                    nest(plan.far, |t, s| {
                        // SAFETY: a row of the copy, with the plan's tables and loads.
                        unsafe {
                            plan.along::<$vector, $loads>(
                                &tables,
                                to.wrapping_offset(t),
                                from.wrapping_offset(s),
                            )
                        }
                    })
                };
            }
            match plan.count {
                1 => rows!(1),
                2 => rows!(2),
                3 => rows!(3),
                _ => rows!(4),
            }
            true
        }
    };
}

entry! { avx2, "avx2", __m256i }
entry! { avx512, "avx512f,avx512bw,avx512vbmi", __m512i }

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
