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
pub(crate) use each::{IntoUninit, OverLive, Put};
#[cfg(feature = "half")]
pub(crate) use is_copy::is;
pub(crate) use is_copy::{cast, is_copy, is_float, is_integer, is_primitive};
pub(crate) use planes::interleave;
pub use rows::HugeRows;
pub use sink::{Sink, collect};

/// Bytes that stay in the second cache. A buffer for turned operands has at most this many. So has a part of a `zip` for one thread, and a
/// part of a copy has at least as many.
pub(crate) const PART: usize = 256 << 10;
/// Fewer elements than this, which follow each other, are copied without a plan.
pub(crate) const FEW: usize = 512;

/// Clones every element of the source to the place of the target with the same index: for [`OverLive`] over the element that is there,
/// for [`IntoUninit`] to a place without one. If a clone panics, elements that were written to such places leak.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a place at `to` as [`Put::put`] of P needs it, which no other index tuple and no other reference
/// reaches. If the gaps are the caller's own, nor does any other reference reach what is between those places, and it is memory to be
/// written. With `strides`, one for each axis, every index tuple of the same shape reaches a live element at `from` that is not in one of
/// those places.
pub(crate) unsafe fn assign<T: Clone, P: Put<T>, L: Layout>(
    to: *mut T,
    layout: &L,
    gaps: Gaps,
    from: *const T,
    strides: &[isize],
) {
    assert!(strides.len() == layout.shape().len(), "a stride for each axis");
    let axes = pair(layout.shape(), layout.strides(), strides);
    // SAFETY: `sorted` needs the places and the live elements that the index tuples reach at `to` and `from`, exclusive and apart from
    // each other, and gaps that are whose `gaps` says: the conditions of this function.
    unsafe { sorted::<T, P, L>(to, layout, gaps, from, axes) };
}

/// Clones `value` over every element.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `to`, which is not `value`, and which no other index tuple
/// and no other reference reaches. If the gaps are the caller's own, nor does any other reference reach what is between those elements, and
/// it is memory to be written.
pub(crate) unsafe fn fill<T: Clone, L: Layout>(to: *mut T, layout: &L, gaps: Gaps, value: &T) {
    let target = layout.shape().iter().zip(layout.strides());
    let axes = target.map(|(&len, &target)| CopyAxis { len, target, source: 0 });
    // SAFETY: `sorted` needs a live element at `from` for every index tuple: with source strides of 0 it is `value`.
    unsafe { sorted::<T, OverLive, L>(to, layout, gaps, value, axes) };
}

/// Clones every element to the place that it has in row-major order.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `from`. At `to` are as many consecutive places as P needs
/// them, which no other reference reaches.
unsafe fn row_major<T: Clone, L: Layout, P: Put<T>>(layout: &L, from: *const T, to: *mut T) {
    let strides = layout.row_major_strides();
    let axes = pair(layout.shape(), strides.as_ref(), layout.strides());
    // SAFETY: `move_each` needs a place at `to` for every index tuple: row-major offsets differ, and are below the
    // number of elements.
    unsafe { move_each::<T, P>(to, from, Gaps::Exclusive, axes, layout.list(CopyAxis::BLANK).as_mut()) };
}

/// Moves the element of every index tuple in the order of the target's memory.
///
/// # Safety
///
/// `axes` have the target axes of `layout`; their index tuples reach places at `to` as [`Put::put`] of P needs them, which no other index
/// tuple and no other reference reaches, and live elements at `from` that are not in those. If the gaps are the caller's own, nor does
/// any other reference reach what is between the places at `to`, and it is memory to be written.
unsafe fn sorted<T: Clone, P: Put<T>, L: Layout>(
    to: *mut T,
    layout: &L,
    gaps: Gaps,
    from: *const T,
    axes: impl Iterator<Item = CopyAxis>,
) {
    let (mut sorted, mut joined) = (layout.list(CopyAxis::BLANK), layout.list(CopyAxis::BLANK));
    sorted.as_mut().iter_mut().zip(axes).for_each(|(place, axis)| *place = axis);
    let (first, first_source) = forwards(sorted.as_mut());
    let (to, from) = (to.wrapping_offset(first), from.wrapping_offset(first_source));
    sort(sorted.as_mut());
    let axes = sorted.as_mut().iter().copied();
    // SAFETY: `move_each` needs the elements that the index tuples reach, which are the caller's; neither the order of the axes nor the
    // end that they are counted from changes which elements they reach.
    unsafe { move_each::<T, P>(to, from, gaps, axes, joined.as_mut()) };
}

/// Moves the element of every index tuple: as bytes if it is `Copy`, else by its `clone`. `joined` is at least as
/// long as `axes`.
///
/// # Safety
///
/// Every index tuple of `axes` reaches a live element at `from`, and at `to` a place as [`Put::put`] of P needs it, which no other index
/// tuple reaches. If the gaps are the caller's own, nor does any other reference reach what is between those places, and it is memory to be
/// written.
#[inline]
unsafe fn move_each<T: Clone, P: Put<T>>(
    to: *mut T,
    from: *const T,
    gaps: Gaps,
    axes: impl Iterator<Item = CopyAxis>,
    joined: &mut [CopyAxis],
) {
    if !is_copy::<T>() {
        // SAFETY: `clone_each` needs live elements at `from` and places at `to` for every index tuple: the conditions of this function.
        return unsafe { clone_each::<T, P>(to, from, axes, joined) };
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

#[cfg(test)]
mod tests;
