//! Lanes for transposing, and the entry points that switch their instructions on.

use core::arch::asm;

use super::{Xmm, Ymm, Zmm};
use crate::copy::row::Blocks;
use crate::copy::row::vector::squares::{Lanes, Squares};

macro_rules! entry {
    ($name:ident, $features:literal, $vector:ty) => {
        /// Moves planes by squares of these vectors.
        #[target_feature(enable = $features)]
        pub(in super::super) fn $name(blocks: &mut Blocks<'_>) -> bool {
            let Some(squares) = Squares::of::<$vector>(blocks) else { return false };
            let far = &blocks.axes[..blocks.axes.len() - 2];
            macro_rules! planes {
                ($size:literal, $edge:literal) => {
                    blocks.visit(far, |to, from| {
                        // SAFETY: `plane` needs the blocks of one plane, SIZE bytes each, and
                        // the vectors' instructions: invariants 1 and 2 for this index tuple
                        // of the other axes, the arm of the match, and this function's
                        // features.
                        unsafe { squares.plane::<$vector, $size, $edge>(to, from) }
                    })
                };
            }
            match blocks.block {
                1 => planes!(1, 16),
                2 => planes!(2, 8),
                4 => planes!(4, 4),
                8 => planes!(8, 2),
                _ => planes!(16, 1),
            }
            true
        }
    };
}

entry! { try_squares_avx2, "avx2", Ymm }
entry! { try_squares_avx512, "avx512f,avx512bw", Zmm }

/// A function that interleaves the lower and the upper halves of lanes by a pair of instructions.
macro_rules! zip {
    ($name:ident, $features:literal, $vector:ty, $register:ident, $low:literal, $high:literal) => {
        /// [`Lanes::zip`] for one size of elements.
        #[inline]
        #[target_feature(enable = $features)]
        fn $name(first: $vector, second: $vector) -> [$vector; 2] {
            let (low, high): ($vector, $vector);
            // SAFETY: the instruction moves whole bytes between registers, and each byte of its result is one of the
            // operands'.
            unsafe {
                asm!(
                    concat!($low, " {low}, {first}, {second}"),
                    low = lateout($register) low,
                    first = in($register) first,
                    second = in($register) second,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            // SAFETY: as above.
            unsafe {
                asm!(
                    concat!($high, " {high}, {first}, {second}"),
                    high = lateout($register) high,
                    first = in($register) first,
                    second = in($register) second,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            [low, high]
        }
    };
}

zip! { zip_1_avx2, "avx2", Ymm, ymm_reg, "vpunpcklbw", "vpunpckhbw" }
zip! { zip_2_avx2, "avx2", Ymm, ymm_reg, "vpunpcklwd", "vpunpckhwd" }
zip! { zip_4_avx2, "avx2", Ymm, ymm_reg, "vpunpckldq", "vpunpckhdq" }
zip! { zip_8_avx2, "avx2", Ymm, ymm_reg, "vpunpcklqdq", "vpunpckhqdq" }
zip! { zip_1_avx512, "avx512f,avx512bw", Zmm, zmm_reg, "vpunpcklbw", "vpunpckhbw" }
zip! { zip_2_avx512, "avx512f,avx512bw", Zmm, zmm_reg, "vpunpcklwd", "vpunpckhwd" }
zip! { zip_4_avx512, "avx512f", Zmm, zmm_reg, "vpunpckldq", "vpunpckhdq" }
zip! { zip_8_avx512, "avx512f", Zmm, zmm_reg, "vpunpcklqdq", "vpunpckhqdq" }

impl Lanes for Ymm {
    const COUNT: usize = 2;

    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the 16 bytes of the first lane to be readable, initialised or not.
        let low = unsafe { from.cast::<Xmm>().read_unaligned() };
        // SAFETY: as above, for the second lane.
        let high = unsafe { from.wrapping_offset(step).cast::<Xmm>().read_unaligned() };
        // SAFETY: any bytes are a `MaybeUninit` vector, here two of half its size.
        unsafe { core::mem::transmute::<[Xmm; 2], Self>([low, high]) }
    }

    #[inline(always)]
    unsafe fn zip<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        match SIZE {
            // SAFETY: the function needs the instructions, which this one's caller has.
            1 => unsafe { zip_1_avx2(self, other) },
            // SAFETY: as above.
            2 => unsafe { zip_2_avx2(self, other) },
            // SAFETY: as above.
            4 => unsafe { zip_4_avx2(self, other) },
            // SAFETY: as above.
            _ => unsafe { zip_8_avx2(self, other) },
        }
    }
}

impl Lanes for Zmm {
    const COUNT: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `load_four` needs what this function needs: readable lanes and the instructions.
        unsafe { load_four(from, step) }
    }

    #[inline(always)]
    unsafe fn zip<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        match SIZE {
            // SAFETY: the function needs the instructions, which this one's caller has.
            1 => unsafe { zip_1_avx512(self, other) },
            // SAFETY: as above.
            2 => unsafe { zip_2_avx512(self, other) },
            // SAFETY: as above.
            4 => unsafe { zip_4_avx512(self, other) },
            // SAFETY: as above.
            _ => unsafe { zip_8_avx512(self, other) },
        }
    }
}

/// [`Lanes::load`] of four lanes, each by one instruction: loads in Rust are joined by a tree of more.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load_four(from: *const u8, step: isize) -> Zmm {
    let lanes;
    // The first lane is loaded into all four: without AVX-512VL, a move of 16 bytes has only 16 of the 32 registers.
    // SAFETY: the instructions read the 16 bytes of each lane, which may be read, as moves of `MaybeUninit` would.
    unsafe {
        asm!(
            "vbroadcasti32x4 {lanes}, xmmword ptr [{from}]",
            "vinserti32x4 {lanes}, {lanes}, xmmword ptr [{from} + {step}], 1",
            "vinserti32x4 {lanes}, {lanes}, xmmword ptr [{third}], 2",
            "vinserti32x4 {lanes}, {lanes}, xmmword ptr [{third} + {step}], 3",
            lanes = out(zmm_reg) lanes,
            from = in(reg) from,
            third = in(reg) from.wrapping_offset(2 * step),
            step = in(reg) step,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    lanes
}
