//! The storages of an array: owned, shared and exclusive elements.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;

use super::{Array, Iter};
use crate::copy::Gaps;
use crate::error::{AxisError, ShapeError};
use crate::layout::Dims;
use crate::rank::Dyn;

/// Elements that an array owns.
#[derive(Clone, Debug, Default)]
pub struct Owned<T> {
    pub(super) data: Vec<T>,
}

/// Elements that are shared for `'a`.
pub struct Ref<'a, T> {
    pub(super) ptr: NonNull<T>,
    life: PhantomData<&'a [T]>,
}

/// Elements that are exclusive for `'a`.
///
/// What is between them is exclusive too in a slice of an array, and in what is made of it as a whole; not in one of several parts
/// of an array, nor in what another crate lends.
// Invariant: if `gaps` are `Own`, what is between the first and the last element of the array in memory is memory of the same
// allocation, and for 'a it is reached only by way of this storage.
pub struct Mut<'a, T> {
    pub(super) ptr: NonNull<T>,
    pub(super) gaps: Gaps,
    life: PhantomData<&'a mut [T]>,
}

impl<T> Ref<'_, T> {
    /// The elements of an array whose first one is here.
    #[inline(always)]
    pub(super) const fn at(ptr: NonNull<T>) -> Self {
        Self { ptr, life: PhantomData }
    }
}

impl<T> Mut<'_, T> {
    /// The elements of an array whose first one is here; what is between them may be another's.
    #[inline(always)]
    pub(super) const fn at(ptr: NonNull<T>) -> Self {
        Self::new(ptr, Gaps::Foreign)
    }

    /// The elements of an array whose first one is here.
    #[inline(always)]
    pub(super) const fn new(ptr: NonNull<T>, gaps: Gaps) -> Self {
        Self { ptr, gaps, life: PhantomData }
    }
}

impl<T> Clone for Ref<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<'_, T> {}

// SAFETY: a `Ref` gives `&T` only, as `&[T]` does.
unsafe impl<T: Sync> Send for Ref<'_, T> {}
// SAFETY: a `Ref` gives `&T` only, as `&[T]` does.
unsafe impl<T: Sync> Sync for Ref<'_, T> {}
// SAFETY: a `Mut` gives `&mut T`, as `&mut [T]` does (invariant 2).
unsafe impl<T: Send> Send for Mut<'_, T> {}
// SAFETY: a `&Mut` gives `&T` only.
unsafe impl<T: Sync> Sync for Mut<'_, T> {}

/// A storage whose elements can be read. All three storages are.
pub trait Read: sealed::Storage {
    /// The type of the elements.
    type Elem;
    /// The storage of a shared view of the elements. It lives as long as the memory if this is [`Ref`], and for `'s` otherwise.
    type Lent<'s>: Lent<Elem = Self::Elem>
    where
        Self: 's;
    /// The error of [`into_rank`](Array::into_rank). That of a tensor holds the tensor.
    type RankError: Debug + Into<ShapeError>;

    #[doc(hidden)]
    fn ptr(&self) -> NonNull<Self::Elem>;
    /// The elements of an array whose first one is at `first`, which is one of this storage.
    #[doc(hidden)]
    fn lend(&self, first: NonNull<Self::Elem>) -> Self::Lent<'_>;
    #[doc(hidden)]
    fn rank_error(array: Array<Self, Dyn>, expected: usize) -> Self::RankError
    where
        Self: Sized;
}

/// A storage that borrows its elements: [`Ref`] and [`Mut`].
pub trait Borrowed: Read {
    /// The elements of an array whose first one is here.
    #[doc(hidden)]
    fn borrow(first: NonNull<Self::Elem>) -> Self;
}

/// A shared storage, which every storage lends: [`Ref`].
pub trait Lent: Borrowed + Copy {
    /// A reference to an element.
    type Item: Copy + Deref<Target = Self::Elem>;
    /// An iterator over the elements.
    type Iter: DoubleEndedIterator<Item = Self::Item> + ExactSizeIterator + FusedIterator + Clone;
    /// A slice of the elements.
    type Slice: Copy + Deref<Target = [Self::Elem]>;

    /// # Safety
    ///
    /// `element` points to an element of this storage.
    #[doc(hidden)]
    unsafe fn reference(self, element: NonNull<Self::Elem>) -> Self::Item;
    #[doc(hidden)]
    fn walk<D: Dims>(array: &Array<Self, D>) -> Self::Iter;
    /// # Safety
    ///
    /// `len` elements of this storage follow each other from its pointer on.
    #[doc(hidden)]
    unsafe fn slice(self, len: usize) -> Self::Slice;
}

