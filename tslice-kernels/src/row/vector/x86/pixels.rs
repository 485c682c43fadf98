//! Two lanes for pixels, planes and squares.

use core::arch::asm;

use super::{Xmm, Ymm};
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
        match SIZE {
            // SAFETY: the function needs AVX2, which the machine has: a vector exists.
            1 => unsafe { interleaved_1(self, other) },
            // SAFETY: the function needs AVX2, which the machine has: a vector exists.
            2 => unsafe { interleaved_2(self, other) },
            // SAFETY: the function needs AVX2, which the machine has: a vector exists.
            4 => unsafe { interleaved_4(self, other) },
            // SAFETY: the function needs AVX2, which the machine has: a vector exists.
            _ => unsafe { interleaved_8(self, other) },
        }
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

/// A function that interleaves the lower and the upper halves of lanes by a pair of instructions.
macro_rules! interleaved {
    ($name:ident, $low:literal, $high:literal) => {
        /// [`Weaver::interleave`] for one size of elements.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn $name(first: Ymm, second: Ymm) -> [Ymm; 2] {
            let (low, high);
            // SAFETY: the instructions move whole bytes between registers, and each byte of their results is one of the operands'.
            unsafe {
                asm!(
                    concat!($low, " {low}, {first}, {second}"),
                    concat!($high, " {high}, {first}, {second}"),
                    low = out(ymm_reg) low,
                    high = lateout(ymm_reg) high,
                    first = in(ymm_reg) first.0,
                    second = in(ymm_reg) second.0,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            [Ymm(low), Ymm(high)]
        }
    };
}

interleaved! { interleaved_1, "vpunpcklbw", "vpunpckhbw" }
interleaved! { interleaved_2, "vpunpcklwd", "vpunpckhwd" }
interleaved! { interleaved_4, "vpunpckldq", "vpunpckhdq" }
interleaved! { interleaved_8, "vpunpcklqdq", "vpunpckhqdq" }

/// [`Weaver::shuffle`].
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(bytes: Ymm, table: Ymm) -> Ymm {
    let shuffled;
    // SAFETY: the instruction moves whole bytes between registers.
    unsafe {
        asm!(
            "vpshufb {shuffled}, {bytes}, {table}",
            shuffled = lateout(ymm_reg) shuffled,
            bytes = in(ymm_reg) bytes.0,
            table = in(ymm_reg) table.0,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    Ymm(shuffled)
}

/// [`Weaver::blend`].
#[inline]
#[target_feature(enable = "avx2")]
fn blended(bytes: Ymm, other: Ymm, mask: Ymm) -> Ymm {
    let blended;
    // SAFETY: the instruction moves whole bytes between registers.
    unsafe {
        asm!(
            "vpblendvb {blended}, {bytes}, {other}, {mask}",
            blended = lateout(ymm_reg) blended,
            bytes = in(ymm_reg) bytes.0,
            other = in(ymm_reg) other.0,
            mask = in(ymm_reg) mask.0,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    Ymm(blended)
}

/// [`Weaver::lanes`].
#[inline]
#[target_feature(enable = "avx2")]
fn chosen<const LOW: usize, const HIGH: usize>(first: Ymm, second: Ymm) -> Ymm {
    Ymm::of_lanes([first.to_lanes()[LOW], second.to_lanes()[HIGH]])
}
