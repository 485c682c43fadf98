//! Converts between typed and dynamic rank, a tensor to its vector, what is borrowed to a view, and what is iterated to a tensor.

use alloc::vec::Vec;

use super::{Array, Mut, Owned, Read, Ref, Write};
use crate::layout::{Dims, Dynamic, Fixed, Layout};
use crate::rank::{Dyn, Rank};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with a rank that is known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> Array<S, Dyn> {
        let layout = Dynamic::of(self.layout.shape(), self.layout.strides());
        Array { storage: self.storage, layout }
    }
}

impl<S: Read> Array<S, Dyn> {
    /// Returns the same array with its rank in the type.
    ///
    /// ```
    /// use tslice::{DynView, View};
    ///
    /// let v = DynView::from_shape(&[2, 2], &[1, 2, 3, 4])?;
    /// let v: View<i32, 2> = v.into_rank()?;
    /// assert_eq!(v[[1, 0]], 3);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rank is another. The error of a tensor, [`IntoShapeError`](super::IntoShapeError), holds the tensor; that of a
    /// view is a [`ShapeError`](crate::ShapeError).
    pub fn into_rank<const R: usize>(self) -> Result<Array<S, Rank<R>>, S::RankError> {
        match Fixed::strided(self.layout.shape(), self.layout.strides()) {
            Some(layout) => Ok(Array { storage: self.storage, layout }),
            None => Err(S::rank_error(self, R)),
        }
    }
}

impl<T, D: Dims> Array<Owned<T>, D> {
    /// Returns the vector of the elements, which are in row-major order. They do not move.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.storage.data
    }
}

impl<S, const R: usize> From<Array<S, Rank<R>>> for Array<S, Dyn> {
    fn from(array: Array<S, Rank<R>>) -> Self {
        array.into_dyn()
    }
}

/// As [`into_rank`](Array::into_rank).
impl<S: Read, const R: usize> TryFrom<Array<S, Dyn>> for Array<S, Rank<R>> {
    type Error = S::RankError;

    fn try_from(array: Array<S, Dyn>) -> Result<Self, S::RankError> {
        array.into_rank()
    }
}

/// As [`into_vec`](Array::into_vec).
impl<T, D: Dims> From<Array<Owned<T>, D>> for Vec<T> {
    fn from(tensor: Array<Owned<T>, D>) -> Self {
        tensor.into_vec()
    }
}

/// As [`view`](Array::view).
impl<'a, S: Read, D: Dims> From<&'a Array<S, D>> for Array<Ref<'a, S::Elem>, D> {
    fn from(array: &'a Array<S, D>) -> Self {
        array.view()
    }
}

/// As [`view_mut`](Array::view_mut).
impl<'a, S: Write, D: Dims> From<&'a mut Array<S, D>> for Array<Mut<'a, S::Elem>, D> {
    fn from(array: &'a mut Array<S, D>) -> Self {
        array.view_mut()
    }
}

/// Clones the elements, as [`to_tensor`](Array::to_tensor) does.
impl<T: Clone, D: Dims> From<Array<Ref<'_, T>, D>> for Array<Owned<T>, D> {
    fn from(view: Array<Ref<'_, T>, D>) -> Self {
        view.to_tensor()
    }
}

/// Clones the elements.
///
/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T: Clone> From<&[T]> for Array<Owned<T>, Rank<1>> {
    fn from(data: &[T]) -> Self {
        data.to_vec().into()
    }
}

/// Collects elements to an array of one axis.
///
/// ```
/// let squares: tslice::Tensor<i32, 1> = (0..4).map(|n| n * n).collect();
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
///
/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T> FromIterator<T> for Array<Owned<T>, Rank<1>> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        elements.into_iter().collect::<Vec<T>>().into()
    }
}

/// Collects elements to an array of one axis.
///
/// # Panics
///
/// If there are more than `isize::MAX` elements, which only elements of size 0 can be.
impl<T> FromIterator<T> for Array<Owned<T>, Dyn> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        elements.into_iter().collect::<Array<Owned<T>, Rank<1>>>().into_dyn()
    }
}

/// An array without elements: every axis has length 0, and a dynamic rank is 1. An array of typed rank 0 has one element, which
/// is `T::default()`.
impl<T: Default, D: Dims> Default for Array<Owned<T>, D> {
    fn default() -> Self {
        let blank = D::Layout::blank();
        let layout =
            D::Layout::row_major(&[0]).or_else(|| D::Layout::row_major(blank.shape())).unwrap_or(blank);
        let len = crate::layout::len(layout.shape());
        Self { storage: Owned { data: (0..len).map(|_| T::default()).collect() }, layout }
    }
}
