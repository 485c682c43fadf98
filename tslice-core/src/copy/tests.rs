//! Elements of every kind: padding, pointers, and clones that count.

use core::cell::Cell;
use core::mem::{ManuallyDrop, MaybeUninit};
use std::boxed::Box;
use std::rc::Rc;
use std::vec::Vec;

use super::{Gaps, OverLive, Sink, assign, collect, fill};
use crate::layout::{self, Fixed, Layout};

/// The elements of a layout in a new vector.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a live element at `from`.
unsafe fn to_vec<T: Clone>(layout: &impl Layout, from: *const T) -> Vec<T> {
    let len = layout::len(layout.shape());
    let mut out = Vec::with_capacity(len);
    // SAFETY: `block` needs live elements, which are the caller's, and not in a new vector.
    unsafe { Sink::new(&mut out.spare_capacity_mut()[..len]).block(layout, from) };
    // SAFETY: `set_len` needs live elements: all were just written.
    unsafe { out.set_len(len) };
    out
}

/// Copies a square as it is sliced by `[::-1, ::2]`, and transposed, and assigns and fills every second column.
#[track_caller]
fn every_way<T: Clone>(make: impl Fn(usize) -> T, same: impl Fn(&T, &T) -> bool) {
    let (count, half, side) = (40, 20, 40);
    let source: Vec<T> = (0..count * count).map(&make).collect();
    let sliced = Fixed { shape: [count, half], strides: [-side, 2] };
    let transposed = Fixed { shape: [count, count], strides: [1, side] };
    let last = &raw const source[count * (count - 1)];
    let check = |found: &T, at: usize| assert!(same(found, &source[at]), "the element from {at}");
    // SAFETY: `to_vec` needs live elements: the rows of the source from its last one up, and every second element of each.
    let rows = unsafe { to_vec(&sliced, last) };
    rows.iter().enumerate().for_each(|(i, x)| check(x, count * (count - 1 - i / half) + 2 * (i % half)));
    let mut columns = source.clone();
    // SAFETY: `block` needs live elements: all of the source, which is not in the other vector.
    unsafe { Sink::over(&mut columns).block(&transposed, source.as_ptr()) };
    columns.iter().enumerate().for_each(|(i, x)| check(x, count * (i % count) + i / count));
    let every_second = Fixed { shape: [count, half], strides: [side, 2] };
    // SAFETY: `assign` needs live elements to which no other reference exists, and others to clone: every second one of two vectors.
    unsafe {
        assign::<_, OverLive, _>(
            columns.as_mut_ptr(),
            &every_second,
            Gaps::Exclusive,
            source.as_ptr(),
            &every_second.strides,
        )
    };
    let assigned = |i: usize| if i.is_multiple_of(2) { i } else { count * (i % count) + i / count };
    columns.iter().enumerate().for_each(|(i, x)| check(x, assigned(i)));
    // SAFETY: `fill` needs live elements to which no other reference exists, gaps included: every second element of `columns`, and `source`
    // is another vector.
    unsafe { fill(columns.as_mut_ptr(), &every_second, Gaps::Exclusive, &source[7]) };
    columns.iter().enumerate().for_each(|(i, x)| check(x, if i.is_multiple_of(2) { 7 } else { assigned(i) }));
    // SAFETY: `fill` needs live elements to which no other reference exists: all of `columns`, and `source` is another vector.
    unsafe { fill(columns.as_mut_ptr(), &transposed, Gaps::Exclusive, &source[9]) };
    columns.iter().for_each(|x| check(x, 9));
}

#[test]
fn elements_with_padding_keep_their_fields() {
    #[derive(Clone, Copy, PartialEq)]
    struct Padded(u8, u32, u16);
    let byte = |i: usize| u8::try_from(i % 251).expect("below 251");
    every_way(|i| Padded(byte(i), u32::from(byte(i)) << 9, 7), PartialEq::eq);
    every_way(|i| (byte(i), u16::from(byte(i))), PartialEq::eq);
    every_way(|i| (i % 3 == 0).then_some(u16::from(byte(i))), PartialEq::eq);
    every_way(|i| [byte(i); 10], PartialEq::eq);
}

#[test]
fn references_lead_where_they_led() {
    let strings: Vec<_> = (0..1600).map(|i| std::format!("element {i}")).collect();
    every_way(|i| &strings[i], |a, b| core::ptr::eq(*a, *b) && a == b);
    every_way(|i| strings[i].as_str(), |a, b| core::ptr::eq(*a, *b) && a == b);
    every_way(|i| (i % 5 != 0).then_some(&strings[i]), PartialEq::eq);
    every_way(|i| (&strings[i], i, false), PartialEq::eq);
}

#[test]
fn uninitialised_elements_may_be_moved() {
    every_way(|_| MaybeUninit::<u8>::uninit(), |_, _| true);
    every_way(|_| MaybeUninit::<[u16; 2]>::uninit(), |_, _| true);
}

#[test]
fn elements_that_are_not_copy_are_cloned() {
    every_way(Rc::new, PartialEq::eq);
    every_way(|i| Box::new([i; 3]), PartialEq::eq);
    every_way(|i| std::format!("{i}"), PartialEq::eq);
}

#[test]
fn clone_is_called_once_for_each_element() {
    struct Counted<'c>(&'c Cell<usize>);
    impl Clone for Counted<'_> {
        fn clone(&self) -> Self {
            self.0.set(self.0.get() + 1);
            Self(self.0)
        }
    }
    #[derive(Clone, Default)]
    struct Empty;
    let count = Cell::new(0);
    let source: Vec<_> = (0..60).map(|_| Counted(&count)).collect();
    let layout = Fixed { shape: [6, 5], strides: [10, 2] };
    // SAFETY: `to_vec` needs live elements: every second one of the source.
    let clones = unsafe { to_vec(&layout, source.as_ptr()) };
    assert_eq!((clones.len(), count.get()), (30, 30));
    // SAFETY: `to_vec` needs a live element at every offset: `Empty` has size 0, so each is at the same address.
    assert_eq!(unsafe { to_vec(&layout, &Empty) }.len(), 30);
    // SAFETY: `to_vec` needs a live element at every offset: `()` has size 0, so each is at the same address.
    assert_eq!(unsafe { to_vec(&layout, &()) }.len(), 30);
}

#[test]
fn a_clone_without_drop_glue_is_still_called() {
    let source: Vec<_> = (0..20).map(|i| ManuallyDrop::new(Box::new(i))).collect();
    // SAFETY: `to_vec` needs live elements: every second one of the source.
    let clones = unsafe { to_vec(&Fixed { shape: [10], strides: [2] }, source.as_ptr()) };
    for (i, clone) in clones.into_iter().enumerate() {
        assert!(clone == source[2 * i] && !core::ptr::eq(&raw const **clone, &raw const **source[2 * i]));
        drop(ManuallyDrop::into_inner(clone));
    }
    source.into_iter().for_each(|element| drop(ManuallyDrop::into_inner(element)));
}

#[test]
#[should_panic(expected = "the target that was given")]
fn collect_refuses_another_target() {
    let written = || {
        let mut sink = Sink::over(std::vec![1_u8; 4].leak());
        sink.run(&[1; 4]);
        sink
    };
    let _ = collect(Vec::with_capacity(4), 4, |to| {
        *to = written();
        Ok::<_, ()>(())
    });
}
