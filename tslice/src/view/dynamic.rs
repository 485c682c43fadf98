//! The forms whose rank is known at run time.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::read::{common_reads, dyn_reads, index};
use super::write::{index_mut, writes};
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Dynamic};
use crate::raw::{Exclusive, Owned, Shared};
use crate::spec::AsEncoding;
use crate::view::{IntoRankError, IterMut, Tensor, View, ViewMut};

/// A shared view whose rank is known at run time. Slicing allocates nothing up to rank 8.
pub struct DynView<'a, T> {
    pub(crate) raw: Shared<'a, T, Dynamic>,
}

impl<T> Clone for DynView<'_, T> {
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone() }
    }
}

impl<'a, T> DynView<'a, T> {
    /// Views a slice as a row-major tensor.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: &[usize], data: &'a [T]) -> Result<Self, ShapeError> {
        layout::check_len(shape, data.len())?;
        Ok(Self { raw: Shared::row_major(data, Dynamic::row_major(shape)) })
    }

    /// Slices by any spec: a [`DynSpec`](crate::DynSpec), a typed [`Spec`](crate::Spec), an
    /// [`Encoding`](crate::Encoding), or a reference to one.
    ///
    /// # Errors
    ///
    /// When the spec takes more axes than there are, an index is out of bounds, a stride is 0, or a raw encoding is
    /// malformed.
    pub fn try_slice(&self, spec: impl AsEncoding) -> Result<Self, SliceError> {
        Ok(Self { raw: self.raw.slice_dynamic(spec.as_encoding())? })
    }

    /// As [`try_slice`](Self::try_slice).
    ///
    /// # Panics
    ///
    /// Where `try_slice` returns an error.
    #[must_use]
    #[track_caller]
    pub fn slice(&self, spec: impl AsEncoding) -> Self {
        Self { raw: self.raw.slice_dynamic_or_fail(spec.as_encoding()) }
    }

    /// The view itself.
    #[must_use]
    pub fn view(&self) -> Self {
        self.clone()
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: &[usize]) -> Option<&'a T> {
        self.raw.get(index)
    }

    /// The elements as one slice where they lie in row-major order without gaps.
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.raw.as_slice()
    }

    /// The same elements with the rank in the type.
    ///
    /// # Errors
    ///
    /// When the rank is another.
    pub fn into_rank<const R: usize>(self) -> Result<View<'a, T, R>, ShapeError> {
        Ok(View { raw: self.raw.into_fixed()? })
    }

    /// The same elements with their axes in another order: axis i of the result is axis `axes[i]`.
    ///
    /// # Errors
    ///
    /// When `axes` is no permutation of the axes.
    pub fn permuted(&self, axes: &[usize]) -> Result<Self, ShapeError> {
        Ok(Self { raw: self.raw.permuted(axes)? })
    }
}

dyn_reads! { DynView<'_, T> }
index! { [T] &[usize], DynView<'_, T> }

/// An exclusive view whose rank is known at run time.
pub struct DynViewMut<'a, T> {
    pub(crate) raw: Exclusive<'a, T, Dynamic>,
}

impl<'a, T> DynViewMut<'a, T> {
    /// Views a slice as a row-major tensor.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: &[usize], data: &'a mut [T]) -> Result<Self, ShapeError> {
        layout::check_len(shape, data.len())?;
        Ok(Self { raw: Exclusive::row_major(data, Dynamic::row_major(shape)) })
    }

    /// The elements as a shared view, for as long as this one is borrowed.
    #[must_use]
    pub fn view(&self) -> DynView<'_, T> {
        DynView { raw: self.raw.shared() }
    }

    /// The elements as an exclusive view, for as long as this one is borrowed.
    pub fn view_mut(&mut self) -> DynViewMut<'_, T> {
        DynViewMut { raw: self.exclusive() }
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        self.raw.shared().get(index)
    }

    /// The elements as one slice where they lie in row-major order without gaps.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.raw.shared().as_slice()
    }

    fn exclusive(&mut self) -> Exclusive<'_, T, Dynamic> {
        self.raw.reborrow()
    }

    /// The same elements with the rank in the type.
    ///
    /// # Errors
    ///
    /// When the rank is another. `view.view_mut().into_rank()` keeps the view for another try.
    pub fn into_rank<const R: usize>(self) -> Result<ViewMut<'a, T, R>, ShapeError> {
        Ok(ViewMut { raw: self.raw.into_fixed()? })
    }
}

