//! Moving elements: one of the modules that may use `unsafe`.
//!
//! The callers give pointers and layouts, which they answer for; nothing here slices or borrows. A
//! plan (safe integers) drops axes of length 1 and joins axes that are contiguous with each other
//! in source and target. Elements that are `Copy` then move as bytes, by one kernel that is chosen
//! once per call; others are cloned one by one. The kernels are those of `tslice-kernels`.

#![allow(
    unsafe_code,
    reason = "moves elements between pointers inside their layouts"
)]

mod is_copy;
mod read;
mod sink;
#[cfg(feature = "rayon")]
pub mod threads;
mod write;

use smallvec::SmallVec;
use tslice_kernels::{Blocks, CopyAxis, Gaps, Steps, Taker, Tuples, join_planes};

use crate::layout::{Layout, Loops, Nest, NestAxis, Order};

#[cfg(feature = "half")]
pub(crate) use is_copy::{Plain, is};
pub(crate) use is_copy::{cast, is_copy, is_float, is_integer, is_primitive};
pub(crate) use sink::are_huge;
pub use sink::{Sink, collect};

/// Bytes that stay in the second cache. A part of a `zip` for one thread has at most this many, and
/// a part of a copy at least as many.
pub(crate) const PART: usize = 256 << 10;
/// Fewer elements than this are filled without a plan, and visited by a zip without buffers, which
/// takes a quarter of the time for short rows.
pub(crate) const FEW: usize = 512;
/// At most this many elements that are not contiguous are copied one by one, in less time than a
/// plan takes: row `pad reflect, 16 around u8 img`. A column of 16 elements that is assigned to
/// another takes a third of the time.
pub(crate) const SHORT: usize = 64;

/// A copy of elements of one shape, which may be made between several places. None of its axes has
/// length 1; those that are contiguous with each other are one.
#[derive(Default)]
pub(crate) struct Plan {
    /// Outermost first.
    axes: SmallVec<[CopyAxis; 8]>,
    /// Bytes that are contiguous in target and source; 0 if nothing is to be moved.
    block: usize,
    /// The distance from index 0 to the index tuple that is visited first, in target and source.
    first: [isize; 2],
    /// The kernel that took the last copy.
    taker: Taker,
}

impl Plan {
    /// Makes an empty plan one of axes of target and source whose steps count bytes, of which an
    /// element has `size`. To move a plan takes longer than a small copy.
    #[inline(always)]
    pub(crate) fn set(
        &mut self,
        axes: impl Iterator<Item = NestAxis<2>>,
        size: usize,
        order: Order,
    ) {
        let (mut outer, next) = (Loops::new(), [size.cast_signed(); 2]);
        if let Some(Nest { row, first }) = Nest::new(axes, next, order, &mut outer) {
            self.first = first;
            self.block = size;
            if row.steps == next {
                self.block *= row.len;
            } else {
                outer.push(row);
            }
            for &NestAxis {
                len,
                steps: [target, source],
            } in &outer
            {
                self.axes.push(CopyAxis {
                    len,
                    target,
                    source,
                });
            }
        }
    }

    /// Moves the elements.
    ///
    /// # Safety
    ///
    /// Every index tuple of the axes reaches as many readable bytes as an element has at `from`,
    /// and at `to` as many writable ones, which no other index tuple reaches, and which are not
    /// among those at `from`. If the gaps are the caller's own, no other reference to the memory
    /// between the places at `to` exists, and it may be written.
    pub(crate) unsafe fn run(&mut self, to: *mut u8, from: *const u8, gaps: Gaps) {
        let (to, from) = (
            to.wrapping_offset(self.first[0]),
            from.wrapping_offset(self.first[1]),
        );
        // SAFETY: `Blocks` needs readable and writable blocks, here of one or more whole elements:
        // the condition of this function; if there are none, a block has no bytes.
        unsafe { Blocks::new(&mut self.axes, self.block, to, from, gaps) }.run(&mut self.taker);
    }
}

/// The order of the target's memory, which changes the order of the index tuples, and not which
/// elements they reach.
const ORDER: Order = Order::Of(0);

/// Pointers to elements that are `offsets` bytes apart from those given.
#[inline(always)]
pub(crate) fn offset<const N: usize>(
    mut first: [*mut u8; N],
    offsets: &[isize; N],
) -> [*mut u8; N] {
    // By an index: with two iterators side by side, the compiler keeps the pointers in memory.
    for operand in 0..N {
        first[operand] = first[operand].wrapping_offset(offsets[operand]);
    }
    first
}

impl<const N: usize> Steps for NestAxis<N> {
    type Place = [*mut u8; N];

    const ONE: Self = NestAxis::ONE;

