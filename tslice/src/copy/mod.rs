//! Moving elements: unsafe door 2.
//!
//! A plan (safe integers) drops axes of length 1 and joins axes that are contiguous with each other in source and
//! target. Plain elements then move as bytes, by one kernel that is chosen once per call; others are cloned one by one.
#![allow(unsafe_code, reason = "door 2: moving elements between pointers inside their layouts")]

mod copyable;
mod level;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod plan;
mod row;

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::layout::{self, Dynamic, Layout};
use crate::raw::{Exclusive, Shared};
use copyable::is_plain;
use plan::{Axis, Joined, join, nest};

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
    let layout = source.layout();
    let strides = layout.row_major_strides();
    assert!(target.len() == layout::len(layout.shape()), "the target has the length of the source");
    let axes = pair(layout.shape(), strides.as_ref(), layout.strides());
    let (to, from) = (target.as_mut_ptr(), source.ptr().as_ptr());
    // SAFETY: the row-major offsets of a shape are those of a slice of its length; `target` is exclusive, and the source's
    // elements live inside its layout.
    unsafe { clone_each(Old::Live, to, from, axes, layout.room(Axis::BLANK).as_mut()) };
}

/// Clones every element of `source` into the element of `target` with the same index; the shapes are equal.
pub(crate) fn assign<T: Clone, L: Layout>(target: &Exclusive<'_, T, L>, source: &Shared<'_, T, Dynamic>) {
    let layout = target.layout();
    assert!(layout.shape() == source.layout().shape(), "the shapes are equal");
    let axes = pair(layout.shape(), layout.strides(), source.layout().strides());
    // SAFETY: both layouts have this shape, and an exclusive view cannot overlap a shared one.
    unsafe { overwrite(target, source.ptr().as_ptr(), axes) };
}

/// Sets every element to `value`.
pub(crate) fn fill<T: Clone, L: Layout>(target: &Exclusive<'_, T, L>, value: &T) {
    let layout = target.layout();
    let axes =
        layout.shape().iter().zip(layout.strides()).map(|(&len, &target)| Axis { len, target, source: 0 });
    // SAFETY: the axes are those of the target; every one of them repeats the one value.
    unsafe { overwrite(target, value, axes) };
}

/// Clones in the order of the target's memory.
///
/// # Safety
///
/// The axes are those of `target`; every index tuple of them reaches a live element at `from` that is not in the target.
unsafe fn overwrite<T: Clone, L: Layout>(
    target: &Exclusive<'_, T, L>,
    from: *const T,
    axes: impl Iterator<Item = Axis>,
) {
    let layout = target.layout();
    let (mut sorted, mut room) = (layout.room(Axis::BLANK), layout.room(Axis::BLANK));
    sorted.as_mut().iter_mut().zip(axes).for_each(|(place, axis)| *place = axis);
    plan::sort(sorted.as_mut());
    let axes = sorted.as_mut().iter().copied();
    // SAFETY: an exclusive view reaches each of its elements by one index tuple, and nobody else does.
    unsafe { clone_each(Old::Live, target.ptr().as_ptr(), from, axes, room.as_mut()) };
}

fn write_clones<T: Clone, L: Layout>(source: &Shared<'_, T, L>, target: &mut [MaybeUninit<T>]) {
    let layout = source.layout();
    let strides = layout.row_major_strides();
    assert!(target.len() == layout::len(layout.shape()), "the target has the length of the source");
    let axes = pair(layout.shape(), strides.as_ref(), layout.strides());
    let (to, from) = (target.as_mut_ptr().cast::<T>(), source.ptr().as_ptr());
    // SAFETY: the row-major offsets of a shape are those of a slice of its length.
    unsafe { clone_each(Old::Absent, to, from, axes, layout.room(Axis::BLANK).as_mut()) };
}

/// What is in the target before.
#[derive(Clone, Copy, PartialEq)]
enum Old {
    Live,
    Absent,
}

/// # Safety
///
/// Every index tuple of `axes` reaches room for an element at `to`, which nobody else reaches, and a live element at
/// `from`; if the old ones are live, those at `to` are live elements too. `room` is for as many axes.
#[inline]
unsafe fn clone_each<T: Clone>(
    old: Old,
    to: *mut T,
    from: *const T,
    axes: impl Iterator<Item = Axis>,
    room: &mut [Axis],
) {
    let size = size_of::<T>();
    if is_plain::<T>() {
        if let Some(Joined { count, block }) =
            join(axes.map(|axis| axis.in_bytes(size.cast_signed())), size, room)
        {
            // SAFETY: as the caller promises, in bytes: a plain element is its bytes.
            unsafe { row::run(&mut room[..count], block, to.cast(), from.cast()) };
        }
        return;
    }
    let Some(Joined { count, block }) = join(axes, 1, room) else { return };
    // Two loops, so that each is one that the compiler knows.
    if block == 1 {
        // SAFETY: an element inside the target and the source, as the caller promises.
        return nest(&room[..count], |t, s| unsafe {
            clone_one(old, to.wrapping_offset(t), from.wrapping_offset(s))
        });
    }
    nest(&room[..count], |t, s| {
        for i in 0..block.cast_signed() {
            // SAFETY: element i of a block, inside the target and the source, as the caller promises.
            unsafe { clone_one(old, to.wrapping_offset(t + i), from.wrapping_offset(s + i)) };
        }
    });
}

/// # Safety
///
/// Room for an element at `to`, where one lives if the old ones are live, and a live element at `from`.
#[inline(always)]
unsafe fn clone_one<T: Clone>(old: Old, to: *mut T, from: *const T) {
    // SAFETY: a live element.
    let element = unsafe { &*from };
    if old == Old::Absent {
        // SAFETY: room for one element.
        return unsafe { to.write(element.clone()) };
    }
    // SAFETY: a live element that is reached by nobody else; a `clone` that panics leaves it alive.
    unsafe { &mut *to }.clone_from(element);
}

#[inline(always)]
fn pair<'l>(shape: &'l [usize], target: &'l [isize], source: &'l [isize]) -> impl Iterator<Item = Axis> + 'l {
    let axes = shape.iter().zip(target).zip(source);
    axes.map(|((&len, &target), &source)| Axis { len, target, source })
}
