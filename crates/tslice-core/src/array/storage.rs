//! The storages of an array: owned, shared and exclusive elements. Their pointers are touched in
//! this file only.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;

use tslice_kernels::Gaps;

/// An argument that only the file of `Array` can make: a function of a public trait that takes it
/// is that file's alone.
#[derive(Clone, Copy)]
pub struct Key(());

impl Key {
    /// # Safety
    ///
    /// Storages that are made by the key, and the pointers that it gives, are used as the
    /// invariants of `Array` say.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Elements that an array owns.
#[derive(Clone)]
pub struct Owned<T> {
    data: Vec<T>,
}

/// The pointer of a [`Ref`] or a [`Mut`], whose `life` says which threads may have it.
#[derive(Clone, Copy)]
struct Pointer<P>(P);

// SAFETY: `Send` needs that a `Pointer` may be used on another thread. A pointer gives no access to
// its element. `Ref` and `Mut` do, as the reference in their `life` does, and are `Send` if it is.
unsafe impl<T> Send for Pointer<NonNull<T>> {}
// SAFETY: `Sync` needs that a `&Pointer` may be used on another thread: as above, `life` decides
// whether a `Ref` or a `Mut` may.
unsafe impl<T> Sync for Pointer<NonNull<T>> {}

/// Elements that are shared for `'a`.
pub struct Ref<'a, T> {
    ptr: Pointer<NonNull<T>>,
    life: PhantomData<&'a T>,
}

/// Elements that are exclusive for `'a`.
///
/// If no other reference to the memory between this array's elements exists, copies may overwrite
/// it with the value it had. That holds for a whole array and its slices, but not for one of
/// several parts of an array, nor for memory that another crate lends.
// Invariant: if `gaps` are `Exclusive`, what is between the first and the last element of the array
// in memory is memory of the same allocation, and for 'a it is reached only by way of this storage.
pub struct Mut<'a, T> {
    ptr: Pointer<NonNull<T>>,
    gaps: Gaps,
    life: PhantomData<&'a mut T>,
}

impl<T> Owned<T> {
    pub(crate) const fn new(data: Vec<T>, _: Key) -> Self {
        Self { data }
    }

    pub(crate) fn into_data(self, _: Key) -> Vec<T> {
        self.data
    }
}

impl<T> Ref<'_, T> {
    /// The elements of an array whose first one is here.
    #[inline(always)]
    pub(crate) const fn at(ptr: NonNull<T>, _: Key) -> Self {
        Self {
            ptr: Pointer(ptr),
            life: PhantomData,
        }
    }

    /// [`Read::ptr`] for `const` code.
    #[inline(always)]
    pub(crate) const fn first(&self, _: Key) -> NonNull<T> {
        self.ptr.0
    }
}

impl<T> Mut<'_, T> {
    /// The elements of an array whose first one is here.
    #[inline(always)]
    pub(crate) const fn at(ptr: NonNull<T>, gaps: Gaps, _: Key) -> Self {
        Self {
            ptr: Pointer(ptr),
            gaps,
            life: PhantomData,
        }
    }
}

impl<T> Clone for Ref<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<'_, T> {}

/// A storage whose elements can be read. All three storages are.
///
/// Its methods take a `Key`, so that only the file that keeps the invariants of `Array` can call
/// them.
pub trait Read: sealed::Storage + Sized {
    /// The type of the elements.
    type Elem;
    /// The storage of a shared view of the elements. It lives as long as the memory if this is
    /// [`Ref`], and for `'s` otherwise.
    type Shared<'s>: Borrowed<Elem = Self::Elem, Item: Copy, Slice: Copy> + Copy
    where
        Self: 's;

    #[doc(hidden)]
    fn ptr(&self, _: Key) -> NonNull<Self::Elem>;
}

/// A storage whose elements can be written: [`Owned`] and [`Mut`].
#[diagnostic::on_unimplemented(
    message = "elements cannot be written through `{Self}`",
    label = "not an exclusive storage",
    note = "a `View` is shared: write to the tensor, or to a `ViewMut`, which `slice_mut` and \
        `view_mut` give"
)]
pub trait Write: Read {
    #[doc(hidden)]
    fn ptr_mut(&mut self, _: Key) -> NonNull<Self::Elem>;
    /// Tells who reaches the memory between the elements.
    #[doc(hidden)]
    fn gaps(&self, _: Key) -> Gaps;
}

