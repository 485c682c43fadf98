//! Lanes for transposing.

use core::arch::asm;

use super::{Avx2, Xmm, Ymm};
use crate::row::vector::squares::Interleaved;

impl Interleaved for Ymm {
    type Simd = Avx2;
    const LANES: usize = 2;

    #[inline(always)]
    unsafe fn load(avx2: Avx2, from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the 16 bytes of the first lane to be readable, by the caller's condition.
        let low = unsafe { from.cast::<Xmm>().read_unaligned() };
        // SAFETY: `read_unaligned` needs the 16 bytes of the second lane to be readable, by the caller's condition.
        let high = unsafe { from.wrapping_offset(step).cast::<Xmm>().read_unaligned() };
        Self::of_lanes(avx2, [low, high])
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
}

/// A function that interleaves the lower and the upper halves of lanes by a pair of instructions.
macro_rules! interleaved {
    ($name:ident, $low:literal, $high:literal) => {
        /// [`Interleaved::interleave`] for one size of elements.
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
