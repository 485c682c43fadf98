//! Iterating in row-major order.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Exclusive, Shared};
use crate::layout::{Layout, Offsets};

/// The elements of a view, row-major.
pub struct Iter<'a, T> {
    /// `first` plus each offset is an element of a `Shared` that lives for `'a`.
    first: NonNull<T>,
    offsets: Offsets,
    life: PhantomData<&'a T>,
}

/// The elements of an exclusive view, row-major.
pub struct IterMut<'a, T> {
    /// `first` plus each offset is an element of an `Exclusive` that was given up for `'a`; each offset comes once.
    first: NonNull<T>,
    offsets: Offsets,
    life: PhantomData<&'a mut T>,
}

impl<'a, T> Iter<'a, T> {
    pub(crate) fn new<L: Layout>(all: Shared<'a, T, L>) -> Self {
        Self { first: all.raw.ptr, offsets: Offsets::new(&all.raw.layout), life: PhantomData }
    }
}

impl<'a, T> IterMut<'a, T> {
    pub(crate) fn new<L: Layout>(all: Exclusive<'a, T, L>) -> Self {
        Self { first: all.raw.ptr, offsets: Offsets::new(&all.raw.layout), life: PhantomData }
    }
}

macro_rules! iterator {
    ($iter:ident, $item:ty, $pointer:pat => $element:expr) => {
        impl<'a, T> Iterator for $iter<'a, T> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let offset = self.offsets.next()?;
                // SAFETY: the offset of an element.
                let $pointer = unsafe { self.first.offset(offset) };
                // SAFETY: a live element for 'a; an exclusive one is handed out once.
                Some(unsafe { $element })
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.offsets.len(), Some(self.offsets.len()))
            }

            #[inline]
            fn fold<A, F: FnMut(A, $item) -> A>(self, start: A, mut visit: F) -> A {
                self.offsets.fold(start, |state, offset| {
                    // SAFETY: the offset of an element.
                    let $pointer = unsafe { self.first.offset(offset) };
                    // SAFETY: a live element for 'a; an exclusive one is handed out once.
                    visit(state, unsafe { $element })
                })
            }
        }

        impl<T> ExactSizeIterator for $iter<'_, T> {}
        impl<T> FusedIterator for $iter<'_, T> {}
    };
}

iterator! { Iter, &'a T, element => element.as_ref() }
iterator! { IterMut, &'a mut T, mut element => element.as_mut() }

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { first: self.first, offsets: self.offsets.clone(), life: PhantomData }
    }
}

/// The elements that are still to come.
impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// How many elements are still to come.
impl<T> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.offsets.len()).finish()
    }
}

// SAFETY: as for `Shared`, which gives `&T` only.
unsafe impl<T: Sync> Send for Iter<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Iter<'_, T> {}
// SAFETY: as for `Exclusive`, which gives `&mut T`.
unsafe impl<T: Send> Send for IterMut<'_, T> {}
// SAFETY: a shared iterator gives nothing.
unsafe impl<T: Sync> Sync for IterMut<'_, T> {}
