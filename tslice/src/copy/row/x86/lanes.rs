//! Lanes of 16 bytes for transposing, and the entries that switch their instructions on.
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "the operations of a block share what it has to answer for"
)]

use core::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_loadu_si128, _mm256_set_m128i, _mm256_storeu_si256, _mm256_unpackhi_epi8,
    _mm256_unpackhi_epi16, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi8,
    _mm256_unpacklo_epi16, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64, _mm512_castsi128_si512,
    _mm512_inserti32x4, _mm512_storeu_si512, _mm512_unpackhi_epi8, _mm512_unpackhi_epi16,
    _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi8, _mm512_unpacklo_epi16,
    _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
};

use crate::copy::plan::nest;
use crate::copy::row::tile::{Lanes, Planes};

macro_rules! entry {
    ($name:ident, $features:literal, $vector:ty) => {
        /// Whether the copy was one of squares for these vectors; it is done then.
        ///
        /// # Safety
        ///
        #[doc = concat!("As for [`run`](crate::copy::row::run), and the machine has ", $features, ".")]
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $name(planes: &Planes<'_>, to: *mut u8, from: *const u8) -> bool {
            if !planes.has_squares(<$vector>::COUNT) {
                return false;
            }
            macro_rules! squares {
                ($size:literal, $edge:literal) => {
                    // A closure of this function, so that it has its instructions.
                    nest(planes.far, |t, s| {
                        let (to, from) = (to.wrapping_offset(t), from.wrapping_offset(s));
                        // SAFETY: a plane of the copy; there are squares, of blocks of this size.
                        unsafe { planes.squares::<$vector, $size, $edge>(to, from) }
                    })
                };
            }
            match planes.block {
                1 => squares!(1, 16),
                2 => squares!(2, 8),
                4 => squares!(4, 4),
                8 => squares!(8, 2),
                _ => squares!(16, 1),
            }
            true
        }
    };
}

entry! { avx2, "avx2", __m256i }
entry! { avx512, "avx512f,avx512bw", __m512i }

/// # Safety
///
/// 16 bytes can be read.
#[inline(always)]
unsafe fn lane(from: *const u8) -> __m128i {
    // SAFETY: as the caller promises.
    unsafe { _mm_loadu_si128(from.cast()) }
}

impl Lanes for __m256i {
    const COUNT: usize = 2;

    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: as the caller promises.
        let (low, high) = unsafe { (lane(from), lane(from.wrapping_offset(step))) };
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_set_m128i(high, low) }
    }

    #[inline(always)]
    unsafe fn zip<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        // SAFETY: the machine has AVX2.
        unsafe {
            match SIZE {
                1 => [_mm256_unpacklo_epi8(self, other), _mm256_unpackhi_epi8(self, other)],
                2 => [_mm256_unpacklo_epi16(self, other), _mm256_unpackhi_epi16(self, other)],
                4 => [_mm256_unpacklo_epi32(self, other), _mm256_unpackhi_epi32(self, other)],
                _ => [_mm256_unpacklo_epi64(self, other), _mm256_unpackhi_epi64(self, other)],
            }
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: 32 bytes may be written.
        unsafe { _mm256_storeu_si256(to.cast(), self) }
    }
}

impl Lanes for __m512i {
    const COUNT: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: as the caller promises.
        let (a, b) = unsafe { (lane(from), lane(from.wrapping_offset(step))) };
        let from = from.wrapping_offset(2 * step);
        // SAFETY: as the caller promises.
        let (c, d) = unsafe { (lane(from), lane(from.wrapping_offset(step))) };
        // SAFETY: the machine has AVX-512F.
        unsafe {
            let ab = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(a), b);
            _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(ab, c), d)
        }
    }

    #[inline(always)]
    unsafe fn zip<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        // SAFETY: the machine has AVX-512BW.
        unsafe {
            match SIZE {
                1 => [_mm512_unpacklo_epi8(self, other), _mm512_unpackhi_epi8(self, other)],
                2 => [_mm512_unpacklo_epi16(self, other), _mm512_unpackhi_epi16(self, other)],
                4 => [_mm512_unpacklo_epi32(self, other), _mm512_unpackhi_epi32(self, other)],
                _ => [_mm512_unpacklo_epi64(self, other), _mm512_unpackhi_epi64(self, other)],
            }
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: 64 bytes may be written.
        unsafe { _mm512_storeu_si512(to.cast(), self) }
    }
}
