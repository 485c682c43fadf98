//! The target of a result: a new vector, or the caller's buffer. Each element is written once.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::rows::HugeRows;
use super::{clone_to_slice, clone_to_uninit};
use crate::layout::{self, Layout};

/// Takes the elements of a result, in row-major order.
pub trait Sink<T: Clone> {
    /// The number of elements that were taken.
    fn taken(&self) -> usize;

    /// Takes elements, for which there is room.
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = T>);

    /// Takes a run of elements.
    fn run(&mut self, run: &[T]);

    /// Takes one element.
    #[inline(always)]
    fn element(&mut self, element: &T) {
        self.run(core::slice::from_ref(element));
    }

    /// Takes rows of a source, which begin at `starts`; or returns `false` and takes none.
    fn rows(
        &mut self,
        huge: HugeRows<T>,
        source: &[T],
        starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool;

    /// Takes the elements of a layout.
    ///
    /// # Safety
    ///
    /// Every index tuple of the layout reaches a live element at `from`.
    unsafe fn block<L: Layout>(&mut self, layout: &L, from: *const T);

    /// Takes one element `count` times.
    fn repeat(&mut self, element: &T, count: usize) {
        self.elements((0..count).map(|_| element.clone()));
    }
}

impl<T: Clone> Sink<T> for Vec<T> {
    #[inline(always)]
    fn taken(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        self.extend(elements);
    }

    #[inline(always)]
    fn run(&mut self, run: &[T]) {
        self.extend_from_slice(run);
    }

    #[inline(always)]
    fn element(&mut self, element: &T) {
        self.push(element.clone());
    }

    fn rows(
        &mut self,
        huge: HugeRows<T>,
        source: &[T],
        starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool {
        let room = huge.len(starts.len());
        let written =
            self.spare_capacity_mut().get_mut(..room).is_some_and(|to| huge.write(to, source, starts));
        if written {
            // SAFETY: `set_len` needs live elements, as many as there is room for: `write` has written `room` of them.
            unsafe { self.set_len(self.len() + room) };
        }
        written
    }

    unsafe fn block<L: Layout>(&mut self, layout: &L, from: *const T) {
        let len = layout::len(layout.shape());
        self.reserve(len);
        // SAFETY: `clone_to_uninit` needs live elements at `from`, which are the caller's, and as many places.
        unsafe { clone_to_uninit(layout, from, &mut self.spare_capacity_mut()[..len]) };
        // SAFETY: `set_len` needs live elements: `len` of them were written behind the last one.
        unsafe { self.set_len(self.len() + len) };
    }
}

/// A caller's buffer of the result's length.
pub struct Buffer<'b, T> {
    all: &'b mut [T],
    at: usize,
}

impl<'b, T> Buffer<'b, T> {
    /// A buffer with the length of the result.
    pub fn new(all: &'b mut [T]) -> Self {
        Self { all, at: 0 }
    }
}

impl<T: Clone> Sink<T> for Buffer<'_, T> {
    #[inline(always)]
    fn taken(&self) -> usize {
        self.at
    }

    #[inline(always)]
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        let places = &mut self.all[self.at..self.at + elements.len()];
        self.at += places.len();
        places.iter_mut().zip(elements).for_each(|(place, element)| *place = element);
    }

    #[inline(always)]
    fn run(&mut self, run: &[T]) {
        self.all[self.at..self.at + run.len()].clone_from_slice(run);
        self.at += run.len();
    }

    fn rows(
        &mut self,
        huge: HugeRows<T>,
        source: &[T],
        starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool {
        let end = self.at + huge.len(starts.len());
        let to: *mut [T] = &mut self.all[self.at..end];
        // SAFETY: a slice needs places that nobody else reaches as long as it lives: those of the buffer. Only elements are written to
        // them, and those that are there have nothing to drop if they are overwritten: they are `Copy`, as `HugeRows::of` says.
        let places = unsafe { &mut *(to as *mut [MaybeUninit<T>]) };
        let written = huge.write(places, source, starts);
        if written {
            self.at = end;
        }
        written
    }

    unsafe fn block<L: Layout>(&mut self, layout: &L, from: *const T) {
        let end = self.at + layout::len(layout.shape());
        // SAFETY: `clone_to_slice` needs live elements at `from`, which are the caller's, and none of the buffer's, which is borrowed
        // exclusively; there are as many places.
        unsafe { clone_to_slice(layout, from, &mut self.all[self.at..end]) };
        self.at = end;
    }
}
