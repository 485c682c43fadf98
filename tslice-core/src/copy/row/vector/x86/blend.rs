//! The vector that blends, and the entry point that switches its instructions on.

use core::arch::asm;
use core::arch::x86_64::{__m256i, _mm256_load_si256};
use core::mem::MaybeUninit;

use super::Ymm;
use crate::copy::row::Blocks;
use crate::copy::row::vector::blend::{Blend, Blender, Table, VECTOR};

/// Moves rows of short blocks with gaps in the target that nobody else reaches.
#[target_feature(enable = "avx2")]
pub(in super::super) fn try_blend(blocks: &mut Blocks<'_>) -> bool {
    let Some(blend) = Blend::new(blocks) else { return false };
    // SAFETY: `ready` needs the vector's instructions, which are this function's features.
    let table = unsafe { Ymm::ready(&blend.table) };
    blocks.visit(blend.far, |to, from| {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2 give, and what is between them
        // (invariant 4); the plan's own table; and the instructions, which are this function's features.
        unsafe { blend.along::<Ymm>(table, to, from) }
    });
    true
}

impl Blender for Ymm {
    type Ready = (__m256i, __m256i);

    #[inline(always)]
    unsafe fn ready(table: &Table) -> Self::Ready {
        // SAFETY: the load needs 32 readable bytes, aligned as the table is, and AVX.
        let bytes = unsafe { _mm256_load_si256(table.bytes.as_ptr().cast()) };
        // SAFETY: as above; the bytes before are 32.
        let written = unsafe { _mm256_load_si256(table.written.as_ptr().cast()) };
        (bytes, written)
    }

    #[inline(always)]
    unsafe fn take(halves: [*const u8; 2], (bytes, _): Self::Ready) -> Self {
        // SAFETY: `take_spread` needs what `take` needs.
        unsafe { take_spread(halves, bytes) }
    }

    #[inline(always)]
    fn of(bytes: &[MaybeUninit<u8>; VECTOR]) -> Self {
        // SAFETY: the types have one size, and both may be any bytes, initialised or not.
        unsafe { core::mem::transmute::<[MaybeUninit<u8>; VECTOR], Self>(*bytes) }
    }

    #[inline(always)]
    unsafe fn blend(self, to: *mut u8, (_, written): Self::Ready) {
        // SAFETY: `blend_into` needs what `blend` needs.
        unsafe { blend_into(self, to, written) }
    }
}

/// [`Blender::take`].
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn take_spread([low, high]: [*const u8; 2], bytes: __m256i) -> Ymm {
    let spread;
    // SAFETY: the first two instructions load 16 readable bytes each, the third moves whole bytes in a register. To the program
    // they are moves of `MaybeUninit<u8>`.
    unsafe {
        asm!(
            "vmovdqu {spread:x}, xmmword ptr [{low}]",
            "vinserti128 {spread}, {spread}, xmmword ptr [{high}], 1",
            "vpshufb {spread}, {spread}, {bytes}",
            spread = out(ymm_reg) spread,
            low = in(reg) low,
            high = in(reg) high,
            bytes = in(ymm_reg) bytes,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    spread
}

/// [`Blender::blend`].
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn blend_into(spread: Ymm, to: *mut u8, written: __m256i) {
    // SAFETY: the instructions load 32 readable bytes, replace those of `written`, and store them to where they came from, which
    // may be written. To the program they are moves of `MaybeUninit<u8>`.
    unsafe {
        asm!(
            "vmovdqu {old}, ymmword ptr [{to}]",
            "vpblendvb {old}, {old}, {spread}, {written}",
            "vmovdqu ymmword ptr [{to}], {old}",
            old = out(ymm_reg) _,
            to = in(reg) to,
            spread = in(ymm_reg) spread,
            written = in(ymm_reg) written,
            options(nostack, preserves_flags),
        );
    }
}
