//! Kernels of vector instructions.
//!
//! An algorithm is written once, over a trait for its vectors (`shuffle`, `scatter`, `blend`, `pixels`, `squares`); `x86` has the
//! vectors and the entry points that switch the instructions on.
//!
//! Vectors are `MaybeUninit`, and no intrinsic touches the bytes of elements: they may be uninitialised or part of a
//! pointer, which an integer vector may not be. What is not a plain move is inline assembly; each block of it has a
//! description in terms of `MaybeUninit<u8>` that are moved one by one.

mod blend;
mod pixels;
mod scatter;
mod shuffle;
mod squares;
mod x86;

pub use x86::past;

use super::{CopyAxis, Kernel};
use crate::level::Level;
use crate::switch::{self, KernelName};
use pixels::PixelRows;
use x86::{
    blend as by_blend, fill, lines, pixels as by_pixels, scatter as by_scatter, shuffle as by_shuffle,
    squares as by_squares, stream,
};

/// The kernels that are asked before all others.
pub(super) const FIRST: &[(Level, KernelName, Kernel)] = &[
    // Blocks into a target that is larger than the caches, stored past them.
    (Level::Avx2, KernelName::Stream, stream::try_stream),
    // One short block that fills contiguous rows of the target.
    (Level::Avx2, KernelName::Fill, fill::try_fill),
];

/// The other kernels in the order in which they are asked.
pub(super) const KERNELS: &[(Level, KernelName, Kernel)] = &[
    // Blocks of a few cache lines, without a call for each.
    (Level::Avx2, KernelName::Lines, lines::try_lines),
    // Planes into pixels, and pixels into planes.
    (Level::Avx2, KernelName::Join, by_pixels::try_join),
    (Level::Avx2, KernelName::Split, by_pixels::try_split),
    // Short blocks into contiguous rows, shuffled into place.
    (Level::Avx512, KernelName::ShuffleAvx512, by_shuffle::try_shuffle_avx512),
    // Transposed copies, by squares that are transposed in registers.
    (Level::Avx2, KernelName::Squares, by_squares::try_squares),
    // Other short blocks by smaller vectors.
    (Level::Avx2, KernelName::ShuffleAvx2, by_shuffle::try_shuffle_avx2),
    // Short blocks into rows with gaps, spread into place and stored by masks.
    (Level::Avx512Bw, KernelName::Scatter, by_scatter::try_scatter),
    // Short blocks into rows with gaps without masks, if nobody else reaches the gaps.
    (Level::Avx2, KernelName::Blend, by_blend::try_blend),
];

/// Rows of pixels, if there is a kernel for them; `axes` have the pixels as `side` says: where they come from, or where they go.
fn pixel_rows(
    axes: &[CopyAxis],
    size: usize,
    channels: usize,
    side: fn(&CopyAxis) -> [isize; 2],
) -> Option<PixelRows<'_>> {
    let (row, far) = axes.split_last()?;
    PixelRows::new(far, row.len, size, channels, side(row)).filter(|_| Level::current() >= Level::Avx2)
}

/// Moves elements of several planes into pixels, and returns `true`; or moves none and returns `false`.
///
/// # Safety
///
/// Every index tuple of `axes` reaches `block` readable bytes in each plane, and at `to` a pixel that may be written: as many times
/// `block` bytes as there are planes, which no other index tuple reaches, and which are none of those.
pub unsafe fn join_planes<T>(axes: &[CopyAxis], block: usize, to: *mut u8, planes: &[*const T]) -> bool {
    let rows = pixel_rows(axes, block, planes.len(), |row| [row.target, row.source]);
    let Some(rows) = rows.filter(|_| switch::takes(KernelName::JoinedPlanes)) else { return false };
    let plane = |at: usize| planes.get(at).unwrap_or(&planes[0]).cast();
    // SAFETY: `join` needs rows of each plane and of pixels, which are those of the axes, and AVX2, which `pixel_rows` has found.
    unsafe { by_pixels::join(&rows, to, core::array::from_fn(plane)) };
    true
}

/// Whether [`split_pixels`] takes a copy of pixels.
pub fn splits_pixels(axes: &[CopyAxis], block: usize, channels: usize) -> bool {
    pixel_rows(axes, block, channels, |row| [row.source, row.target]).is_some()
}

/// Moves the elements of pixels into several planes.
///
/// # Panics
///
/// If [`splits_pixels`] returns `false`.
///
/// # Safety
///
/// Every index tuple of `axes` reaches in each plane `block` bytes that may be written, which no other index tuple reaches, and at `from`
/// a pixel of as many times `block` bytes, none of which is one of those. Each byte of a pixel can be read by `from`, or by another
/// pointer to it that was exposed.
pub unsafe fn split_pixels(axes: &[CopyAxis], block: usize, planes: &[*mut u8], from: *const u8) {
    let rows = pixel_rows(axes, block, planes.len(), |row| [row.source, row.target]);
    let rows = rows.expect("`splits_pixels` was asked");
    let plane = |at: usize| *planes.get(at).unwrap_or(&planes[0]);
    // SAFETY: `split` needs rows of each plane and of pixels, which are those of the axes, and AVX2, which `pixel_rows` has found.
    unsafe { by_pixels::split(&rows, core::array::from_fn(plane), from) };
}
