//! The vector that scatters, and the entry point that switches its instructions on.

use core::arch::asm;
use core::arch::x86_64::{__m512i, _mm512_loadu_si512};

use super::Zmm;
use super::shuffle::store_some;
use crate::copy::row::Blocks;
use crate::copy::row::vector::scatter::{Scatter, Spread, Table};

/// Moves rows of short blocks with gaps in the target.
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn try_scatter(blocks: &mut Blocks<'_>) -> bool {
    let Some(scatter) = Scatter::new(blocks) else { return false };
    // SAFETY: `ready` needs the vector's instructions, which are this function's features.
    let table = unsafe { Zmm::ready(&scatter.table) };
    blocks.visit(scatter.far, |to, from| {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2 give; the scatter's
        // own table; and the instructions, which are this function's features.
        unsafe { scatter.along::<Zmm>(table, to, from) }
    });
    true
}

impl Spread for Zmm {
    type Ready = (__m512i, __m512i);

    #[inline(always)]
    unsafe fn ready(table: &Table) -> Self::Ready {
        // SAFETY: the load needs 64 readable bytes, and AVX-512F.
        let words = unsafe { _mm512_loadu_si512(table.words.as_ptr().cast()) };
        // SAFETY: as above.
        let bytes = unsafe { _mm512_loadu_si512(table.bytes.as_ptr().cast()) };
        (words, bytes)
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, (words, bytes): Self::Ready, readable: u64) -> Self {
        // SAFETY: `take_spread` needs what `take` needs.
        unsafe { take_spread(from, words, bytes, readable) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, written: u64) {
        // SAFETY: `store_some` needs the bytes of `written` to be writable, as `store` does.
        unsafe { store_some(self, to, written) }
    }
}

/// [`Spread::take`]: words to their lanes, then bytes within their lanes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn take_spread(from: *const u8, words: __m512i, bytes: __m512i, readable: u64) -> Zmm {
    let spread;
    // SAFETY: the first instruction loads the bytes of `readable` and no others, which may be in no memory at all; the
    // others move whole bytes between registers. To the program they are moves of `MaybeUninit<u8>`.
    unsafe {
        asm!(
            "vmovdqu8 {spread}{{{readable}}}{{z}}, zmmword ptr [{from}]",
            "vpermd {spread}, {words}, {spread}",
            "vpshufb {spread}, {spread}, {bytes}",
            spread = out(zmm_reg) spread,
            from = in(reg) from,
            words = in(zmm_reg) words,
            bytes = in(zmm_reg) bytes,
            readable = in(kreg) readable,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    spread
}
