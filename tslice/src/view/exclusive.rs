//! `ViewMut`: exclusive.

use super::read::{slicing, typed_reads};
use super::write::{index_mut, writes};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Fixed};
use crate::rank::{Minus, Plus, Rank};
use crate::raw::Exclusive;
use crate::spec::Spec;
use crate::view::{DynViewMut, IterMut, MultiSlice, View};

/// An exclusive view of elements of rank R: two index tuples never reach the same element.
pub struct ViewMut<'a, T, const R: usize> {
    pub(crate) raw: Exclusive<'a, T, Fixed<R>>,
}

impl<'a, T, const R: usize> ViewMut<'a, T, R> {
    /// Views a slice as a row-major tensor.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: [usize; R], data: &'a mut [T]) -> Result<Self, ShapeError> {
        layout::check_len(&shape, data.len())?;
        Ok(Self { raw: Exclusive::row_major(data, Fixed::row_major(shape)) })
    }

    /// The elements as a shared view, for as long as this one is borrowed.
    #[must_use]
    pub fn view(&self) -> View<'_, T, R> {
        View { raw: self.raw.shared() }
    }

    /// The elements as an exclusive view, for as long as this one is borrowed.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, R> {
        ViewMut { raw: self.raw.reborrow() }
    }

    fn exclusive(&mut self) -> Exclusive<'_, T, Fixed<R>> {
        self.raw.reborrow()
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: [usize; R]) -> Option<&T> {
        self.raw.shared().get(&index)
    }

    /// The element at an index, or `None` outside the shape.
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        self.raw.reborrow().into_mut(&index)
    }

    /// The elements as one slice where they lie in row-major order without gaps.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.raw.shared().as_slice()
    }

    /// The elements as one slice where they lie in row-major order without gaps.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        self.raw.reborrow().into_slice()
    }

    /// The elements in row-major order.
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self.raw.reborrow())
    }

    /// The same elements with the rank known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> DynViewMut<'a, T> {
        DynViewMut { raw: self.raw.into_dynamic() }
    }

    /// Several exclusive slices at once, as a tuple of specs gives a tuple of views.
    ///
    /// Slices may interleave (even and odd columns), but no element may be in two of them.
    ///
    /// # Errors
    ///
    /// When two slices share an element, or one of them is invalid on its own.
    pub fn multi_slice_mut<'s, S: MultiSlice<'s, T, R>>(
        &'s mut self,
        specs: S,
    ) -> Result<S::Views, SliceError> {
        specs.split(self.raw.reborrow())
    }

    slicing! { [const] try_slice, slice, (self: &Self), View<'_, T>, |view| view.raw.shared_fixed(), View }
    slicing! { [const] try_slice_mut, slice_mut, (self: &mut Self), ViewMut<'_, T>, |view| view.raw.reborrow_fixed(), ViewMut }
    slicing! { [const] try_into_slice_mut, into_slice_mut, (self: Self), ViewMut<'a, T>, |view| view.raw, ViewMut }
}

typed_reads! { ViewMut<'_, T, R> }
writes! { [T, const R: usize] ViewMut<'_, T, R> }

index_mut! { [T, const R: usize] [usize; R], ViewMut<'_, T, R> }
