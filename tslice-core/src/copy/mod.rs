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
mod row;
mod rows;
mod sink;
#[cfg(feature = "rayon")]
pub mod threads;
mod write;

use core::mem::MaybeUninit;
use core::ops::RangeInclusive;

use tslice_kernels::{Blocks, CopyAxis, Gaps, Joined, forwards, join, sort};

use crate::layout::{self, Layout};
use each::{IntoUninit, OverLive, Put, clone_each};

pub(crate) use bytes::Moves;
#[cfg(feature = "half")]
pub(crate) use is_copy::is;
pub(crate) use is_copy::{cast, is_copy, is_float, is_integer, is_primitive};
pub(crate) use planes::interleave;
use row::Rows;
pub(crate) use row::copy_row;
pub use rows::HugeRows;
pub use sink::{Sink, collect};

/// Fewer elements than this, which follow each other, are copied without a plan.
pub(crate) const FEW: usize = 512;

/// Fewer elements than this, which do not follow each other, are copied without a plan.
const FEW_APART: usize = 32;
/// The same in one line, if they are this many bytes apart: a vector holds few of them.
const FEW_FAR_APART: usize = 128;
const FAR: usize = 16;

/// Rows of this many bytes are filled without a plan.
const SHORT_ROW: RangeInclusive<usize> = 32..=1024;

/// So many rows at most are copied without a plan.
const FEW_ROWS: usize = 128;

/// Whether the elements of two arrays of one shape are rows that follow each other, which are copied row by row.
#[inline(always)]
pub(crate) fn are_rows(shape: &[usize], target: &[isize], source: &[isize]) -> bool {
    Rows::of(shape, target, source).is_some()
}

/// Whether elements that do not follow each other are copied without a plan.
#[inline(always)]
pub(crate) fn are_few_apart<T>(layout: &impl Layout) -> bool {
    match (layout.shape(), layout.strides()) {
        ([len], [stride]) if stride.unsigned_abs().saturating_mul(size_of::<T>()) >= FAR => {
            *len < FEW_FAR_APART
        }
        (shape, _) => layout::len(shape) < FEW_APART,
    }
}

/// Clones every element into `to`, row-major. If a clone panics, the elements that were written leak.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `from`; `to` has exactly as many places, which hold none
/// of them.
pub(crate) unsafe fn clone_to_uninit<T: Clone, L: Layout>(
    layout: &L,
    from: *const T,
    to: &mut [MaybeUninit<T>],
) {
    assert!(to.len() == layout::len(layout.shape()), "the target has the length of the source");
    // SAFETY: `row_major` needs live elements at `from`, which are the caller's, and places at `to` for as many,
    // which were counted; `IntoUninit` needs no live elements there.
    unsafe { row_major::<T, L, IntoUninit>(layout, from, to.as_mut_ptr().cast()) }
}

/// Clones every element over those of `to`, row-major. If a clone panics, some elements of `to` keep their value.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `from`; `to` has exactly as many elements, and none of
/// them.
pub(crate) unsafe fn clone_to_slice<T: Clone, L: Layout>(layout: &L, from: *const T, to: &mut [T]) {
    assert!(to.len() == layout::len(layout.shape()), "the target has the length of the source");
    // SAFETY: `row_major` needs live elements at `from`, which are the caller's, and live elements at `to` for
    // `OverLive`, which were counted.
    unsafe { row_major::<T, L, OverLive>(layout, from, to.as_mut_ptr()) }
}

/// Clones every element of the source over the element of the target with the same index.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `to`, which no other index tuple and no other reference reaches. If the gaps
/// are the caller's own, nor does any other reference reach what is between those elements, and it is memory to be written.
/// With `strides`, one for each axis, every index tuple of the same shape reaches a live element at `from` that is
/// not one of those.
pub(crate) unsafe fn assign<T: Clone, L: Layout>(
    to: *mut T,
    layout: &L,
    gaps: Gaps,
    from: *const T,
    strides: &[isize],
) {
    assert!(strides.len() == layout.shape().len(), "a stride for each axis");
    if let Some(rows) = Rows::of(layout.shape(), layout.strides(), strides)
        && rows.count <= FEW_ROWS
        && size_of::<T>() > 0
        && is_copy::<T>()
    {
        // SAFETY: `copy` needs rows of elements, which are `Copy`: those that the index tuples reach at `to` and `from`, exclusive and
        // apart from each other (the conditions of this function).
        return unsafe { rows.copy(to, from) };
    }
    // SAFETY: `overwrite` needs the live elements that the index tuples reach at `to` and `from`, exclusive and apart from each other,
    // and gaps that are whose `gaps` says: the conditions of this function.
    unsafe { overwrite(to, layout, gaps, from, pair(layout.shape(), layout.strides(), strides)) };
}

/// Clones every element of the source to the place of the target with the same index, which holds no element yet. If a clone
/// panics, the elements that were written leak.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a place at `to` that is valid for writes and that no other index tuple and no other reference
/// reaches. If the gaps are the caller's own, nor does any other reference reach what is between those places, and it is memory to be
/// written. With `strides`, one for each axis, every index tuple of the same shape reaches a live element at `from` that is in none of
/// those places.
pub(crate) unsafe fn place<T: Clone, L: Layout>(
    to: *mut T,
    layout: &L,
    gaps: Gaps,
    from: *const T,
    strides: &[isize],
) {
    assert!(strides.len() == layout.shape().len(), "a stride for each axis");
    let mut joined = layout.list(CopyAxis::BLANK);
    let axes = pair(layout.shape(), layout.strides(), strides);
    // SAFETY: `move_each` needs places at `to` and live elements at `from`, which the index tuples reach by the conditions of this
    // function; `IntoUninit` needs no live elements at `to`.
    unsafe { move_each::<T, IntoUninit>(to, from, gaps, axes, joined.as_mut()) };
}

/// Clones `value` over every element.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `to`, which is not `value`, and which no other index tuple
/// and no other reference reaches. If the gaps are the caller's own, nor does any other reference reach what is between those elements, and
/// it is memory to be written.
pub(crate) unsafe fn fill<T: Clone, L: Layout>(to: *mut T, layout: &L, gaps: Gaps, value: &T) {
    if let Some(rows) = Rows::of(layout.shape(), layout.strides(), layout.strides())
        && SHORT_ROW.contains(&(rows.len * size_of::<T>()))
        && is_copy::<T>()
    {
        // SAFETY: `fill` needs rows of places, and a value that is `Copy` and not in them: the conditions of this function.
        return unsafe { rows.fill(to, value) };
    }
    let target = layout.shape().iter().zip(layout.strides());
    let axes = target.map(|(&len, &target)| CopyAxis { len, target, source: 0 });
    // SAFETY: `overwrite` needs a live element at `from` for every index tuple: with source strides of 0 it is
    // `value`.
    unsafe { overwrite(to, layout, gaps, value, axes) };
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

/// Clones over live elements, in the order of the target's memory.
///
/// # Safety
///
/// `axes` have the target axes of `layout`; their index tuples reach live elements at `to`, which no other index
/// tuple and no other reference reaches, and live elements at `from` that are not among those. If the gaps are the caller's own, nor does
/// any other reference reach what is between the elements at `to`, and it is memory to be written.
unsafe fn overwrite<T: Clone, L: Layout>(
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
    unsafe { move_each::<T, OverLive>(to, from, gaps, axes, joined.as_mut()) };
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
