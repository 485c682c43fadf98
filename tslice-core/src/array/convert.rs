//! Converts between typed and dynamic rank, what is borrowed to a tensor, and what is iterated to a tensor.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::{Array, Owned, Read, Ref};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Dyn, Layout, Rank};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with a rank that is known at run time only.
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
    /// If the rank is another. A tensor is dropped then; its rank can be asked before.
    pub fn into_rank<const R: usize>(self) -> Result<Array<S, Rank<R>>, ShapeError> {
        self.with_dims().map_err(|array| AxisError::RankMismatch { expected: R, rank: array.rank() }.into())
    }
}

/// Clones the elements, as [`to_tensor`](Array::to_tensor) does.
impl<T: Clone, D: Dims> From<Array<Ref<'_, T>, D>> for Array<Owned<T>, D> {
    fn from(view: Array<Ref<'_, T>, D>) -> Self {
        view.to_tensor()
    }
}

/// The [`view`](Array::view), for functions that take `impl Into<View<'_, T, R>>`.
impl<'a, S: Read, D: Dims> From<&'a Array<S, D>> for Array<Ref<'a, S::Elem>, D> {
    fn from(array: &'a Array<S, D>) -> Self {
        array.view()
    }
}

/// Works like [`into_rank`](Array::into_rank), for functions that take `impl TryInto<View<'_, T, R>>`.
impl<S: Read, const R: usize> TryFrom<Array<S, Dyn>> for Array<S, Rank<R>> {
    type Error = ShapeError;

    fn try_from(array: Array<S, Dyn>) -> Result<Self, ShapeError> {
        array.into_rank()
    }
}

/// Clones the elements, as [`to_vec`](Array::to_vec) does.
impl<T: Clone, D: Dims> From<Array<Ref<'_, T>, D>> for Vec<T> {
    fn from(view: Array<Ref<'_, T>, D>) -> Self {
        view.to_vec()
    }
}

/// Moves the elements, as [`into_vec`](Array::into_vec) does.
impl<T, D: Dims> From<Array<Owned<T>, D>> for Vec<T> {
    fn from(tensor: Array<Owned<T>, D>) -> Self {
        tensor.into_vec()
    }
}

/// Clones the elements of one axis.
impl<T: Clone, const N: usize> TryFrom<Array<Ref<'_, T>, Rank<1>>> for [T; N] {
    type Error = ShapeError;

    fn try_from(view: Array<Ref<'_, T>, Rank<1>>) -> Result<Self, ShapeError> {
        layout::check_len(&[N], view.len())?;
        Ok(view.to_vec().try_into().unwrap_or_else(|_| unreachable!("the length was checked")))
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
        let blank = D::known(&blank);
        let one_axis = layout::row_major::<D>(&[0]).is_some();
        let shape = if one_axis { &[0] } else { blank.borrow().shape() };
        let mut data = or_panic(layout::reserve(shape));
        data.resize_with(layout::len(shape), T::default);
        Self::from_parts(shape, data)
    }
}
