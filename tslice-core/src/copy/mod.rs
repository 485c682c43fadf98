//! Moving elements: one of the modules that may use `unsafe`.
//!
//! The callers give pointers and layouts, which they answer for; nothing here slices or borrows. A plan (safe
//! integers) drops axes of length 1 and joins axes that are contiguous with each other in source and target. Elements
//! that are `Copy` then move as bytes, by one kernel that is chosen once per call; others are cloned one by one. Plan and kernels are
//! those of `tslice-kernels`.
#![allow(unsafe_code, reason = "moves elements between pointers inside their layouts")]

mod bytes;
mod each;
mod is_copy;
#[cfg(feature = "rayon")]
mod parallel;
mod planes;
mod read;
mod rows;
mod sink;
#[cfg(feature = "rayon")]
pub mod threads;
mod write;

use tslice_kernels::{Blocks, CopyAxis, Gaps, Joined, forwards, join, sort};

use crate::layout::Layout;
use each::clone_each;

pub(crate) use bytes::Moves;
#[cfg(feature = "half")]
pub(crate) use is_copy::is;
pub(crate) use is_copy::{cast, is_copy, is_float, is_integer, is_primitive};
pub(crate) use planes::interleave;
pub use sink::{Sink, collect};

/// Bytes that stay in the second cache. A part of a `zip` for one thread has at most this many, and a part of a copy at least as many.
#[cfg(feature = "rayon")]
pub(crate) const PART: usize = 256 << 10;
/// Fewer elements than this, which follow each other, are copied without a plan: those of short rows in a quarter of the time.
pub(crate) const FEW: usize = 512;

/// Clones every element of the source to the place of the target with the same index: over the element that is there if the target is
/// `live`, else to a place without one. If a clone panics, elements that were written to such places leak.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a place at `to` to be written, with an element if the target is `live`, which no other index tuple
/// and no other reference reaches. If the gaps are the caller's own, nor does any other reference reach what is between those places, and
/// it is memory to be written. With `strides`, one for each axis, every index tuple of the same shape reaches a live element at `from` that
/// is not in one of those places.
pub(crate) unsafe fn assign<T: Clone>(
    to: *mut T,
    live: bool,
    layout: &impl Layout,
    gaps: Gaps,
    from: *const T,
    strides: &[isize],
) {
    assert!(strides.len() == layout.shape().len(), "a stride for each axis");
    let (mut axes, mut joined) = (layout.list(CopyAxis::BLANK), layout.list(CopyAxis::BLANK));
    let (axes, joined) = (axes.as_mut(), joined.as_mut());
    let pairs = pair(layout.shape(), layout.strides(), strides);
    axes.iter_mut().zip(pairs).for_each(|(place, axis)| *place = axis);
    // In the order of the target's memory, which changes the order of the index tuples, and not which elements they reach.
    let (first, first_source) = forwards(axes);
    let (to, from) = (to.wrapping_offset(first), from.wrapping_offset(first_source));
    sort(axes);
    let axes = axes.iter().copied();
    if !is_copy::<T>() {
        // SAFETY: `clone_each` needs live elements at `from` and places at `to` for every index tuple: the conditions of this function.
        return unsafe { clone_each(to, live, from, axes, joined) };
    }
    let size = size_of::<T>();
    let axes = axes.map(|axis| axis.in_bytes(size.cast_signed()));
    if let Some(Joined { count, block }) = join(axes, size, joined) {
        // SAFETY: `Blocks` needs readable and writable blocks, here of one or more whole elements: the live elements
        // at `from` and the places at `to`. A `Copy` element has nothing to drop, and a copy of its bytes is an
        // element. The gaps are the caller's.
        unsafe { Blocks::new(&mut joined[..count], block, to.cast(), from.cast(), gaps) }.run();
    }
}

#[inline(always)]
fn pair<'l>(
    shape: &'l [usize],
    target: &'l [isize],
    source: &'l [isize],
) -> impl Iterator<Item = CopyAxis> + 'l {
    let axes = shape.iter().zip(target).zip(source);
    axes.map(|((&len, &target), &source)| CopyAxis { len, target, source })
}