dyn_reads! { DynViewMut<'_, T> }
index! { [T] &[usize], DynViewMut<'_, T> }

/// An owned, row-major tensor whose rank is known at run time.
#[derive(Clone)]
pub struct DynTensor<T> {
    all: Owned<T, Dynamic>,
}

impl<T> DynTensor<T> {
    /// A tensor over a vector of its elements in row-major order.
    ///
    /// # Errors
    ///
    /// When the shape needs another number of elements than the vector has, or its product overflows.
    pub fn from_shape_vec(shape: &[usize], data: Vec<T>) -> Result<Self, ShapeError> {
        layout::check_len(shape, data.len())?;
        Ok(Self::from_parts(shape, data))
    }

    pub(crate) fn from_parts(shape: &[usize], data: Vec<T>) -> Self {
        Self { all: Owned::new(data, Dynamic::row_major(shape)) }
    }

    /// The lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.all.layout().shape
    }

    /// The distance in elements between neighbours on each axis.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        &self.all.layout().strides
    }

    /// The elements as a shared view.
    #[must_use]
    pub fn view(&self) -> DynView<'_, T> {
        DynView { raw: self.all.shared() }
    }

    /// The elements as an exclusive view.
    pub fn view_mut(&mut self) -> DynViewMut<'_, T> {
        DynViewMut { raw: self.exclusive() }
    }

    fn exclusive(&mut self) -> Exclusive<'_, T, Dynamic> {
        self.all.exclusive()
    }

    /// The elements in row-major order; a tensor always has them so.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[T]> {
        Some(self.all.data())
    }

    /// The element at an index, or `None` outside the shape.
    #[must_use]
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        self.view().get(index)
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

    /// The same tensor with the rank in the type.
    ///
    /// # Errors
    ///
    /// When the rank is another; the error holds the tensor.
    pub fn into_rank<const R: usize>(self) -> Result<Tensor<T, R>, IntoRankError<T>> {
        match self.all.layout().fixed() {
            Ok(layout) => Ok(Tensor::from_parts(layout.shape, self.into_vec())),
            Err(_) => Err(IntoRankError { tensor: Box::new(self), expected: R }),
        }
    }
}

common_reads! { [T] DynTensor<T> }
index! { [T] &[usize], DynTensor<T> }

macro_rules! dyn_slicing {
    ($type:ty) => {
        impl<T> $type {
            /// As [`DynView::try_slice`].
            ///
            /// # Errors
            ///
            /// When the spec does not fit the shape.
            pub fn try_slice(&self, spec: impl AsEncoding) -> Result<DynView<'_, T>, SliceError> {
                Ok(DynView { raw: self.view().raw.slice_dynamic(spec.as_encoding())? })
            }

            /// As [`DynView::slice`].
            ///
            /// # Panics
            ///
            /// Where `try_slice` returns an error.
            #[must_use]
            #[track_caller]
            pub fn slice(&self, spec: impl AsEncoding) -> DynView<'_, T> {
                DynView { raw: self.view().raw.slice_dynamic_or_fail(spec.as_encoding()) }
            }

            /// As [`DynView::try_slice`], exclusive.
            ///
            /// # Errors
            ///
            /// When the spec does not fit the shape.
            pub fn try_slice_mut(&mut self, spec: impl AsEncoding) -> Result<DynViewMut<'_, T>, SliceError> {
                Ok(DynViewMut { raw: self.exclusive().slice_dynamic(spec.as_encoding())? })
            }

            /// As [`DynView::slice`], exclusive.
            ///
            /// # Panics
            ///
            /// Where `try_slice_mut` returns an error.
            #[must_use]
            #[track_caller]
            pub fn slice_mut(&mut self, spec: impl AsEncoding) -> DynViewMut<'_, T> {
                DynViewMut { raw: self.exclusive().slice_dynamic_or_fail(spec.as_encoding()) }
            }

            /// The elements as one slice where they lie in row-major order without gaps.
            pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
                self.exclusive().into_slice()
            }

            /// The element at an index, or `None` outside the shape.
            pub fn get_mut(&mut self, index: &[usize]) -> Option<&mut T> {
                self.exclusive().into_mut(index)
            }

            /// The elements in row-major order.
            pub fn iter_mut(&mut self) -> IterMut<'_, T> {
                IterMut::new(self.exclusive())
            }
        }

        writes! { [T] $type }
        index_mut! { [T] &[usize], $type }
    };
}

dyn_slicing! { DynViewMut<'_, T> }
dyn_slicing! { DynTensor<T> }
