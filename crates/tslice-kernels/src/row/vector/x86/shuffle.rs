//! Vectors for shuffling, and two lanes of them for pixels, planes and squares.

use core::arch::asm;
use core::arch::x86_64::{__m512i, __mmask64, _mm512_loadu_si512, _mm512_movepi8_mask};

use super::{Xmm, Ymm, Zmm, moved};
use crate::row::LINE;
use crate::row::vector::LANE;
use crate::row::vector::pixels::Weaver;
use crate::row::vector::shuffle::{Shuffler, WIDEST};
use crate::row::vector::spread::Spreader;

impl Shuffler for Ymm {
    const LANE: usize = LANE;
    type Table = Self;

    #[inline(always)]
    unsafe fn table(bytes: &[u8; WIDEST]) -> Self {
        // SAFETY: `read_unaligned` needs 32 readable bytes, of which there are 64.
        unsafe { bytes.as_ptr().cast::<Self>().read_unaligned() }
    }

    /// From two windows of 16 bytes. The machine has AVX2, as a table exists.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn take(from: *const u8, step: isize, table: Self) -> Self {
        let bytes;
        // SAFETY: the instructions touch nothing outside of the two windows. What they give depends
        // on the bytes that the table names and on no others: to the program they are moves of
        // `MaybeUninit<u8>` from there. A load in Rust would be an access to all bytes of the
        // window, and a data race with a thread that writes one of those in between.
        unsafe {
            asm!(
                "vmovdqu {bytes:x}, xmmword ptr [{from}]",
                "vinserti128 {bytes:y}, {bytes:y}, xmmword ptr [{from} + {step}], 1",
                "vpshufb {bytes:y}, {bytes:y}, {table:y}",
                bytes = out(ymm_reg) bytes,
                from = in(reg) from,
                step = in(reg) step,
                table = in(ymm_reg) table.0,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        Self(bytes)
    }

    /// In every place, the one of the two bytes that is not the 0 of a table. The machine has AVX2,
    /// as a vector exists.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn and(self, other: Self, _: Self) -> Self {
        moved!(Ymm, ymm_reg, "vpor", self other)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, step: usize) {
        let [low, high] = self.to_lanes();
        // SAFETY: `write_unaligned` needs 16 writable bytes: the first lane's, by the caller's
        // condition.
        unsafe { to.cast::<Xmm>().write_unaligned(low) };
        // SAFETY: `write_unaligned` needs 16 writable bytes: the second lane's, by the caller's
        // condition.
        unsafe { to.wrapping_add(step).cast::<Xmm>().write_unaligned(high) };
    }
}

/// The positions of a lane of 64 bytes, or a mask of them. Where they exist, the machine has
/// AVX-512F, BW and VBMI.
#[derive(Clone, Copy)]
pub(in super::super) struct WholePositions {
    positions: __m512i,
    /// The bytes whose highest bit is set: places without a position, or those of a mask.
    high: __mmask64,
}

impl Shuffler for Zmm {
    const LANE: usize = LINE;
    type Table = WholePositions;

    /// The machine has AVX-512F, BW and VBMI, by the caller's condition.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    unsafe fn table(positions: &[u8; WIDEST]) -> WholePositions {
        // SAFETY: the load needs 64 readable bytes, which the positions are.
        let positions = unsafe { _mm512_loadu_si512(positions.as_ptr().cast()) };
        WholePositions {
            positions,
            high: _mm512_movepi8_mask(positions),
        }
    }

    /// From one window of 64 bytes. The machine has VBMI, as a table exists.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    unsafe fn take(from: *const u8, _: isize, table: WholePositions) -> Self {
        let bytes;
        // SAFETY: the instruction touches nothing outside of the window. What it gives depends on
        // the bytes that the table names and on no others: to the program it is moves of
        // `MaybeUninit<u8>` from there, and no access to those that another thread may write.
        unsafe {
            asm!(
                "vpermb {bytes}{{{present}}}{{z}}, {positions}, zmmword ptr [{from}]",
                bytes = lateout(zmm_reg) bytes,
                from = in(reg) from,
                positions = in(zmm_reg) table.positions,
                present = in(kreg) !table.high,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        Self(bytes)
    }

    /// In every place, the one of the two bytes that is not the 0 of a table. The machine has
    /// AVX-512F, as a vector exists.
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn and(self, other: Self, _: WholePositions) -> Self {
        moved!(Zmm, zmm_reg, "vporq", self other)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, _: usize) {
        // SAFETY: `write_unaligned` needs 64 writable bytes: those of the one lane, by the caller's
        // condition.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
}

impl Spreader for Zmm {
    const MASKED: bool = true;
    /// From one window of 64 bytes. The machine has VBMI, as a table exists.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    unsafe fn take_within(from: *const u8, _: isize, table: WholePositions, readable: u64) -> Self {
        let bytes;
        // SAFETY: the instructions load the bytes of `readable` and no others, which may be in no
        // memory at all. What they give depends on the bytes that the table names alone: to the
        // program they are moves of `MaybeUninit<u8>` from there.
        unsafe {
            asm!(
                "vmovdqu8 {bytes}{{{readable}}}{{z}}, zmmword ptr [{from}]",
                "vpermb {bytes}{{{present}}}{{z}}, {positions}, {bytes}",
                bytes = out(zmm_reg) bytes,
                from = in(reg) from,
                positions = in(zmm_reg) table.positions,
                present = in(kreg) !table.high,
                readable = in(kreg) readable,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        Self(bytes)
    }

    /// The machine has AVX-512F and BW, as a vector exists.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn store_within(self, to: *mut u8, written: WholePositions) {
        // SAFETY: the instruction writes the bytes of `written` and no others, as moves of
        // `MaybeUninit<u8>` would.
        unsafe {
            asm!(
                "vmovdqu8 zmmword ptr [{to}]{{{written}}}, {bytes}",
                to = in(reg) to,
                written = in(kreg) written.high,
                bytes = in(zmm_reg) self.0,
                options(nostack, preserves_flags),
            );
        }
    }
}

impl Weaver for Ymm {
    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the 16 bytes of the first lane to be readable, by the
        // caller's condition.
        let low = unsafe { from.cast::<Xmm>().read_unaligned() };
        // SAFETY: `read_unaligned` needs the 16 bytes of the second lane to be readable, by the
        // caller's condition.
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
        // SAFETY: `of_lanes` needs AVX2, which the machine has: a vector exists.
        unsafe { Self::of_lanes([self.to_lanes()[LOW], other.to_lanes()[HIGH]]) }
    }
}

/// [`Weaver::interleave`].
#[inline]
#[target_feature(enable = "avx2")]
fn interleaved<const SIZE: usize>(a: Ymm, b: Ymm) -> [Ymm; 2] {
    match SIZE {
        1 => [
            moved!(Ymm, ymm_reg, "vpunpcklbw", a b),
            moved!(Ymm, ymm_reg, "vpunpckhbw", a b),
        ],
        2 => [
            moved!(Ymm, ymm_reg, "vpunpcklwd", a b),
            moved!(Ymm, ymm_reg, "vpunpckhwd", a b),
        ],
        4 => [
            moved!(Ymm, ymm_reg, "vpunpckldq", a b),
            moved!(Ymm, ymm_reg, "vpunpckhdq", a b),
        ],
        _ => [
            moved!(Ymm, ymm_reg, "vpunpcklqdq", a b),
            moved!(Ymm, ymm_reg, "vpunpckhqdq", a b),
        ],
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
