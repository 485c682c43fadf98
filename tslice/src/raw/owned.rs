//! Owned elements.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Exclusive, Raw, Shared};
use crate::layout::{self, Layout};

/// A vector under a row-major layout.
///
/// Invariant: the layout is the row-major one of as many elements as the vector has.
#[derive(Clone)]
pub(crate) struct Owned<T, L> {
    data: Vec<T>,
    layout: L,
}

impl<T, L: Layout> Owned<T, L> {
    /// A vector under a row-major layout of its length.
    pub(crate) fn new(data: Vec<T>, layout: L) -> Self {
        assert!(
            layout::is_row_major_of(layout.shape(), layout.strides(), data.len()),
            "a row-major layout of the data"
        );
        Self { data, layout }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &L {
        &self.layout
    }

    #[inline(always)]
    pub(crate) fn data(&self) -> &[T] {
        &self.data
    }

    #[inline(always)]
    pub(crate) fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    pub(crate) fn into_parts(self) -> (Vec<T>, L) {
        (self.data, self.layout)
    }

    /// All elements, shared: the invariant of the type is invariant 1.
    #[inline(always)]
    pub(crate) fn shared(&self) -> Shared<'_, T, L> {
        let ptr = NonNull::from_ref(self.data.as_slice()).cast();
        Shared { raw: Raw { ptr, layout: self.layout.clone() }, life: PhantomData }
    }

    /// All elements, exclusively: row-major offsets differ, which is invariant 2.
    #[inline(always)]
    pub(crate) fn exclusive(&mut self) -> Exclusive<'_, T, L> {
        let ptr = NonNull::from_mut(self.data.as_mut_slice()).cast();
        Exclusive { raw: Raw { ptr, layout: self.layout.clone() }, life: PhantomData }
    }
}
