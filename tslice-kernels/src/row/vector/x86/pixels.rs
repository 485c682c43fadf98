//! Two lanes for pixels, planes and squares.

use super::{Xmm, Ymm, moved};
use crate::row::vector::pixels::Weaver;

impl Weaver for Ymm {
    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the 16 bytes of the first lane to be readable, by the caller's condition.
        let low = unsafe { from.cast::<Xmm>().read_unaligned() };
        // SAFETY: `read_unaligned` needs the 16 bytes of the second lane to be readable, by the caller's condition.
        let high = unsafe { from.wrapping_offset(step).cast::<Xmm>().read_unaligned() };
        // SAFETY: `of_lanes` needs AVX2, which the machine has by the caller's condition.
        unsafe { Self::of_lanes([low, high]) }
    }

    #[inline(always)]
    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        // SAFETY: `interleaved` needs AVX2, which the machine has: a vector exists.
        unsafe { interleaved::<SIZE>(self, other) }
    }

    #[inline(always)]
    fn shuffle(self, table: Self) -> Self {
        // SAFETY: `shuffled` needs AVX2, which the machine has: a vector exists.
        unsafe { shuffled(self, table) }
    }

    #[inline(always)]
    fn blend(self, other: Self, mask: Self) -> Self {
        // SAFETY: `blended` needs AVX2, which the machine has: a vector exists.
        unsafe { blended(self, other, mask) }
    }

    #[inline(always)]
    fn lanes<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self {
        // SAFETY: `chosen` needs AVX2, which the machine has: a vector exists.
        unsafe { chosen::<LOW, HIGH>(self, other) }
    }
}

/// [`Weaver::interleave`].
#[inline]
#[target_feature(enable = "avx2")]
fn interleaved<const SIZE: usize>(a: Ymm, b: Ymm) -> [Ymm; 2] {
    match SIZE {
        1 => [moved!(Ymm, ymm_reg, "vpunpcklbw", a b), moved!(Ymm, ymm_reg, "vpunpckhbw", a b)],
        2 => [moved!(Ymm, ymm_reg, "vpunpcklwd", a b), moved!(Ymm, ymm_reg, "vpunpckhwd", a b)],
        4 => [moved!(Ymm, ymm_reg, "vpunpckldq", a b), moved!(Ymm, ymm_reg, "vpunpckhdq", a b)],
        _ => [moved!(Ymm, ymm_reg, "vpunpcklqdq", a b), moved!(Ymm, ymm_reg, "vpunpckhqdq", a b)],
    }
}

/// [`Weaver::shuffle`].
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(bytes: Ymm, table: Ymm) -> Ymm {
    moved!(Ymm, ymm_reg, "vpshufb", bytes table)
}

/// [`Weaver::blend`].
#[inline]
#[target_feature(enable = "avx2")]
fn blended(bytes: Ymm, other: Ymm, mask: Ymm) -> Ymm {
    moved!(Ymm, ymm_reg, "vpblendvb", bytes other mask)
}

/// [`Weaver::lanes`].
#[inline]
#[target_feature(enable = "avx2")]
fn chosen<const LOW: usize, const HIGH: usize>(first: Ymm, second: Ymm) -> Ymm {
    Ymm::of_lanes([first.to_lanes()[LOW], second.to_lanes()[HIGH]])
}
