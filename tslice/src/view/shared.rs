//! `View`: shared and `Copy`.

use super::read::{slicing, typed_reads};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Fixed};
use crate::rank::{Minus, Plus, Rank};
use crate::raw::Shared;
use crate::spec::Spec;
use crate::view::DynView;

/// A shared view of elements of rank R: shape, signed strides and a borrow. `Copy`, whatever the elements.
pub struct View<'a, T, const R: usize> {
    pub(crate) raw: Shared<'a, T, Fixed<R>>,
}

impl<T, const R: usize> Clone for View<'_, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for View<'_, T, R> {}

impl<'a, T, const R: usize> View<'a, T, R> {
    /// Views a slice as a row-major tensor.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: [usize; R], data: &'a [T]) -> Result<Self, ShapeError> {
        layout::check_len(&shape, data.len())?;
        Ok(Self { raw: Shared::row_major(data, Fixed::row_major(shape)) })
    }

    /// Views a slice as a row-major tensor, in `const` items too: the constructor for shapes that are known to fit.
    ///
    /// ```
    /// use tslice::{View, s};
    ///
    /// static TABLE: [u8; 6] = [1, 2, 3, 4, 5, 6];
    /// const LAST_COLUMN: View<u8, 1> = match View::new([2, 3], &TABLE).try_slice(s![:, -1]) {
    ///     Ok(column) => column,
    ///     Err(_) => panic!("the table has columns"),
    /// };
    /// assert_eq!(LAST_COLUMN.to_vec(), [3, 6]);
    /// ```
    ///
    /// # Panics
    ///
    /// When the shape needs another number of elements than the slice has.
    #[must_use]
    pub const fn new(shape: [usize; R], data: &'a [T]) -> Self {
        Self { raw: Shared::row_major_fixed(data, shape) }
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: [usize; R]) -> Option<&'a T> {
        self.raw.get(&index)
    }

    /// The elements as one slice where they lie in row-major order without gaps.
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.raw.as_slice()
    }

    /// The view itself.
    #[must_use]
    pub const fn view(&self) -> Self {
        *self
    }

    /// The same elements with the rank known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> DynView<'a, T> {
        DynView { raw: self.raw.into_dynamic() }
    }

    /// The same elements with their axes in another order: axis i of the result is axis `axes[i]`.
    ///
    /// # Errors
    ///
    /// When `axes` is no permutation of `0..R`.
    pub fn permuted(&self, axes: [usize; R]) -> Result<Self, ShapeError> {
        Ok(Self { raw: self.raw.permuted(&axes)?.into_fixed()? })
    }

    slicing! { [const] try_slice, slice, (self: &Self), View<'a, T>, |view| view.raw, View }
}

typed_reads! { View<'_, T, R> }