/// A storage whose elements can be written: [`Owned`] and [`Mut`].
pub trait Write: Read {
    #[doc(hidden)]
    fn ptr_mut(&mut self) -> NonNull<Self::Elem>;
    /// Who reaches what is between the elements.
    #[doc(hidden)]
    fn gaps(&self) -> Gaps;
}

mod sealed {
    pub trait Storage {}
    impl<T> Storage for super::Owned<T> {}
    impl<T> Storage for super::Ref<'_, T> {}
    impl<T> Storage for super::Mut<'_, T> {}
}

impl<T> Read for Owned<T> {
    type Elem = T;
    type Lent<'s>
        = Ref<'s, T>
    where
        T: 's;
    type RankError = super::IntoShapeError<Self, Dyn>;

    #[inline(always)]
    fn ptr(&self) -> NonNull<T> {
        NonNull::from_ref(self.data.as_slice()).cast()
    }

    #[inline(always)]
    fn lend(&self, first: NonNull<T>) -> Ref<'_, T> {
        Ref::at(first)
    }

    fn rank_error(array: Array<Self, Dyn>, expected: usize) -> Self::RankError {
        let error = AxisError::RankMismatch { expected, rank: array.rank() };
        super::IntoShapeError::new(array, error.into())
    }
}

impl<'a, T> Read for Ref<'a, T> {
    type Elem = T;
    type Lent<'s>
        = Ref<'a, T>
    where
        Self: 's;
    type RankError = ShapeError;

    #[inline(always)]
    fn ptr(&self) -> NonNull<T> {
        self.ptr
    }

    #[inline(always)]
    fn lend(&self, first: NonNull<T>) -> Ref<'a, T> {
        Ref::at(first)
    }

    fn rank_error(array: Array<Self, Dyn>, expected: usize) -> ShapeError {
        ShapeError::Axis(AxisError::RankMismatch { expected, rank: array.rank() })
    }
}

impl<T> Read for Mut<'_, T> {
    type Elem = T;
    type Lent<'s>
        = Ref<'s, T>
    where
        Self: 's;
    type RankError = ShapeError;

    #[inline(always)]
    fn ptr(&self) -> NonNull<T> {
        self.ptr
    }

    #[inline(always)]
    fn lend(&self, first: NonNull<T>) -> Ref<'_, T> {
        Ref::at(first)
    }

    fn rank_error(array: Array<Self, Dyn>, expected: usize) -> ShapeError {
        ShapeError::Axis(AxisError::RankMismatch { expected, rank: array.rank() })
    }
}

impl<T> Borrowed for Ref<'_, T> {
    #[inline(always)]
    fn borrow(first: NonNull<T>) -> Self {
        Self::at(first)
    }
}

impl<T> Borrowed for Mut<'_, T> {
    #[inline(always)]
    fn borrow(first: NonNull<T>) -> Self {
        Self::at(first)
    }
}

impl<'a, T> Lent for Ref<'a, T> {
    type Item = &'a T;
    type Iter = Iter<'a, T>;
    type Slice = &'a [T];

    #[inline(always)]
    unsafe fn reference(self, element: NonNull<T>) -> &'a T {
        // SAFETY: `as_ref` needs a live element that is shared for 'a: `element` is one of this storage (the condition of
        // `reference`).
        unsafe { element.as_ref() }
    }

    #[inline]
    fn walk<D: Dims>(array: &Array<Self, D>) -> Iter<'a, T> {
        Iter::new(array)
    }

    #[inline(always)]
    unsafe fn slice(self, len: usize) -> &'a [T] {
        // SAFETY: `from_raw_parts` needs `len` live elements in a row that are shared for 'a: they follow each other from the
        // pointer on (the condition of `slice`), and are elements of this storage.
        unsafe { core::slice::from_raw_parts(self.ptr.as_ptr(), len) }
    }
}

impl<T> Write for Owned<T> {
    #[inline(always)]
    fn ptr_mut(&mut self) -> NonNull<T> {
        NonNull::from_mut(self.data.as_mut_slice()).cast()
    }

    #[inline(always)]
    fn gaps(&self) -> Gaps {
        Gaps::Own
    }
}

impl<T> Write for Mut<'_, T> {
    #[inline(always)]
    fn ptr_mut(&mut self) -> NonNull<T> {
        self.ptr
    }

    #[inline(always)]
    fn gaps(&self) -> Gaps {
        self.gaps
    }
}

#[cfg(test)]
mod tests;
