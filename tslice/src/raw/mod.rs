//! Pointer and layout: unsafe door 1.
//!
//! [`Raw`] is the one type that holds a pointer; `Shared` and `Exclusive` give it a lifetime. Everything they offer
//! is safe: a slice is resolved here, against the very layout the pointer belongs to.
#![allow(unsafe_code, reason = "door 1: dereferencing a pointer inside its layout")]

mod copies;
mod diagonal;
mod exclusive;
mod integer;
mod iter;
mod lent;
mod owned;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod shared;
mod slicing;

use core::marker::PhantomData;
use core::ptr::NonNull;

pub(crate) use exclusive::Part;
pub use integer::{Integer, bound};
pub use iter::{Iter, IterMut};
pub(crate) use owned::Owned;

/// A pointer to the first element and the layout of the others.
///
/// Invariants:
/// 1. For every index tuple inside the shape, `ptr` plus its offset points to an initialised `T` inside one live
///    allocation, and the offset in bytes does not overflow `isize`.
/// 2. In an `Exclusive`, different index tuples have different offsets, and nobody else reaches the elements.
/// 3. An empty layout's `ptr` is aligned and inside, at the end of, or apart from any allocation: it is not read.
pub(crate) struct Raw<T, L> {
    ptr: NonNull<T>,
    layout: L,
}

/// A shared view: `Copy` for `Copy` layouts.
pub(crate) struct Shared<'a, T, L> {
    raw: Raw<T, L>,
    life: PhantomData<&'a [T]>,
}

/// An exclusive view.
pub(crate) struct Exclusive<'a, T, L> {
    raw: Raw<T, L>,
    life: PhantomData<&'a mut [T]>,
}

impl<T, L: Clone> Clone for Raw<T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { ptr: self.ptr, layout: self.layout.clone() }
    }
}

impl<T, L: Copy> Copy for Raw<T, L> {}

impl<T, L: Clone> Clone for Shared<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone(), life: PhantomData }
    }
}

impl<T, L: Copy> Copy for Shared<'_, T, L> {}

// SAFETY: a `Shared` gives `&T` only, as `&[T]` does.
unsafe impl<T: Sync, L: Send> Send for Shared<'_, T, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, L: Sync> Sync for Shared<'_, T, L> {}
// SAFETY: an `Exclusive` gives `&mut T`, as `&mut [T]` does (invariant 2).
unsafe impl<T: Send, L: Send> Send for Exclusive<'_, T, L> {}
// SAFETY: through `&Exclusive` only `&T` can be had.
unsafe impl<T: Sync, L: Sync> Sync for Exclusive<'_, T, L> {}
