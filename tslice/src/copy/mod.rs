//! Moving elements: unsafe door 2.
//!
//! A plan (safe integers) drops axes of length 1 and joins axes that are contiguous with each other in source and
//! target; nested loops run over what is left, and one row kernel, chosen once per call, moves the inner axis.
#![allow(unsafe_code, reason = "door 2: moving elements between pointers inside their layouts")]

mod copyable;
mod plan;
mod row;

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::layout::{self, Dynamic, Layout};
use crate::raw::{Exclusive, Shared};
use plan::{Axis, Plan};

/// Clones every element into a new vector, row-major.
pub(crate) fn to_vec<T: Clone, L: Layout>(source: &Shared<'_, T, L>) -> Vec<T> {
    let len = layout::len(source.layout().shape());
    let mut out = Vec::with_capacity(len);
    if copyable::is_copy::<T>() {
        write_copies(source, &mut out.spare_capacity_mut()[..len]);
        // SAFETY: `write_copies` has written all `len` elements.
        unsafe { out.set_len(len) };
    } else {
        out.extend(crate::view::Iter::new(source.clone().into_dynamic()).cloned());
    }
    out
}

/// Clones every element into `target`, row-major; the lengths are equal.
pub(crate) fn copy_to_slice<T: Clone, L: Layout>(source: &Shared<'_, T, L>, target: &mut [T]) {
    let target = Exclusive::row_major(target, Dynamic::row_major(source.layout().shape()));
    assign(target, &source.clone().into_dynamic());
}

/// Clones every element of `source` into the element of `target` with the same index; the shapes are equal.
pub(crate) fn assign<T: Clone>(target: Exclusive<'_, T, Dynamic>, source: &Shared<'_, T, Dynamic>) {
    assert!(target.layout().shape == source.layout().shape, "the shapes are equal");
    let axes = pair(&target.layout().shape, &target.layout().strides, &source.layout().strides);
    let (to, from) = (target.ptr().as_ptr(), source.ptr().as_ptr());
    if copyable::is_copy::<T>() {
        Plan::new(axes).run(|t, s, axis| {
            // SAFETY: the plan visits offsets of equal index tuples inside both layouts; `T` is `Copy` and the exclusive target
            // cannot overlap the source.
            unsafe { row::copy(to.offset(t), from.offset(s), axis) }
        });
    } else {
        Plan::new(axes).run(|t, s, Axis { len, target, source }| {
            for i in 0..len.cast_signed() {
                // SAFETY: as above; both are live elements, and a panicking `clone` leaves the old value in place.
                let (to, from) = unsafe { (&mut *to.offset(t + i * target), &*from.offset(s + i * source)) };
                to.clone_from(from);
            }
        });
    }
}

/// Sets every element to `value`.
pub(crate) fn fill<T: Clone>(target: Exclusive<'_, T, Dynamic>, value: &T) {
    let strides = &target.layout().strides;
    let axes = pair(&target.layout().shape, strides, strides);
    let to = target.ptr().as_ptr();
    Plan::new(axes).run(|t, _, axis| {
        for i in 0..axis.len.cast_signed() {
            // SAFETY: the plan visits offsets of index tuples inside the layout.
            let element = unsafe { &mut *to.offset(t + i * axis.target) };
            element.clone_from(value);
        }
    });
}

fn write_copies<T, L: Layout>(source: &Shared<'_, T, L>, target: &mut [MaybeUninit<T>]) {
    let shape = source.layout().shape();
    assert!(target.len() == layout::len(shape), "the target has the length of the source");
    let row_major = Dynamic::row_major(shape);
    let to = target.as_mut_ptr().cast::<T>();
    let from = source.ptr().as_ptr();
    Plan::new(pair(shape, &row_major.strides, source.layout().strides())).run(|t, s, axis| {
        // SAFETY: the plan visits offsets of equal index tuples inside the source's layout and the row-major target.
        unsafe { row::copy(to.offset(t), from.offset(s), axis) }
    });
}

fn pair<'l>(shape: &'l [usize], target: &'l [isize], source: &'l [isize]) -> impl Iterator<Item = Axis> + 'l {
    let axes = shape.iter().zip(target).zip(source);
    axes.map(|((&len, &target), &source)| Axis { len, target, source })
}