    #[inline(always)]
    fn length(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn on(&self, count: isize, first: [*mut u8; N]) -> [*mut u8; N] {
        offset(first, &self.distance(count.cast_unsigned()))
    }
}

/// Clones every element of the source to the place of the target with the same index: over the
/// element that is there if the target is `live`, else to a place without one. If a clone panics,
/// elements that were written to such places leak.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a place at `to` to be written, with an element if the
/// target is `live`, which no other index tuple and no other reference reaches. If the gaps are the
/// caller's own, nor does any other reference reach what is between those places, and it is memory
/// to be written. With `strides`, one for each axis, every index tuple of the same shape reaches a
/// live element at `from` that is not in one of those places.
pub(crate) unsafe fn assign<T: Clone>(
    to: *mut T,
    live: bool,
    layout: &impl Layout,
    gaps: Gaps,
    from: *const T,
    strides: &[isize],
) {
    let size = size_of::<T>();
    let axes = pair(layout, strides, size);
    if !is_copy::<T>() {
        // SAFETY: `clone_each` needs live elements at `from` and places at `to` for every index
        // tuple: the conditions of this function.
        return unsafe { clone_each(to, live, from, axes) };
    }
    let mut plan = Plan::default();
    plan.set(axes, size, ORDER);
    // SAFETY: `run` needs the bytes of the live elements at `from`, and of the places at `to`,
    // whose gaps are the caller's. A `Copy` element has nothing to drop, and a copy of its bytes is
    // an element.
    unsafe { plan.run(to.cast(), from.cast(), gaps) };
}

/// The axes of a target of this layout and of a source with these strides, in bytes, of which an
/// element has `size`.
#[inline(always)]
fn pair(layout: &impl Layout, source: &[isize], size: usize) -> impl Iterator<Item = NestAxis<2>> {
    assert!(
        source.len() == layout.shape().len(),
        "a stride for each axis"
    );
    // This wraps only for an axis of one element, whose stride is not used: the others stay inside
    // an allocation.
    let in_bytes = move |step: isize| step.wrapping_mul(size.cast_signed());
    let axes = layout.shape().iter().zip(layout.strides()).zip(source);
    axes.map(move |((&len, &target), &source)| NestAxis {
        len,
        steps: [target, source].map(in_bytes),
    })
}

/// Clones the element of every index tuple of axes of target and source. If the target is `live`,
/// its elements are overwritten by [`Clone::clone_from`], and a clone that panics leaves the old
/// element alive.
///
/// # Safety
///
/// Every index tuple of the axes, whose steps count bytes, reaches a live element at `from`, and at
/// `to` a place to be written, which no other index tuple and no other reference reaches; if the
/// target is `live`, an element is there.
#[inline]
unsafe fn clone_each<T: Clone>(
    to: *mut T,
    live: bool,
    from: *const T,
    axes: impl Iterator<Item = NestAxis<2>>,
) {
    let (mut outer, unit) = (Loops::new(), [size_of::<T>().cast_signed(); 2]);
    let Some(Nest { row, first }) = Nest::new(axes, unit, ORDER, &mut outer) else {
        return;
    };
    let first = offset([to.cast(), from.cast_mut().cast()], &first);
    for mut places in Tuples::new(&outer, first) {
        for _ in 0..row.len {
            let [to, from] = places.map(|place| place.cast::<T>());
            // SAFETY: a `&` needs a live element: one is at the source's place of every index
            // tuple.
            let element = unsafe { &*from.cast_const() };
            if live {
                // SAFETY: a `&mut` needs a live element to which no other reference exists: one is
                // at the target's place of every index tuple.
                unsafe { &mut *to }.clone_from(element);
            } else {
                let clone = element.clone();
                // SAFETY: `write` needs a valid, aligned place, which is the target's of every
                // index tuple; it drops nothing.
                unsafe { to.write(clone) };
            }
            // The step past the last element may leave the allocation; its result is not used.
            places = offset(places, &row.steps);
        }
    }
}

/// Copies planes into a target in which the first elements of all planes follow each other, then
/// the second ones, and so on: into pixels. Returns `false`, and copies nothing, if no kernel does
/// that.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a pixel at `to`: as many elements as there are planes,
/// which no other index tuple and no other reference reaches, and which may hold none. With
/// `strides`, one for each axis, every index tuple of the same shape reaches in each plane a live
/// element that is not one of those.
pub(crate) unsafe fn interleave<T: Clone, L: Layout>(
    to: *mut T,
    layout: &L,
    planes: &[*const T],
    strides: &[isize],
) -> bool {
    let size = size_of::<T>();
    let mut plan = Plan::default();
    plan.set(pair(layout, strides, size), size, Order::RowMajor);
    // SAFETY: `join_planes` needs readable blocks, here of one or more whole elements, in each
    // plane, and pixels of them that may be written: those of the index tuples. A `Copy` element
    // has nothing to drop, and a copy of its bytes is an element.
    is_copy::<T>() && unsafe { join_planes(&plan.axes, plan.block, to.cast(), planes) }
}
