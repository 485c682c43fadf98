//! Memory under strides that did not come from a tensor of this crate.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Exclusive, Raw, Shared};
use crate::error::ShapeError;
use crate::layout::{self, Layout};

impl<'a, T, L: Layout> Shared<'a, T, L> {
    /// Elements of a slice, the first one at `first`, under any strides that stay inside.
    pub(crate) fn strided(data: &'a [T], first: usize, layout: L) -> Result<Self, ShapeError> {
        layout::check_reach(layout.shape(), layout.strides(), first, data.len())?;
        let start = NonNull::from_ref(data).cast::<T>();
        // SAFETY: `first` is at most the length; `check_reach` is invariant 1 for the others.
        Ok(Self { raw: Raw { ptr: unsafe { start.add(first) }, layout }, life: PhantomData })
    }

    /// Elements behind a pointer.
    ///
    /// # Errors
    ///
    /// When the shape counts more elements than `isize::MAX`, which an array with a stride of 0 can.
    ///
    /// # Safety
    ///
    /// `ptr` and the layout keep invariants 1 and 3 for 'a, and nobody writes the elements meanwhile.
    #[cfg(any(feature = "ndarray", feature = "nalgebra", feature = "bytemuck"))]
    pub(crate) unsafe fn from_parts(ptr: NonNull<T>, layout: L) -> Result<Self, ShapeError> {
        layout::check_count(layout.shape())?;
        Ok(Self { raw: Raw { ptr, layout }, life: PhantomData })
    }
}

impl<'a, T, L: Layout> Exclusive<'a, T, L> {
    /// As [`Shared::strided`], where besides no two index tuples share an element.
    pub(crate) fn strided(data: &'a mut [T], first: usize, layout: L) -> Result<Self, ShapeError> {
        layout::check_reach(layout.shape(), layout.strides(), first, data.len())?;
        layout::check_distinct(layout.shape(), layout.strides())?;
        let start = NonNull::from(data).cast::<T>();
        // SAFETY: `first` is at most the length; the checks are invariants 1 and 2 for the others.
        Ok(Self { raw: Raw { ptr: unsafe { start.add(first) }, layout }, life: PhantomData })
    }

    /// Elements behind a pointer.
    ///
    /// # Errors
    ///
    /// When two index tuples may share an element, or the shape counts more elements than `isize::MAX`.
    ///
    /// # Safety
    ///
    /// `ptr` and the layout keep invariants 1 and 3 for 'a, and nobody else reaches the elements meanwhile.
    #[cfg(any(feature = "ndarray", feature = "nalgebra"))]
    pub(crate) unsafe fn from_parts(ptr: NonNull<T>, layout: L) -> Result<Self, ShapeError> {
        layout::check_count(layout.shape())?;
        layout::check_distinct(layout.shape(), layout.strides())?;
        Ok(Self { raw: Raw { ptr, layout }, life: PhantomData })
    }

    /// The same memory with elements of another type.
    ///
    /// # Safety
    ///
    /// The types have one size, the elements are aligned for both, and every value of each is one of the other.
    #[cfg(feature = "bytemuck")]
    pub(crate) unsafe fn retyped<U>(self) -> Exclusive<'a, U, L> {
        let Raw { ptr, layout } = self.raw;
        Exclusive { raw: Raw { ptr: ptr.cast(), layout }, life: PhantomData }
    }
}
