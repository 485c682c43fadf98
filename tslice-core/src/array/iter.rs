//! Iterators in row-major order, from both ends.

use core::fmt;
use core::iter::FusedIterator;
use core::ptr::NonNull;
use core::slice;

use super::{Array, Lent, Mut, Read, Ref, Write};
use crate::layout::{Dims, Ends, Offsets};

/// An iterator over the elements of an array in row-major order.
pub struct Iter<'a, T> {
    /// The pointer plus each offset is an element.
    storage: Ref<'a, T>,
    offsets: Offsets,
}

/// An iterator over the elements of an exclusive view in row-major order.
pub struct IterMut<'a, T> {
    /// The pointer plus each offset is an element of a view that was given up. Each offset comes once.
    storage: Mut<'a, T>,
    offsets: Offsets,
}

impl<'a, T> Iter<'a, T> {
    #[inline]
    pub(super) fn new<D: Dims>(array: &Array<Ref<'a, T>, D>) -> Self {
        Self { storage: array.storage, offsets: Offsets::new(&array.layout) }
    }
}

impl<'a, T> IterMut<'a, T> {
    #[inline]
    pub(super) fn new<D: Dims>(array: Array<Mut<'a, T>, D>) -> Self {
        let offsets = Offsets::new(&array.layout);
        Self { storage: array.storage, offsets }
    }
}

macro_rules! iterator {
    ($iter:ident, $item:ty, $reference:ident, $slice:ident) => {
        impl<'a, T> $iter<'a, T> {
            /// The element at an offset.
            ///
            /// # Safety
            ///
            /// The offset is one that the offsets of an iterator from `base` gave, each once.
            #[inline(always)]
            unsafe fn element(base: NonNull<T>, offset: isize) -> $item {
                // SAFETY: `offset` needs a result inside the allocation: `offset` is that of an element.
                let element = unsafe { base.offset(offset) };
                // SAFETY: a reference needs a live element for 'a: the view was for 'a; an exclusive one is handed out once.
                unsafe { $reference(element) }
            }

            /// The elements of a row whose neighbours are adjacent.
            ///
            /// # Safety
            ///
            /// As for [`element`](Self::element), for each offset of the row.
            #[inline(always)]
            unsafe fn row(base: NonNull<T>, first: isize, len: usize) -> slice::$iter<'a, T> {
                // SAFETY: as in `element`.
                let first = unsafe { base.offset(first) };
                // SAFETY: a slice needs `len` live elements in a row for 'a: as in `element`, for each of the row.
                unsafe { slice::$slice(first.as_ptr(), len) }.into_iter()
            }
        }

        impl<'a, T> Iterator for $iter<'a, T> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                let offset = self.offsets.next()?;
                // SAFETY: `element` needs an offset that was just given.
                Some(unsafe { Self::element(self.storage.ptr, offset) })
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.offsets.left(), Some(self.offsets.left()))
            }

            #[inline]
            fn count(self) -> usize {
                self.offsets.left()
            }

            #[inline]
            fn last(mut self) -> Option<$item> {
                self.next_back()
            }

            fn nth(&mut self, n: usize) -> Option<$item> {
                let offset = self.offsets.nth(n)?;
                // SAFETY: as in `next`.
                Some(unsafe { Self::element(self.storage.ptr, offset) })
            }

            #[inline]
            fn fold<A, F: FnMut(A, $item) -> A>(self, start: A, mut visit: F) -> A {
                let (base, stride) = (self.storage.ptr, self.offsets.stride());
                if self.offsets.rows_are_short() {
                    return self.offsets.fold_each(start, |state, offset| {
                        // SAFETY: as in `next`.
                        visit(state, unsafe { Self::element(base, offset) })
                    });
                }
                self.offsets.fold_rows(start, |state, first, len| {
                    if stride == 1 {
                        // SAFETY: `row` needs offsets that were just given: those of a row.
                        return unsafe { Self::row(base, first, len) }.fold(state, &mut visit);
                    }
                    (0..len.cast_signed()).fold(state, |state, at| {
                        // SAFETY: as in `next`.
                        visit(state, unsafe {
                            Self::element(base, first.wrapping_add(at.wrapping_mul(stride)))
                        })
                    })
                })
            }
        }

        impl<'a, T> DoubleEndedIterator for $iter<'a, T> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<$item> {
                let offset = self.offsets.next_back()?;
                // SAFETY: as in `next`.
                Some(unsafe { Self::element(self.storage.ptr, offset) })
            }

            fn nth_back(&mut self, n: usize) -> Option<$item> {
                let offset = self.offsets.nth_back(n)?;
                // SAFETY: as in `next`.
                Some(unsafe { Self::element(self.storage.ptr, offset) })
            }

            #[inline]
            fn rfold<A, F: FnMut(A, $item) -> A>(self, start: A, mut visit: F) -> A {
                let (base, stride) = (self.storage.ptr, self.offsets.stride());
                self.offsets.rfold_rows(start, |state, first, len| {
                    if stride == 1 {
                        // SAFETY: `row` needs offsets that were just given: those of a row.
                        return unsafe { Self::row(base, first, len) }.rfold(state, &mut visit);
                    }
                    (0..len.cast_signed()).rfold(state, |state, at| {
                        // SAFETY: as in `next`.
                        visit(state, unsafe {
                            Self::element(base, first.wrapping_add(at.wrapping_mul(stride)))
                        })
                    })
                })
            }
        }

        impl<T> ExactSizeIterator for $iter<'_, T> {}
        impl<T> FusedIterator for $iter<'_, T> {}
    };
}

