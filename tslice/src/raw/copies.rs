//! Elements copied out of views and into them.

use alloc::vec::Vec;

use super::{Exclusive, Shared};
use crate::copy;
use crate::layout::{Dynamic, Layout};

impl<T: Clone, L: Layout> Shared<'_, T, L> {
    /// Clones every element into a new vector, row-major.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        // SAFETY: every index tuple reaches a live element (invariant 1).
        unsafe { copy::to_vec(&self.raw.layout, self.raw.ptr.as_ptr()) }
    }

    /// Clones every element into `target`, row-major; the lengths are equal.
    pub(crate) fn clone_to_slice(&self, target: &mut [T]) {
        // SAFETY: every index tuple reaches a live element (invariant 1); `target` is exclusive, and of the same length, which
        // `copy` asserts.
        unsafe { copy::clone_to_slice(&self.raw.layout, self.raw.ptr.as_ptr(), target) }
    }
}

impl<T: Clone, L: Layout> Exclusive<'_, T, L> {
    /// Clones every element of `source` over the element with the same index; the shapes are equal.
    pub(crate) fn assign(&mut self, source: &Shared<'_, T, Dynamic>) {
        let (to, from) = (&self.raw, &source.raw);
        assert!(to.layout.shape() == from.layout.shape(), "the shapes are equal");
        // SAFETY: every index tuple of the one shape reaches a live element in both (invariant 1); those of the target are
        // reached once and by nobody else (invariant 2).
        unsafe { copy::assign(to.ptr.as_ptr(), &to.layout, from.ptr.as_ptr(), from.layout.strides()) }
    }

    /// Clones `value` over every element.
    pub(crate) fn fill(&mut self, value: &T) {
        // SAFETY: every index tuple reaches a live element (invariant 1), once, and nobody else does (invariant 2).
        unsafe { copy::fill(self.raw.ptr.as_ptr(), &self.raw.layout, value) }
    }
}