/// A storage that borrows its elements: [`Ref`] and [`Mut`].
pub trait Borrowed: Read {
    /// A reference to an element.
    type Item: Deref<Target = Self::Elem>;
    /// A slice of elements.
    type Slice: Deref<Target = [Self::Elem]>
        + IntoIterator<Item = Self::Item, IntoIter: DoubleEndedIterator>;

    /// Whether no other reference to the elements exists.
    #[doc(hidden)]
    const EXCLUSIVE: bool;

    /// The elements of an array whose first one is here.
    #[doc(hidden)]
    fn borrow(first: NonNull<Self::Elem>, gaps: Gaps, _: Key) -> Self;

    /// The first element of a slice.
    #[doc(hidden)]
    fn first(slice: Self::Slice, _: Key) -> NonNull<Self::Elem>;

    /// # Safety
    ///
    /// For as long as this storage borrows its elements, a live element is here, which no other
    /// code writes, nor reads if the storage is exclusive.
    #[doc(hidden)]
    unsafe fn item(element: NonNull<Self::Elem>) -> Self::Item;

    /// # Safety
    ///
    /// For as long as this storage borrows its elements, `len` live elements follow each other from
    /// `first` on, which no other code writes, nor reads if the storage is exclusive.
    #[doc(hidden)]
    unsafe fn slice(first: NonNull<Self::Elem>, len: usize) -> Self::Slice;
}

mod sealed {
    pub trait Storage {}
    impl<T> Storage for super::Owned<T> {}
    impl<T> Storage for super::Ref<'_, T> {}
    impl<T> Storage for super::Mut<'_, T> {}
}

/// Writes the impls that [`Ref`] and [`Mut`] have in common.
macro_rules! borrowed {
    (
        $a:lifetime $s:lifetime, $storage:ty, $lent:lifetime, $item:ty, $slice:ty,
        $reference:ident, $row:expr, $exclusive:literal, $gaps:tt $($field:ident)?
    ) => {
        impl<$a, T> Read for $storage {
            type Elem = T;
            type Shared<$s>
                = Ref<$lent, T>
            where
                Self: 's;

            #[inline(always)]
            fn ptr(&self, _: Key) -> NonNull<T> {
                self.ptr.0
            }
        }

        impl<$a, T> Borrowed for $storage {
            type Item = $item;
            type Slice = $slice;

            const EXCLUSIVE: bool = $exclusive;

            #[inline(always)]
            fn borrow(ptr: NonNull<T>, $gaps: Gaps, _: Key) -> Self {
                Self { ptr: Pointer(ptr), $($field,)? life: PhantomData }
            }

            #[inline(always)]
            fn first(slice: $slice, _: Key) -> NonNull<T> {
                NonNull::from(slice).cast()
            }

            #[inline(always)]
            #[allow(unused_mut, reason = "an exclusive reference needs it")]
            unsafe fn item(mut element: NonNull<T>) -> $item {
                // SAFETY: a reference needs a live element that no other code writes, nor reads if
                // it is exclusive: the condition of `item`.
                unsafe { element.$reference() }
            }

            #[inline(always)]
            unsafe fn slice(first: NonNull<T>, len: usize) -> $slice {
                // SAFETY: a slice needs `len` live elements in a row that no other code writes, nor
                // reads if it is exclusive: the condition of `slice`.
                unsafe { $row(first.as_ptr(), len) }
            }
        }
    };
}

borrowed! { 'a 's, Ref<'a, T>, 'a, &'a T, &'a [T], as_ref, core::slice::from_raw_parts, false, _ }
borrowed! {
    'a 's, Mut<'a, T>, 's, &'a mut T, &'a mut [T],
    as_mut, core::slice::from_raw_parts_mut, true, gaps gaps
}

impl<T> Read for Owned<T> {
    type Elem = T;
    type Shared<'s>
        = Ref<'s, T>
    where
        T: 's;

    #[inline(always)]
    fn ptr(&self, _: Key) -> NonNull<T> {
        NonNull::from_ref(self.data.as_slice()).cast()
    }
}

impl<T> Write for Owned<T> {
    #[inline(always)]
    fn ptr_mut(&mut self, _: Key) -> NonNull<T> {
        NonNull::from_mut(self.data.as_mut_slice()).cast()
    }

    #[inline(always)]
    fn gaps(&self, _: Key) -> Gaps {
        Gaps::Exclusive
    }
}

impl<T> Write for Mut<'_, T> {
    #[inline(always)]
    fn ptr_mut(&mut self, _: Key) -> NonNull<T> {
        self.ptr.0
    }

    #[inline(always)]
    fn gaps(&self, _: Key) -> Gaps {
        self.gaps
    }
}

#[cfg(test)]
mod tests;
