//! `Tensor`: owned and row-major.

use alloc::vec::Vec;

use super::read::{common_reads, index, slicing};
use super::write::{index_mut, writes};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Fixed};
use crate::rank::{Minus, Plus, Rank};
use crate::raw::{Exclusive, Owned};
use crate::spec::Spec;
use crate::view::{DynTensor, IterMut, MultiSlice, View, ViewMut};

/// An owned, row-major tensor of rank R.
#[derive(Clone)]
pub struct Tensor<T, const R: usize> {
    all: Owned<T, Fixed<R>>,
}

impl<T, const R: usize> Tensor<T, R> {
    /// A tensor over a vector of its elements in row-major order.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the vector has, or its product overflows.
    pub fn from_shape_vec(shape: [usize; R], data: Vec<T>) -> Result<Self, ShapeError> {
        layout::check_len(&shape, data.len())?;
        Ok(Self::from_parts(shape, data))
    }

    /// A tensor of what `element` returns for every index, called in row-major order.
    ///
    /// # Panics
    ///
    /// When the number of elements exceeds `isize::MAX`, or memory runs out.
    #[track_caller]
    pub fn from_shape_fn(shape: [usize; R], mut element: impl FnMut([usize; R]) -> T) -> Self {
        let len = len_or_fail(&shape);
        let mut index = [0; R];
        let mut data = Vec::with_capacity(len);
        for _ in 0..len {
            data.push(element(index));
            for (i, n) in index.iter_mut().zip(shape).rev() {
                *i += 1;
                if *i < n {
                    break;
                }
                *i = 0;
            }
        }
        Self::from_parts(shape, data)
    }

    /// A tensor of one value.
    ///
    /// # Panics
    ///
    /// When the number of elements exceeds `isize::MAX`, or memory runs out.
    #[track_caller]
    pub fn full(shape: [usize; R], value: T) -> Self
    where
        T: Clone,
    {
        Self::from_parts(shape, alloc::vec![value; len_or_fail(&shape)])
    }

    /// A tensor of zeros.
    ///
    /// # Panics
    ///
    /// When the number of elements exceeds `isize::MAX`, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn zeros(shape: [usize; R]) -> Self
    where
        T: Clone + num_traits::Zero,
    {
        Self::full(shape, T::zero())
    }

    pub(crate) fn from_parts(shape: [usize; R], data: Vec<T>) -> Self {
        Self { all: Owned::new(data, Fixed::row_major(shape)) }
    }

    /// The lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize; R] {
        &self.all.layout().shape
    }

    /// The distance in elements between neighbours on each axis.
    #[must_use]
    pub fn strides(&self) -> &[isize; R] {
        &self.all.layout().strides
    }

    /// The elements as a shared view.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, T, R> {
        View { raw: self.all.shared() }
    }

    /// The elements as an exclusive view.
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, R> {
        ViewMut { raw: self.exclusive() }
    }

    fn exclusive(&mut self) -> Exclusive<'_, T, Fixed<R>> {
        self.all.exclusive()
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: [usize; R]) -> Option<&T> {
        self.view().get(index)
    }

    /// The element at an index, or `None` outside the shape.
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        self.exclusive().into_mut(&index)
    }

    /// The elements in row-major order; a tensor always has them so.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[T]> {
        Some(self.all.data())
    }

    /// The elements in row-major order; a tensor always has them so.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(self.all.data_mut())
    }

    /// The elements in row-major order.
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self.exclusive())
    }

    /// The elements as a vector in row-major order.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.all.into_parts().0
    }

    /// A copy of the tensor.
    #[must_use]
    pub fn to_tensor(&self) -> Self
    where
        T: Clone,
    {
        self.clone()
    }

    /// The same tensor with the rank known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> DynTensor<T> {
        let (data, layout) = self.all.into_parts();
        DynTensor::from_parts(&layout.shape, data)
    }

    /// As [`ViewMut::multi_slice_mut`].
    ///
    /// # Errors
    ///
    /// When two slices share an element, or one of them is invalid on its own.
    pub fn multi_slice_mut<'s, S: MultiSlice<'s, T, R>>(
        &'s mut self,
        specs: S,
    ) -> Result<S::Views, SliceError> {
        specs.split(self.exclusive())
    }

    slicing! { [] try_slice, slice, (self: &Self), View<'_, T>, |tensor| tensor.view().raw, View }
    slicing! { [] try_slice_mut, slice_mut, (self: &mut Self), ViewMut<'_, T>, |tensor| tensor.exclusive(), ViewMut }
}

common_reads! { [T, const R: usize] Tensor<T, R> }
index! { [T, const R: usize] [usize; R], Tensor<T, R> }
writes! { [T, const R: usize] Tensor<T, R> }

index_mut! { [T, const R: usize] [usize; R], Tensor<T, R> }

#[track_caller]
fn len_or_fail(shape: &[usize]) -> usize {
    crate::error::or_fail(layout::count(shape).ok_or_else(|| ShapeError::Overflow { shape: shape.into() }))
}
