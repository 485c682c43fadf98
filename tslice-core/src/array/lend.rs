//! What `interop` needs of the pointer: the same memory with elements of another type.
#![cfg(feature = "bytemuck")]

use core::ptr::NonNull;

use super::{Array, Mut, Read, Ref};
use crate::layout::Dims;

/// The pointer of an array, which is never null.
fn first<U, S: Read, D: Dims>(array: &Array<S, D>) -> NonNull<U> {
    NonNull::new(array.as_ptr().cast_mut().cast())
        .unwrap_or_else(|| unreachable!("the pointer of an array is not null"))
}

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of T is one of U.
    pub(crate) unsafe fn retyped<U>(self) -> Array<Ref<'a, U>, D> {
        // SAFETY: `shared` needs the invariants, which this view has; they say the same of elements of one size, which are live and
        // aligned as a U (the condition of `retyped`).
        unsafe { Array::shared(first(&self), self.layout().clone()) }
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of each is one of the other.
    pub(crate) unsafe fn retyped<U>(self) -> Array<Mut<'a, U>, D> {
        // SAFETY: `exclusive` needs the invariants, which this view has, and it is given up; they say the same of elements of one size,
        // which are live and aligned as a U (the condition of `retyped`).
        unsafe { Array::exclusive(first(&self), self.gaps(), self.layout().clone()) }
    }
}
