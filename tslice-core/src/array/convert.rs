//! Converts between typed and dynamic rank, a tensor to its vector, what is borrowed to a view, and what is iterated to a tensor.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{error, fmt};

use super::{Array, Mut, Owned, Read, Ref, Write};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Dyn, Layout, Rank};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with a rank that is known at run time only.
    #[must_use]
    pub fn into_dyn(self) -> Array<S, Dyn> {
        self.with_dims().unwrap_or_else(|_| unreachable!("a dynamic rank is any rank"))
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
        self.with_dims().map_err(|array| S::rank_error(array, R))
    }
}

impl<S, const R: usize> From<Array<S, Rank<R>>> for Array<S, Dyn> {
    fn from(array: Array<S, Rank<R>>) -> Self {
        array.into_dyn()
    }
}

/// Converts as [`into_rank`](Array::into_rank) does.
impl<S: Read, const R: usize> TryFrom<Array<S, Dyn>> for Array<S, Rank<R>> {
    type Error = S::RankError;

    fn try_from(array: Array<S, Dyn>) -> Result<Self, S::RankError> {
        array.into_rank()
    }
}

/// Converts as [`into_vec`](Array::into_vec) does.
impl<T, D: Dims> From<Array<Owned<T>, D>> for Vec<T> {
    fn from(tensor: Array<Owned<T>, D>) -> Self {
        tensor.into_vec()
    }
}

/// Borrows as [`view`](Array::view) does.
impl<'a, S: Read, D: Dims> From<&'a Array<S, D>> for Array<Ref<'a, S::Elem>, D> {
    fn from(array: &'a Array<S, D>) -> Self {
        array.view()
    }
}

/// Borrows as [`view_mut`](Array::view_mut) does.
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
impl<T> FromIterator<T> for Array<Owned<T>, Rank<1>> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let elements = elements.into_iter();
        let mut data = match elements.size_hint() {
            (least, Some(most)) if least == most => return elements.collect::<Vec<T>>().into(),
            (least, _) => Vec::with_capacity(least),
        };
        // Not `collect`, which asks for one element after the other, where an iterator over an array is quicker as a whole.
        elements.for_each(|element| data.push(element));
        data.into()
    }
}

/// Collects elements to an array of one axis.
impl<T> FromIterator<T> for Array<Owned<T>, Dyn> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        elements.into_iter().collect::<Array<Owned<T>, Rank<1>>>().into_dyn()
    }
}

/// An array whose axes have length 0, apart from those of a static shape whose lengths the type knows. A dynamic rank is 1. The
/// elements, if there are any, are `T::default()`: one of typed rank 0, 15 of `Shape![3, 5]`.
///
/// # Panics
///
/// If a static shape has more than `isize::MAX` elements, or memory runs out.
impl<T: Default, D: Dims> Default for Array<Owned<T>, D> {
    #[track_caller]
    fn default() -> Self {
        let blank = D::Layout::blank();
        let one_axis = D::Layout::row_major(&[0]).is_some();
        let shape = if one_axis { &[0] } else { blank.shape() };
        let mut data = or_panic(layout::reserve(shape));
        data.resize_with(layout::len(shape), T::default);
        Self::from_parts(shape, data)
    }
}

/// Why an array could not get another rank, and the array itself.
///
/// ```
/// use tslice::{ShapeError, Tensor};
///
/// let t = Tensor::full([2, 3], 'x').into_dyn();
/// let error = t.into_rank::<3>().unwrap_err();
/// assert_eq!(error.to_string(), "expected rank 3, got rank 2");
/// let t: Tensor<char, 2> = error.into_array().into_rank()?;
/// # Ok::<(), ShapeError>(())
/// ```
pub struct IntoShapeError<S, D: Dims> {
    array: Box<Array<S, D>>,
    error: ShapeError,
}

impl<S, D: Dims> IntoShapeError<S, D> {
    pub(crate) fn new(array: Array<S, D>, error: ShapeError) -> Self {
        Self { array: Box::new(array), error }
    }

    /// The array, as it was.
    #[must_use]
    pub fn into_array(self) -> Array<S, D> {
        *self.array
    }

    /// The error without the array.
    #[must_use]
    pub fn shape_error(&self) -> &ShapeError {
        &self.error
    }
}

/// Drops the array, so that `?` works in a function that returns a [`ShapeError`].
impl<S, D: Dims> From<IntoShapeError<S, D>> for ShapeError {
    fn from(error: IntoShapeError<S, D>) -> Self {
        error.error
    }
}

/// Prints the error without the array, whose elements may not be printable.
impl<S, D: Dims> fmt::Debug for IntoShapeError<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoShapeError").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<S, D: Dims> fmt::Display for IntoShapeError<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<S, D: Dims> error::Error for IntoShapeError<S, D> {}
