//! Vectors for shuffling, and the entry points that switch their instructions on.

use core::arch::asm;
use core::arch::x86_64::{__m512i, __mmask64, _mm512_loadu_si512, _mm512_movepi8_mask};

use super::{Xmm, Ymm, Zmm};
use crate::copy::row::Blocks;
use crate::copy::row::vector::shuffle::{LOADS, Positions, Shuffle, Vector, WIDEST};

macro_rules! entry {
    ($name:ident, $features:literal, $vector:ty) => {
        /// Moves rows of short blocks by these vectors.
        #[target_feature(enable = $features)]
        pub(in super::super) fn $name(blocks: &mut Blocks<'_>) -> bool {
            let mut positions = Positions([[0; WIDEST]; LOADS]);
            let (lane, lanes) = (<$vector>::LANE, <$vector>::LANES);
            let shuffle = Shuffle::new(blocks, lane, lanes, <$vector>::ENDS, &mut positions);
            let Some(shuffle) = shuffle else { return false };
            let Positions([a, b, c, d]) = &positions;
            // SAFETY: `table` needs the vector's instructions, which are this function's features; so below.
            let a = unsafe { <$vector>::table(a) };
            // SAFETY: as above.
            let b = unsafe { <$vector>::table(b) };
            // SAFETY: as above.
            let c = unsafe { <$vector>::table(c) };
            // SAFETY: as above.
            let d = unsafe { <$vector>::table(d) };
            let tables = [a, b, c, d];
            macro_rules! rows {
                ($loads:literal) => {
                    blocks.visit(shuffle.far, |to, from| {
                        // SAFETY: `along` needs the blocks of one index tuple of `far`, which
                        // invariants 1 and 2 give; a shuffle for these vectors, its tables
                        // and its count; and the instructions, which are this function's
                        // features.
                        unsafe { shuffle.along::<$vector, $loads>(&tables, to, from) }
                    })
                };
            }
            match shuffle.count {
                1 => rows!(1),
                2 => rows!(2),
                3 => rows!(3),
                _ => rows!(4),
            }
            true
        }
    };
}

entry! { try_shuffle_avx2, "avx2", Ymm }
entry! { try_shuffle_avx512, "avx512f,avx512bw,avx512vbmi", Zmm }

impl Vector for Ymm {
    const LANE: usize = 16;
    const LANES: usize = 2;
    const ENDS: bool = false;
    type Table = Self;

    #[inline(always)]
    unsafe fn table(positions: &[u8; WIDEST]) -> Self {
        let half = positions.as_ptr().cast::<Xmm>();
        // SAFETY: `read_unaligned` needs 16 readable bytes, of which there are 64.
        let half = unsafe { half.read_unaligned() };
        // SAFETY: any bytes are a `MaybeUninit` vector, here two of half its size.
        unsafe { core::mem::transmute::<[Xmm; 2], Self>([half; 2]) }
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, step: isize, table: Self) -> Self {
        // SAFETY: `take_halves` needs what `take` needs.
        unsafe { take_halves(from, step, table) }
    }

    #[inline(always)]
    unsafe fn and_take(self, from: *const u8, step: isize, table: Self) -> Self {
        // SAFETY: `and_take_halves` needs what `and_take` needs.
        unsafe { and_take_halves(self, from, step, table) }
    }

    #[inline(always)]
    unsafe fn take_within(_: *const u8, _: Self, _: u64) -> Self {
        unreachable!("ENDS is false")
    }

    #[inline(always)]
    unsafe fn and_take_within(self, _: *const u8, _: Self, _: u64) -> Self {
        unreachable!("ENDS is false")
    }

    #[inline(always)]
    unsafe fn store_within(self, _: *mut u8, _: u64) {
        unreachable!("ENDS is false")
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, step: usize) {
        // SAFETY: any bytes are a `MaybeUninit` vector, here two of half its size.
        let [low, high] = unsafe { core::mem::transmute::<Self, [Xmm; 2]>(self) };
        // SAFETY: `write_unaligned` needs 16 writable bytes: the first lane's.
        unsafe { to.cast::<Xmm>().write_unaligned(low) };
        // SAFETY: as above, the second lane's.
        unsafe { to.wrapping_add(step).cast::<Xmm>().write_unaligned(high) };
    }
}

/// [`Vector::take`] from two windows of 16 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn take_halves(from: *const u8, step: isize, table: Ymm) -> Ymm {
    let bytes;
    // SAFETY: the instructions touch nothing outside of the two windows. What they give depends on the bytes that the
    // table names and on no others: to the program they are moves of `MaybeUninit<u8>` from there. A load in Rust
    // would be an access to all bytes of the window, and a data race with a thread that writes one of those in
    // between.
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

