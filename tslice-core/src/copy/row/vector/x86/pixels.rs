//! Two lanes for pixels and planes, and the entry points that switch their instructions on.

use core::arch::asm;

use super::{Xmm, Ymm};
use crate::copy::plan::nest;
use crate::copy::row::Blocks;
use crate::copy::row::vector::pixels::{Planes, Rows, Tables, TwoLanes};

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
    let Some((rows, planes)) = Rows::joining(blocks) else { return false };
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
pub(in super::super) unsafe fn join(rows: &Rows<'_>, to: *mut u8, planes: Planes<*const u8>) {
    macro_rules! joined {
        ($size:literal, $channels:literal) => {{
            // SAFETY: `to_pixels` needs the vectors' instructions, which are this function's features.
            let tables = unsafe { Tables::<Ymm>::to_pixels::<$size>() };
            nest(rows.far, |t, s| {
                let (to, planes) = (to.wrapping_offset(t), planes.map(|plane| plane.wrapping_offset(s)));
                // SAFETY: `join` needs a row of each plane and one of pixels, which are those of one index tuple of
                // `far`; the arm of the match; its tables; and this function's features.
                unsafe { rows.join::<Ymm, $size, $channels>(&tables, to, planes) }
            })
        }};
    }
    by_kind!(rows, joined);
}

/// Moves pixels into planes.
#[target_feature(enable = "avx2")]
pub(in super::super) fn try_split(blocks: &mut Blocks<'_>) -> bool {
    let Some((rows, planes, from)) = Rows::splitting(blocks) else { return false };
    macro_rules! split {
        ($size:literal, $channels:literal) => {{
            // SAFETY: `to_planes` needs the vectors' instructions, which are this function's features.
            let tables = unsafe { Tables::<Ymm>::to_planes::<$size, $channels>() };
            nest(rows.far, |t, s| {
                let (planes, from) = (planes.map(|plane| plane.wrapping_offset(t)), from.wrapping_offset(s));
                // SAFETY: `split` needs a row of each plane and one of pixels: invariants 1 and 2 for this index tuple
                // of `far`; the arm of the match; its tables; and this function's features.
                unsafe { rows.split::<Ymm, $size, $channels>(&tables, planes, from) }
            })
        }};
    }
    by_kind!(rows, split);
    true
}

impl TwoLanes for Ymm {
    #[inline(always)]
    unsafe fn load_bytes(from: *const u8) -> Self {
        // SAFETY: the function needs what this one needs.
        unsafe { loaded(from) }
    }

    #[inline(always)]
    unsafe fn table(bytes: [u8; 16]) -> Self {
        // SAFETY: any bytes are a `MaybeUninit` vector of their size.
        let lane = unsafe { core::mem::transmute::<[u8; 16], Xmm>(bytes) };
        // SAFETY: as above, two vectors of half its size.
        unsafe { core::mem::transmute::<[Xmm; 2], Self>([lane; 2]) }
    }

    #[inline(always)]
    unsafe fn shuffle(self, table: Self) -> Self {
        // SAFETY: the function needs the instructions, which this one's caller has; so below.
        unsafe { shuffled(self, table) }
    }

    #[inline(always)]
    unsafe fn blend(self, other: Self, mask: Self) -> Self {
        // SAFETY: as above.
        unsafe { blended(self, other, mask) }
    }

    #[inline(always)]
    unsafe fn lanes<const CHOICE: u8>(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { chosen::<CHOICE>(self, other) }
    }
}

/// [`TwoLanes::load_bytes`].
///
/// # Safety
///
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn loaded(from: *const u8) -> Ymm {
    let bytes;
    // SAFETY: the second instruction reads 32 readable bytes. To the program they are moves of `MaybeUninit<u8>`. A prefetch is no
    // access, and may be of any address.
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
    bytes
}

/// [`TwoLanes::shuffle`].
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(bytes: Ymm, table: Ymm) -> Ymm {
    let shuffled;
    // SAFETY: the instruction moves whole bytes between registers.
    unsafe {
        asm!(
            "vpshufb {shuffled}, {bytes}, {table}",
            shuffled = lateout(ymm_reg) shuffled,
            bytes = in(ymm_reg) bytes,
            table = in(ymm_reg) table,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    shuffled
}

/// [`TwoLanes::blend`].
#[inline]
#[target_feature(enable = "avx2")]
fn blended(bytes: Ymm, other: Ymm, mask: Ymm) -> Ymm {
    let blended;
    // SAFETY: the instruction moves whole bytes between registers.
    unsafe {
        asm!(
            "vpblendvb {blended}, {bytes}, {other}, {mask}",
            blended = lateout(ymm_reg) blended,
            bytes = in(ymm_reg) bytes,
            other = in(ymm_reg) other,
            mask = in(ymm_reg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    blended
}

/// [`TwoLanes::lanes`].
#[inline]
#[target_feature(enable = "avx2")]
fn chosen<const CHOICE: u8>(first: Ymm, second: Ymm) -> Ymm {
    let chosen;
    // SAFETY: the instruction moves whole lanes between registers.
    unsafe {
        asm!(
            "vperm2i128 {chosen}, {first}, {second}, {CHOICE}",
            chosen = lateout(ymm_reg) chosen,
            first = in(ymm_reg) first,
            second = in(ymm_reg) second,
            CHOICE = const CHOICE,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    chosen
}
