//! The vectors of x86-64, and the entries that switch their instructions on.

use core::arch::asm;
use core::arch::x86_64::{
    __m256i, __m512i, __mmask64, _mm_loadu_si128, _mm_storeu_si128, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_m128i, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_movepi8_mask, _mm512_or_si512, _mm512_storeu_si512,
};

use crate::copy::plan::{Axis, nest};
use crate::copy::row::shuffle::{LOADS, Plan, Positions, Vector, WIDEST};

macro_rules! entry {
    ($name:ident, $features:literal, $vector:ty) => {
        /// Whether the copy was one for these vectors; it is done then.
        ///
        /// # Safety
        ///
        #[doc = concat!("As for [`run`](crate::copy::row::run), and the machine has ", $features, ".")]
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $name(outer: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
            let mut positions = Positions([[0; WIDEST]; LOADS]);
            let (lane, lanes) = (<$vector>::LANE, <$vector>::LANES);
            let plan = Plan::new(outer, block, lane, lanes, <$vector>::ENDS, &mut positions);
            let Some(plan) = plan else { return false };
            let Positions([a, b, c, d]) = &positions;
            // SAFETY: the machine has the instructions.
            let (a, b) = unsafe { (<$vector>::table(a), <$vector>::table(b)) };
            // SAFETY: the machine has the instructions.
            let (c, d) = unsafe { (<$vector>::table(c), <$vector>::table(d)) };
            let tables = [a, b, c, d];
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
    const ENDS: bool = false;
    type Table = Self;

    #[inline(always)]
    unsafe fn table(positions: &[u8; 64]) -> Self {
        // SAFETY: the first 16 of 64 bytes.
        let half = unsafe { _mm_loadu_si128(positions.as_ptr().cast()) };
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_set_m128i(half, half) }
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, step: isize, table: Self) -> Self {
        // SAFETY: as the caller promises.
        unsafe { take_halves(from, step, table) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_or_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn take_within(_: *const u8, _: Self, _: u64) -> Self {
        unreachable!("no loads of some bytes")
    }

    #[inline(always)]
    unsafe fn store_within(self, _: *mut u8, _: u64) {
        unreachable!("no stores of some bytes")
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

/// [`Vector::take`] of two windows of 16 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn take_halves(from: *const u8, step: isize, table: __m256i) -> __m256i {
    let bytes;
    // SAFETY: the instructions touch nothing outside of the two windows, and what they give depends on the bytes that the
    // table names alone: nobody can tell them from code that reads no others. A load of its own would be an access to all
    // bytes of the window, and a data race where another thread writes those in between.
    unsafe {
        asm!(
            "vmovdqu {bytes:x}, xmmword ptr [{from}]",
            "vinserti128 {bytes:y}, {bytes:y}, xmmword ptr [{from} + {step}], 1",
            "vpshufb {bytes:y}, {bytes:y}, {table:y}",
            bytes = out(ymm_reg) bytes,
            from = in(reg) from,
            step = in(reg) step,
            table = in(ymm_reg) table,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    bytes
}

/// [`Vector::take`] of one window of 64 bytes; `present` are the bytes of the lane that the table gives.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn take_whole(from: *const u8, positions: __m512i, present: __mmask64) -> __m512i {
    let bytes;
    // SAFETY: as above.
    unsafe {
        asm!(
            "vpermb {bytes}{{{present}}}{{z}}, {positions}, zmmword ptr [{from}]",
            bytes = lateout(zmm_reg) bytes,
            from = in(reg) from,
            positions = in(zmm_reg) positions,
            present = in(kreg) present,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    bytes
}

/// [`Vector::take_within`] of one window of 64 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn take_some(from: *const u8, positions: __m512i, present: __mmask64, readable: __mmask64) -> __m512i {
    let bytes;
    // SAFETY: as above; a byte that is not `readable` is not loaded, and may be in no memory at all.
    unsafe {
        asm!(
            "vmovdqu8 {bytes}{{{readable}}}{{z}}, zmmword ptr [{from}]",
            "vpermb {bytes}{{{present}}}{{z}}, {positions}, {bytes}",
            bytes = out(zmm_reg) bytes,
            from = in(reg) from,
            positions = in(zmm_reg) positions,
            present = in(kreg) present,
            readable = in(kreg) readable,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    bytes
}

impl Vector for __m512i {
    const LANE: usize = 64;
    const LANES: usize = 1;
    const ENDS: bool = true;
    type Table = (Self, __mmask64);

    #[inline(always)]
    unsafe fn table(positions: &[u8; 64]) -> Self::Table {
        // SAFETY: 64 bytes.
        let positions = unsafe { _mm512_loadu_si512(positions.as_ptr().cast()) };
        // SAFETY: the machine has AVX-512BW.
        let absent = unsafe { _mm512_movepi8_mask(positions) };
        (positions, !absent)
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, _: isize, (positions, present): Self::Table) -> Self {
        // SAFETY: as the caller promises.
        unsafe { take_whole(from, positions, present) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: the machine has AVX-512F.
        unsafe { _mm512_or_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn take_within(from: *const u8, (positions, present): Self::Table, readable: u64) -> Self {
        // SAFETY: as the caller promises.
        unsafe { take_some(from, positions, present, readable) }
    }

    #[inline(always)]
    unsafe fn store_within(self, to: *mut u8, written: u64) {
        // SAFETY: the bytes of the mask may be written.
        unsafe { _mm512_mask_storeu_epi8(to.cast(), written, self) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: 64 bytes may be written.
        unsafe { _mm512_storeu_si512(to.cast(), self) }
    }
}