/// # Safety
///
/// The element is live and shared for `'a`.
#[inline(always)]
unsafe fn shared<'a, T>(element: NonNull<T>) -> &'a T {
    // SAFETY: `as_ref` needs what this function needs.
    unsafe { element.as_ref() }
}

/// # Safety
///
/// The element is live for `'a`, and nobody else reaches it.
#[inline(always)]
unsafe fn exclusive<'a, T>(mut element: NonNull<T>) -> &'a mut T {
    // SAFETY: `as_mut` needs what this function needs.
    unsafe { element.as_mut() }
}

iterator! { Iter, &'a T, shared, from_raw_parts }
iterator! { IterMut, &'a mut T, exclusive, from_raw_parts_mut }

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { storage: self.storage, offsets: self.offsets.clone() }
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
        f.debug_struct("IterMut").field("left", &self.offsets.left()).finish()
    }
}

impl<'a, T, D: Dims> IntoIterator for Array<Ref<'a, T>, D> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(&self)
    }
}

impl<'a, T, D: Dims> IntoIterator for Array<Mut<'a, T>, D> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}

/// The elements, row-major.
impl<T, D: Dims> IntoIterator for Array<super::Owned<T>, D> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.storage.data.into_iter()
    }
}

impl<'s, S: Read, D: Dims> IntoIterator for &'s Array<S, D> {
    type Item = &'s S::Elem;
    type IntoIter = Iter<'s, S::Elem>;

    #[inline]
    fn into_iter(self) -> Iter<'s, S::Elem> {
        Iter { storage: Ref::at(self.storage.ptr()), offsets: Offsets::new(&self.layout) }
    }
}

impl<'s, S: Write, D: Dims> IntoIterator for &'s mut Array<S, D> {
    type Item = &'s mut S::Elem;
    type IntoIter = IterMut<'s, S::Elem>;

    #[inline]
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
    #[inline]
    pub fn iter(&self) -> <S::Lent<'_> as Lent>::Iter {
        Lent::walk(&self.lent())
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Returns an iterator over exclusive references to the elements in row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, S::Elem> {
        IterMut::new(self.view_mut())
    }
}