/// [`Vector::and_take`] from two windows of 16 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn and_take_halves(mut bytes: Ymm, from: *const u8, step: isize, table: Ymm) -> Ymm {
    // SAFETY: as in `take_halves`. A byte that the table does not name is the vector's own, joined with 0; one that
    // it names is what is read, joined with 0 or with itself.
    unsafe {
        asm!(
            "vmovdqu {more:x}, xmmword ptr [{from}]",
            "vinserti128 {more:y}, {more:y}, xmmword ptr [{from} + {step}], 1",
            "vpshufb {more:y}, {more:y}, {table:y}",
            "vpor {bytes:y}, {bytes:y}, {more:y}",
            bytes = inout(ymm_reg) bytes,
            more = out(ymm_reg) _,
            from = in(reg) from,
            step = in(reg) step,
            table = in(ymm_reg) table,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    bytes
}

/// [`Vector::take`] from one window of 64 bytes; `present` are the bytes of the lane that the table gives.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn take_whole(from: *const u8, positions: __m512i, present: __mmask64) -> Zmm {
    let bytes;
    // SAFETY: as in `take_halves`, for one window.
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

/// [`Vector::take_within`] from one window of 64 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn take_some(from: *const u8, positions: __m512i, present: __mmask64, readable: __mmask64) -> Zmm {
    let bytes;
    // SAFETY: as in `take_halves`, for one window; a byte that is not `readable` is not loaded, and may be in no
    // memory at all.
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

/// Two vectors as one.
///
/// # Safety
///
/// In every place, one of the bytes is 0, or both are the same.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn join(mut bytes: Zmm, more: Zmm) -> Zmm {
    // SAFETY: the result is in every place the one of the two bytes that is not the 0 of a table, as it is: a move.
    unsafe {
        asm!(
            "vporq {bytes}, {bytes}, {more}",
            bytes = inout(zmm_reg) bytes,
            more = in(zmm_reg) more,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    bytes
}

/// [`Vector::store_within`] of one lane of 64 bytes.
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn store_some(bytes: Zmm, to: *mut u8, written: __mmask64) {
    // SAFETY: the instruction writes the bytes of `written` and no others, as moves of `MaybeUninit<u8>` would.
    unsafe {
        asm!(
            "vmovdqu8 zmmword ptr [{to}]{{{written}}}, {bytes}",
            to = in(reg) to,
            written = in(kreg) written,
            bytes = in(zmm_reg) bytes,
            options(nostack, preserves_flags),
        );
    }
}

impl Vector for Zmm {
    const LANE: usize = 64;
    const LANES: usize = 1;
    const ENDS: bool = true;
    type Table = (__m512i, __mmask64);

    #[inline(always)]
    unsafe fn table(positions: &[u8; WIDEST]) -> Self::Table {
        // SAFETY: the load needs 64 readable bytes, and AVX-512F.
        let positions = unsafe { _mm512_loadu_si512(positions.as_ptr().cast()) };
        // SAFETY: the mask needs AVX-512BW.
        let absent = unsafe { _mm512_movepi8_mask(positions) };
        (positions, !absent)
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, _: isize, (positions, present): Self::Table) -> Self {
        // SAFETY: `take_whole` needs what `take` needs.
        unsafe { take_whole(from, positions, present) }
    }

    #[inline(always)]
    unsafe fn and_take(self, from: *const u8, step: isize, table: Self::Table) -> Self {
        // SAFETY: `take` needs what `and_take` needs.
        let more = unsafe { Self::take(from, step, table) };
        // SAFETY: `join` needs bytes that are 0 or the same: 0 if the table names none, else the caller's condition.
        unsafe { join(self, more) }
    }

    #[inline(always)]
    unsafe fn take_within(from: *const u8, (positions, present): Self::Table, readable: u64) -> Self {
        // SAFETY: `take_some` needs what `take_within` needs.
        unsafe { take_some(from, positions, present, readable) }
    }

    #[inline(always)]
    unsafe fn and_take_within(self, from: *const u8, table: Self::Table, readable: u64) -> Self {
        // SAFETY: `take_within` needs what `and_take_within` needs.
        let more = unsafe { Self::take_within(from, table, readable) };
        // SAFETY: `join` needs bytes that are 0 or the same: 0 if the table names none, else the caller's condition.
        unsafe { join(self, more) }
    }

    #[inline(always)]
    unsafe fn store_within(self, to: *mut u8, written: u64) {
        // SAFETY: `store_some` needs the bytes of `written` to be writable, as `store_within` does.
        unsafe { store_some(self, to, written) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: `write_unaligned` needs 64 writable bytes: those of the one lane.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
}
