//! What `interop` needs of the pointer: the same memory with elements of another type.
#![cfg(feature = "bytemuck")]

use super::{Array, Mut, Ref};
use crate::layout::Dims;

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of T is one of U.
    pub(crate) unsafe fn retyped<U>(self) -> Array<Ref<'a, U>, D> {
        Array { storage: Ref::at(self.storage.ptr.cast()), layout: self.layout }
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of each is one of the other.
    pub(crate) unsafe fn retyped<U>(self) -> Array<Mut<'a, U>, D> {
        Array { storage: Mut::new(self.storage.ptr.cast(), self.storage.gaps), layout: self.layout }
    }
}
