//! Moving elements: unsafe door 2.
//!
//! A plan (safe integers) drops axes of length 1 and joins axes that are contiguous with each other in source and
//! target. Plain elements then move as bytes, by one kernel that is chosen once per call; others are cloned one by one.
#![allow(unsafe_code, reason = "door 2: moving elements between pointers inside their layouts")]

mod copyable;
mod level;
mod plan;
mod row;

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::layout::{self, Dynamic, Layout};
use crate::raw::{Exclusive, Shared};
use copyable::is_plain;
use plan::{Axis, join, nest};

pub use level::Level;

/// Clones every element into a new vector, row-major.
pub(crate) fn to_vec<T: Clone, L: Layout>(source: &Shared<'_, T, L>) -> Vec<T> {
    let len = layout::len(source.layout().shape());
    let mut out = Vec::with_capacity(len);
    write_clones(source, &mut out.spare_capacity_mut()[..len]);
    // SAFETY: `write_clones` has written all `len` elements; a clone that panics leaves them to leak.
    unsafe { out.set_len(len) };
    out
}

/// Clones every element into `target`, row-major; the lengths are equal.
pub(crate) fn copy_to_slice<T: Clone, L: Layout>(source: &Shared<'_, T, L>, target: &mut [T]) {
    let strides = source.layout().row_major_strides();
    assert!(target.len() == layout::len(source.layout().shape()), "the target has the length of the source");
    // SAFETY: the row-major offsets of a shape are those of a slice of its length; `target` is exclusive.
    unsafe { assign_at(target.as_mut_ptr(), strides.as_ref(), source) };
}

/// Clones every element of `source` into the element of `target` with the same index; the shapes are equal.
pub(crate) fn assign<T: Clone, L: Layout>(target: &Exclusive<'_, T, L>, source: &Shared<'_, T, Dynamic>) {
    assert!(target.layout().shape() == source.layout().shape(), "the shapes are equal");
    // SAFETY: both layouts have this shape, and an exclusive view cannot overlap a shared one.
    unsafe { assign_at(target.ptr().as_ptr(), target.layout().strides(), source) };
}

/// Sets every element to `value`.
pub(crate) fn fill<T: Clone, L: Layout>(target: &Exclusive<'_, T, L>, value: &T) {
    let strides = target.layout().strides();
    let axes =
        target.layout().shape().iter().zip(strides).map(|(&len, &target)| Axis { len, target, source: 0 });
    // SAFETY: the axes are those of the target; every one of them repeats the one value.
    unsafe { assign_axes(target.ptr().as_ptr(), value, axes) };
}

/// # Safety
///
/// Every index tuple of the source's shape has a live element of its own at `to` under `strides`, which nobody else
/// reaches.
unsafe fn assign_at<T: Clone, L: Layout>(to: *mut T, strides: &[isize], source: &Shared<'_, T, L>) {
    let axes = pair(source.layout().shape(), strides, source.layout().strides());
    // SAFETY: as the caller promises for the target; the source's elements live inside its layout.
    unsafe { assign_axes(to, source.ptr().as_ptr(), axes) }
}

/// # Safety
///
/// Every index tuple of `axes` reaches live elements at `to` and `from`; nobody else reaches those at `to`.
unsafe fn assign_axes<T: Clone>(to: *mut T, from: *const T, axes: impl Iterator<Item = Axis>) {
    if is_plain::<T>() {
        // SAFETY: as the caller promises; a plain element is its bytes.
        unsafe { move_plain(to, from, axes) };
        return;
    }
    each(axes, |t, s| {
        // SAFETY: an offset inside the target.
        let place = unsafe { to.offset(t) };
        // SAFETY: an offset inside the source.
        let element = unsafe { from.offset(s) };
        // SAFETY: a live element that is reached by nobody else; a `clone` that panics leaves it as it was.
        let place = unsafe { &mut *place };
        // SAFETY: a live element.
        place.clone_from(unsafe { &*element });
    });
}

fn write_clones<T: Clone, L: Layout>(source: &Shared<'_, T, L>, target: &mut [MaybeUninit<T>]) {
    let strides = source.layout().row_major_strides();
    assert!(target.len() == layout::len(source.layout().shape()), "the target has the length of the source");
    let axes = pair(source.layout().shape(), strides.as_ref(), source.layout().strides());
    let (to, from) = (target.as_mut_ptr().cast::<T>(), source.ptr().as_ptr());
    if is_plain::<T>() {
        // SAFETY: the row-major offsets of a shape are those of a slice of its length; a plain element is its bytes.
        unsafe { move_plain(to, from, axes) };
        return;
    }
    each(axes, |t, s| {
        // SAFETY: an offset inside the source, where a live element is.
        let element = unsafe { from.offset(s) };
        // SAFETY: a live element.
        let clone = unsafe { &*element }.clone();
        // SAFETY: an offset inside the target.
        let place = unsafe { to.offset(t) };
        // SAFETY: room for one element.
        unsafe { place.write(clone) };
    });
}

/// # Safety
///
/// `T` is plain. Every index tuple of `axes` reaches room for an element at `to` and a live element at `from`; the two
/// do not overlap.
#[inline]
unsafe fn move_plain<T>(to: *mut T, from: *const T, axes: impl Iterator<Item = Axis>) {
    let size = size_of::<T>();
    let bytes = axes.map(|axis| axis.in_bytes(size.cast_signed()));
    if size > 0
        && let Some(axes) = join(bytes.chain([Axis { len: size, target: 1, source: 1 }]))
    {
        // SAFETY: as the caller promises, in bytes.
        unsafe { row::run(&axes, to.cast(), from.cast()) };
    }
}

/// Calls `visit` with the offsets of every index tuple, in elements.
#[inline(always)]
fn each(axes: impl Iterator<Item = Axis>, visit: impl FnMut(isize, isize)) {
    if let Some(axes) = join(axes) {
        nest(&axes, visit);
    }
}

#[inline(always)]
fn pair<'l>(shape: &'l [usize], target: &'l [isize], source: &'l [isize]) -> impl Iterator<Item = Axis> + 'l {
    let axes = shape.iter().zip(target).zip(source);
    axes.map(|((&len, &target), &source)| Axis { len, target, source })
}
