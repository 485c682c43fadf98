//! Moving elements: unsafe door 2.
//!
//! A plan (safe integers) drops axes of length 1 and joins axes that are contiguous with each other in source and
//! target. Plain elements then move as bytes, by one kernel that is chosen once per call; others are cloned one by one.
#![allow(clippy::undocumented_unsafe_blocks, unsafe_code, reason = "door 2: moving elements between pointers inside their layouts")]

mod copyable;
mod level;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod plan;
mod row;

use core::mem::MaybeUninit;

use crate::layout::{self, Layout};
use copyable::is_plain;
use plan::{Axis, Joined, join, nest};

pub use level::Level;

pub(crate) unsafe fn clone_to_uninit<T: Clone, L: Layout>(layout: &L, from: *const T, to: &mut [MaybeUninit<T>]) {
    let strides = layout.row_major_strides();
    assert!(to.len() == layout::len(layout.shape()), "the target has the length of the source");
    let axes = pair(layout.shape(), strides.as_ref(), layout.strides());
    unsafe { clone_each(Old::Absent, to.as_mut_ptr().cast::<T>(), from, axes, layout.list(Axis::BLANK).as_mut()) };
}
pub(crate) unsafe fn clone_to_slice<T: Clone, L: Layout>(layout: &L, from: *const T, to: &mut [T]) {
    let strides = layout.row_major_strides();
    assert!(to.len() == layout::len(layout.shape()), "the target has the length of the source");
    let axes = pair(layout.shape(), strides.as_ref(), layout.strides());
    unsafe { clone_each(Old::Live, to.as_mut_ptr(), from, axes, layout.list(Axis::BLANK).as_mut()) };
}
pub(crate) unsafe fn assign<T: Clone, L: Layout>(to: *mut T, layout: &L, from: *const T, strides: &[isize]) {
    let axes = pair(layout.shape(), layout.strides(), strides);
    unsafe { overwrite(to, layout, from, axes) };
}
pub(crate) unsafe fn fill<T: Clone, L: Layout>(to: *mut T, layout: &L, value: &T) {
    let axes =
        layout.shape().iter().zip(layout.strides()).map(|(&len, &target)| Axis { len, target, source: 0 });
    unsafe { overwrite(to, layout, value, axes) };
}
unsafe fn overwrite<T: Clone, L: Layout>(to: *mut T, layout: &L, from: *const T, axes: impl Iterator<Item = Axis>) {
    let (mut sorted, mut room) = (layout.list(Axis::BLANK), layout.list(Axis::BLANK));
    sorted.as_mut().iter_mut().zip(axes).for_each(|(place, axis)| *place = axis);
    plan::sort(sorted.as_mut());
    let axes = sorted.as_mut().iter().copied();
    unsafe { clone_each(Old::Live, to, from, axes, room.as_mut()) };
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
