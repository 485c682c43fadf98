//! The kernels of x86-64, by the instructions that the machine has.

mod block;
mod lanes;
mod shuffle;
mod stream;

use super::tile::Planes;
use crate::copy::level::Level;
use crate::copy::plan::Axis;

/// Whether the copy is one of shuffles; it is done then.
///
/// # Safety
///
/// As for [`super::run`], and the machine has `level`.
pub(super) unsafe fn shuffled(
    level: Level,
    outer: &[Axis],
    block: usize,
    to: *mut u8,
    from: *const u8,
) -> bool {
    match level {
        Level::Scalar => false,
        // SAFETY: as the caller promises.
        Level::Avx2 => unsafe { shuffle::avx2(outer, block, to, from) },
        // SAFETY: as the caller promises.
        Level::Avx512 => unsafe { shuffle::avx512(outer, block, to, from) },
    }
}

/// Whether the blocks are stored past the caches; they are moved then.
///
/// # Safety
///
/// As for [`super::run`], and the machine has `level`.
pub(super) unsafe fn streamed(
    level: Level,
    axes: &[Axis],
    block: usize,
    to: *mut u8,
    from: *const u8,
) -> bool {
    if level == Level::Scalar {
        return false;
    }
    // SAFETY: as the caller promises; a machine with AVX2 has AVX.
    unsafe { stream::avx(axes, block, to, from) };
    true
}

/// Whether the blocks are moved line by line; they are moved then.
///
/// # Safety
///
/// As for [`super::run`], and the machine has `level`.
pub(super) unsafe fn lined(level: Level, axes: &[Axis], block: usize, to: *mut u8, from: *const u8) -> bool {
    if level == Level::Scalar {
        return false;
    }
    // SAFETY: as the caller promises; a machine with AVX2 has AVX.
    unsafe { block::avx(axes, block, to, from) };
    true
}

/// Whether the planes are squares for the level's vectors; they are moved then.
///
/// # Safety
///
/// As for [`super::run`], and the machine has `level`.
pub(super) unsafe fn squared(level: Level, planes: &Planes<'_>, to: *mut u8, from: *const u8) -> bool {
    // Squares of 16 rows of bytes are faster in the smaller vectors, by measure.
    // SAFETY: as the caller promises.
    if level == Level::Avx512 && planes.block > 1 && unsafe { lanes::avx512(planes, to, from) } {
        return true;
    }
    // SAFETY: as the caller promises; a machine with AVX-512 has AVX2.
    level >= Level::Avx2 && unsafe { lanes::avx2(planes, to, from) }
}
