//! The vector that scatters, and the entry point that switches its instructions on.

use core::arch::asm;
use core::arch::x86_64::{__m512i, _mm512_loadu_si512};

use super::Zmm;
use super::shuffle::store_some;
use crate::row::Blocks;
use crate::row::vector::scatter::{Scatter, Spreader, Table};

/// Moves rows of short blocks with gaps in the target.
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn try_scatter(blocks: &mut Blocks<'_>) -> bool {
    let Some(scatter) = Scatter::new(blocks) else { return false };
    let places = Places::of(&scatter.pattern.table);
    blocks.visit(scatter.far, |to, from| {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2 give, and the scatter's own table.
        unsafe { scatter.along::<Zmm>(places, to, from) }
    });
    true
}

/// A table in registers. Where one exists, the machine has AVX-512F and AVX-512BW.
#[derive(Clone, Copy)]
pub(in super::super) struct Places {
    words: __m512i,
    bytes: __m512i,
}

impl Places {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of(table: &Table) -> Self {
        // SAFETY: the load needs 64 readable bytes: 16 words.
        let words = unsafe { _mm512_loadu_si512(table.words.as_ptr().cast()) };
        // SAFETY: the load needs 64 readable bytes, which `bytes` are.
        let bytes = unsafe { _mm512_loadu_si512(table.bytes.as_ptr().cast()) };
        Self { words, bytes }
    }
}

impl Spreader for Zmm {
    type Table = Places;

    #[inline(always)]
    unsafe fn take(from: *const u8, table: Places, readable: u64) -> Self {
        // SAFETY: `take_spread` needs readable bytes, which are the caller's condition, and AVX-512F and BW: a table exists.
        unsafe { take_spread(from, table, readable) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, written: u64) {
        // SAFETY: `store_some` needs the bytes of `written` to be writable, which is the caller's condition, and AVX-512F and BW: a
        // vector exists.
        unsafe { store_some(self, to, written) }
    }
}

/// [`Spreader::take`]: words to their lanes, then bytes within their lanes.
///
/// # Safety
///
/// The bytes of `readable` can be read.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn take_spread(from: *const u8, table: Places, readable: u64) -> Zmm {
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
            words = in(zmm_reg) table.words,
            bytes = in(zmm_reg) table.bytes,
            readable = in(kreg) readable,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    Zmm(spread)
}
