//! Iterators in row-major order.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Array, Lent, Mut, Read, Ref, Write};
use crate::layout::{Dims, Offsets};

/// An iterator over the elements of an array in row-major order.
pub struct Iter<'a, T> {
    /// `first` plus each offset is an element of a shared view that lives for `'a`.
    first: NonNull<T>,
    offsets: Offsets,
    life: PhantomData<&'a T>,
}

/// An iterator over the elements of an exclusive view in row-major order.
pub struct IterMut<'a, T> {
    /// `first` plus each offset is an element of an exclusive view that was given up for `'a`; each offset comes once.
    first: NonNull<T>,
    offsets: Offsets,
    life: PhantomData<&'a mut T>,
}

impl<'a, T> Iter<'a, T> {
    pub(super) fn new<D: Dims>(array: &Array<Ref<'a, T>, D>) -> Self {
        Self { first: array.storage.ptr, offsets: Offsets::new(&array.layout), life: PhantomData }
    }
}

impl<'a, T> IterMut<'a, T> {
    pub(super) fn new<D: Dims>(array: Array<Mut<'a, T>, D>) -> Self {
        Self { first: array.storage.ptr, offsets: Offsets::new(&array.layout), life: PhantomData }
    }
}

macro_rules! iterator {
    ($iter:ident, $item:ty, $pointer:pat => $element:expr) => {
        impl<'a, T> Iterator for $iter<'a, T> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let offset = self.offsets.next()?;
                // SAFETY: `offset` needs a result inside the allocation: `offset` is that of an element.
                let $pointer = unsafe { self.first.offset(offset) };
                // SAFETY: a reference needs a live element for 'a: the view was for 'a; an exclusive one is handed out once.
                Some(unsafe { $element })
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.offsets.len(), Some(self.offsets.len()))
            }

            #[inline]
            fn fold<A, F: FnMut(A, $item) -> A>(self, start: A, mut visit: F) -> A {
                self.offsets.fold(start, |state, offset| {
                    // SAFETY: as in `next`.
                    let $pointer = unsafe { self.first.offset(offset) };
                    // SAFETY: as in `next`.
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

/// Prints the elements that are left.
impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Prints the number of elements that are left.
impl<T> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.offsets.len()).finish()
    }
}

// SAFETY: an `Iter` gives `&T` only.
unsafe impl<T: Sync> Send for Iter<'_, T> {}
// SAFETY: an `Iter` gives `&T` only.
unsafe impl<T: Sync> Sync for Iter<'_, T> {}
// SAFETY: an `IterMut` gives `&mut T`, each once.
unsafe impl<T: Send> Send for IterMut<'_, T> {}
// SAFETY: a `&IterMut` gives no element.
unsafe impl<T: Sync> Sync for IterMut<'_, T> {}

impl<'a, T, D: Dims> IntoIterator for Array<Ref<'a, T>, D> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(&self)
    }
}

impl<'a, T, D: Dims> IntoIterator for Array<Mut<'a, T>, D> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}

/// The elements, row-major.
impl<T, D: Dims> IntoIterator for Array<super::Owned<T>, D> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.storage.data.into_iter()
    }
}

impl<'s, S: Read, D: Dims> IntoIterator for &'s Array<S, D> {
    type Item = &'s S::Elem;
    type IntoIter = Iter<'s, S::Elem>;

    fn into_iter(self) -> Iter<'s, S::Elem> {
        Iter { first: self.storage.ptr(), offsets: Offsets::new(&self.layout), life: PhantomData }
    }
}

impl<'s, S: Write, D: Dims> IntoIterator for &'s mut Array<S, D> {
    type Item = &'s mut S::Elem;
    type IntoIter = IterMut<'s, S::Elem>;

    fn into_iter(self) -> IterMut<'s, S::Elem> {
        IterMut::new(self.view_mut())
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the elements in row-major order.
    ///
    /// The iterator over a `View<'a, ..>` lives for `'a`, so a function may return it:
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// fn column<'a>(t: &'a Tensor<f32, 2>) -> impl Iterator<Item = &'a f32> {
    ///     t.slice(s![:, 0]).iter()
    /// }
    /// assert_eq!(column(&Tensor::from([[1.0, 2.0], [3.0, 4.0]])).sum::<f32>(), 4.0);
    /// ```
    pub fn iter(&self) -> <S::Lent<'_> as Lent>::Iter {
        Lent::walk(&self.lent())
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Returns an iterator over exclusive references to the elements in row-major order.
    pub fn iter_mut(&mut self) -> IterMut<'_, S::Elem> {
        IterMut::new(self.view_mut())
    }
}
