//! Kernels of vector instructions.
//!
//! An algorithm is written once, over a trait for its vectors (`shuffle`, `spread`, `pixels`,
//! `squares`); `x86` and `neon` have vectors, and `plain` has one in plain Rust for
//! tests. What is inlined into a function with `#[target_feature]` has its instructions, except for
//! closures, so kernels are loops.
//!
//! Vectors are `MaybeUninit`, and no intrinsic touches the bytes of elements: they may be
//! uninitialised or part of a pointer, which an integer vector may not be. What is not a plain move
//! is inline assembly; each block of it has a description in terms of `MaybeUninit<u8>` that are
//! moved one by one.
#![cfg_attr(
    not(all(target_arch = "x86_64", not(tslice_scalar), not(miri))),
    allow(
        dead_code,
        unused_macros,
        unused_imports,
        reason = "other machines lack masks, or all vectors"
    )
)]

mod groups;
mod pixels;
mod shuffle;
mod spread;
mod squares;

#[cfg_attr(
    all(target_arch = "x86_64", not(tslice_scalar), not(miri)),
    path = "x86/mod.rs"
)]
#[cfg_attr(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        not(tslice_scalar),
        not(miri)
    ),
    path = "neon.rs"
)]
#[cfg_attr(
    not(any(
        all(
            target_arch = "aarch64",
            target_feature = "neon",
            not(tslice_scalar),
            not(miri)
        ),
        all(target_arch = "x86_64", not(tslice_scalar), not(miri))
    )),
    path = "none.rs"
)]
mod machine;
#[cfg(test)]
pub(super) mod plain;

pub(super) use machine::KERNELS;
pub use machine::past;

use super::{CopyAxis, LINE};
use crate::level::has_wide_vectors;
use pixels::PixelRows;

/// Bytes of a lane.
const LANE: usize = 16;
/// A position that names no byte.
const NOTHING: u8 = 0x80;

/// A call of `memcpy` moves blocks of this many bytes and more faster, and blocks of at most two
/// lines. Some blocks between these sizes take it a third more time.
const LONG: usize = 16 << 10;

/// Moves a block of bytes.
///
/// # Safety
///
/// `len` bytes can be read at `from`, and others written at `to`.
#[inline(always)]
pub unsafe fn move_block(to: *mut u8, from: *const u8, len: usize) {
    if len > 2 * LINE && len < LONG && has_wide_vectors() {
        // SAFETY: the condition of this function; the machine has AVX where the vectors are of
        // x86-64.
        unsafe { machine::lines_of_one(to, from, len) };
    } else {
        // SAFETY: `copy_nonoverlapping` needs `len` readable bytes and others to write: the
        // condition of this function.
        unsafe { core::ptr::copy_nonoverlapping(from, to, len) };
    }
}

/// A position as a table has it.
const fn low_byte(position: isize) -> u8 {
    position.to_le_bytes()[0]
}

/// Where an axis begins in target and source, and its steps in the target, if it is walked forwards
/// in the source: from its other end if it runs backwards there.
#[inline(always)]
fn forwards(axis: CopyAxis, to: *mut u8, from: *const u8) -> (*mut u8, *const u8, isize) {
    if axis.source >= 0 {
        return (to, from, axis.target);
    }
    let last = axis.len.cast_signed() - 1;
    (
        to.wrapping_offset(last * axis.target),
        from.wrapping_offset(last * axis.source),
        -axis.target,
    )
}

/// Moves elements of several planes into pixels, and returns `true`; or moves none and returns
/// `false`.
///
/// # Safety
///
/// Every index tuple of `axes` reaches `block` readable bytes in each plane, and at `to` a pixel
/// that may be written: as many times `block` bytes as there are planes, which no other index tuple
/// reaches, and which are none of those.
pub unsafe fn join_planes<T>(
    axes: &[CopyAxis],
    block: usize,
    to: *mut u8,
    planes: &[*const T],
) -> bool {
    let Some((row, far)) = axes.split_last() else {
        return false;
    };
    let plane = |at: usize| planes.get(at).unwrap_or(&planes[0]).cast_mut().cast();
    let rows = PixelRows {
        far,
        len: row.len,
        channels: planes.len(),
        size: block,
        planes: core::array::from_fn(plane),
        pixels: to,
    };
    if !has_wide_vectors() || !rows.are_known([row.target, row.source]) {
        return false;
    }
    // SAFETY: `join` needs rows of each plane and of pixels, which are those of the axes, and the
    // vectors' instructions, which the machine has: `has_wide_vectors`.
    unsafe { machine::join(&rows) };
    true
}
