//! Two lanes for pixels and planes, and the entry points that switch their instructions on.

use core::arch::asm;
use core::mem::{MaybeUninit, transmute};

use super::{Avx2, Ymm};
use crate::plan::nest;
use crate::row::Blocks;
use crate::row::vector::pixels::{PixelRows, Planes, Tables, VECTOR, Weaver};

/// How many bytes ahead of a load pixels are fetched.
const AHEAD: usize = 4096;

/// Calls `$moved!(SIZE, K)` for the kind of rows: the bytes of an element, and the channels of a pixel.
macro_rules! by_kind {
    ($rows:ident, $moved:ident) => {
        match ($rows.size, $rows.channels) {
            (1, 2) => $moved!(1, 2),
            (1, 3) => $moved!(1, 3),
            (1, _) => $moved!(1, 4),
            (2, 2) => $moved!(2, 2),
            (2, 3) => $moved!(2, 3),
            (2, _) => $moved!(2, 4),
            (4, 2) => $moved!(4, 2),
            (4, 3) => $moved!(4, 3),
            (4, _) => $moved!(4, 4),
            (_, 2) => $moved!(8, 2),
            (_, 3) => $moved!(8, 3),
            (_, _) => $moved!(8, 4),
        }
    };
}

/// Moves planes into pixels.
#[target_feature(enable = "avx2")]
pub(in super::super) fn try_join(blocks: &mut Blocks<'_>) -> bool {
    let Some((rows, planes)) = PixelRows::joining(blocks) else { return false };
    // SAFETY: `join` needs the planes and the pixels of a copy: invariants 1 and 2.
    unsafe { join(&rows, blocks.to, planes) };
    true
}

/// Moves planes into pixels.
///
/// # Safety
///
/// Every index tuple of the axes outside of the rows reaches a row of elements that can be read from each plane on, and one of
/// pixels that can be written from `to` on, none of which is one of those.
#[target_feature(enable = "avx2")]
pub(in super::super) unsafe fn join(rows: &PixelRows<'_>, to: *mut u8, planes: Planes<*const u8>) {
    let avx2 = Avx2::here();
    macro_rules! joined {
        ($size:literal, $channels:literal) => {{
            let tables = Tables::<Ymm>::to_pixels::<$size>(avx2);
            nest(rows.far, |t, s| {
                let (to, planes) = (to.wrapping_offset(t), planes.map(|plane| plane.wrapping_offset(s)));
                // SAFETY: `join` needs a row of each plane and one of pixels, which are those of one index tuple of `far`; and the
                // size and the channels of the rows: the arm of the match.
                unsafe { rows.join::<Ymm, $size, $channels>(avx2, &tables, to, planes) }
            })
        }};
    }
    by_kind!(rows, joined);
}

/// Moves pixels into planes.
#[target_feature(enable = "avx2")]
pub(in super::super) fn try_split(blocks: &mut Blocks<'_>) -> bool {
    let Some((rows, planes, from)) = PixelRows::splitting(blocks) else { return false };
    // SAFETY: `split` needs the pixels and the planes of a copy: invariants 1 and 2.
    unsafe { split(&rows, planes, from) };
    true
}

/// Moves pixels into planes.
///
/// # Safety
///
/// Every index tuple of the axes outside of the rows reaches a row of pixels from `from` on, each byte of which can be read by that
/// pointer or by another one that was exposed, and a row of elements that can be written from each plane on, none of which is one of
/// those.
#[target_feature(enable = "avx2")]
pub(in super::super) unsafe fn split(rows: &PixelRows<'_>, planes: Planes<*mut u8>, from: *const u8) {
    let avx2 = Avx2::here();
    macro_rules! split {
        ($size:literal, $channels:literal) => {{
            let tables = Tables::<Ymm>::to_planes::<$size, $channels>(avx2);
            nest(rows.far, |t, s| {
                let (planes, from) = (planes.map(|plane| plane.wrapping_offset(t)), from.wrapping_offset(s));
                // SAFETY: `split` needs a row of each plane and one of pixels, which are those of one index tuple of `far`; and the
                // size and the channels of the rows: the arm of the match.
                unsafe { rows.split::<Ymm, $size, $channels>(avx2, &tables, planes, from) }
            })
        }};
    }
    by_kind!(rows, split);
}

impl Weaver for Ymm {
    #[inline(always)]
    unsafe fn load_bytes(_: Avx2, from: *const u8) -> Self {
        // SAFETY: `loaded` needs the bytes of a vector, which are the caller's condition, and AVX2: there is a proof.
        unsafe { loaded(from) }
    }

    #[inline(always)]
    fn of_bytes(_: Avx2, bytes: &[MaybeUninit<u8>; VECTOR]) -> Self {
        // SAFETY: `transmute` needs bytes that are a vector of their size: any bytes are, as it is `MaybeUninit`.
        unsafe { transmute::<[MaybeUninit<u8>; VECTOR], Self>(*bytes) }
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

/// [`Weaver::load_bytes`].
///
/// # Safety
///
/// Each byte of a vector can be read by `from`, or by another pointer to it that was exposed.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn loaded(from: *const u8) -> Ymm {
    let bytes;
    // SAFETY: the second instruction reads 32 readable bytes. To the program it is 32 moves of `MaybeUninit<u8>`, each by a pointer that
    // may read the byte. A prefetch is no access, and may be of any address.
    unsafe {
        asm!(
            "prefetcht0 byte ptr [{from} + {AHEAD}]",
            "vmovdqu {bytes}, ymmword ptr [{from}]",
            bytes = lateout(ymm_reg) bytes,
            from = in(reg) from,
            AHEAD = const AHEAD,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    Ymm(bytes)
}

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
    Ymm::of_lanes(Avx2::here(), [first.to_lanes()[LOW], second.to_lanes()[HIGH]])
}
