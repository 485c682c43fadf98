//! Arrays of a given shape: over a slice, over a vector, from a function.

use alloc::vec::Vec;

use super::raw::row_major;
use super::{Array, Mut, Owned, Ref};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, IntoShape};

impl<T, D: Dims> Array<Owned<T>, D> {
    /// Makes an array from a vector, which holds the elements in row-major order.
    ///
    /// ```
    /// use tslice::{DynTensor, Tensor};
    ///
    /// let t = Tensor::from_shape_vec([2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(t, [[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t, DynTensor::from_shape_vec(&[2, 3], vec![1, 2, 3, 4, 5, 6])?);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the shape needs another number of elements than the vector has, or its product overflows.
    pub fn from_shape_vec(shape: impl IntoShape<D>, data: Vec<T>) -> Result<Self, ShapeError> {
        let shape = shape.lengths();
        layout::check_known::<D>(shape.as_ref())?;
        layout::check_len(shape.as_ref(), data.len())?;
        Ok(Self::from_parts(shape.as_ref(), data))
    }

    /// Calls `element` for each index tuple, in row-major order, and makes an array of the results. The tuple is written as the shape is.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::from_shape_fn([2, 3], |[i, j]| 10 * i + j);
    /// assert_eq!(t, [[0, 1, 2], [10, 11, 12]]);
    /// assert_eq!(t, Tensor::from_shape_fn((2, 3), |(i, j)| 10 * i + j));
    /// ```
    ///
    /// # Panics
    ///
    /// If the number of elements exceeds `isize::MAX`, or memory runs out.
    #[doc(alias("from_fn", "fromfunction", "eye", "meshgrid"))]
    #[track_caller]
    pub fn from_shape_fn<X: IntoShape<D>>(shape: X, mut element: impl FnMut(X::Index<'_>) -> T) -> Self {
        let shape = shape.lengths();
        or_panic(layout::check_known::<D>(shape.as_ref()));
        let len = or_panic(layout::checked_len(shape.as_ref()));
        let mut index = D::own_shape(&row_major::<D>(shape.as_ref()));
        index.as_mut().fill(0);
        let mut data = or_panic(layout::reserve(shape.as_ref()));
        let row = shape.as_ref().last().map_or(1, |&len| len.max(1));
        for places in data.spare_capacity_mut()[..len].chunks_exact_mut(row) {
            // A copy that is not borrowed, so that the indices of a row stay in registers.
            let mut here = index.clone();
            for (at, place) in places.iter_mut().enumerate() {
                if let Some(last) = here.as_mut().last_mut() {
                    *last = at;
                }
                place.write(element(X::index(here.as_ref())));
            }
            if let Some(last) = index.as_mut().last_mut() {
                *last = row - 1;
            }
            layout::advance(index.as_mut(), shape.as_ref());
        }
        // SAFETY: `set_len` needs `len` elements: the rows have as many places, and each was written. If `element` panics, those that
        // were written leak.
        unsafe { data.set_len(len) };
        Self::from_parts(shape.as_ref(), data)
    }

    /// Makes an array that is filled with one value.
    ///
    /// # Panics
    ///
    /// If the number of elements exceeds `isize::MAX`, or memory runs out.
    #[doc(alias("from_elem", "constant"))]
    #[inline]
    #[track_caller]
    pub fn full(shape: impl IntoShape<D>, value: T) -> Self
    where
        T: Clone,
    {
        let shape = shape.lengths();
        or_panic(layout::check_known::<D>(shape.as_ref()));
        let data = or_panic(layout::filled(shape.as_ref(), value));
        Self::from_parts(shape.as_ref(), data)
    }

    /// Makes an array of zeros.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// assert_eq!(Tensor::<f32, 2>::zeros((2, 3)), [[0.0; 3]; 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the number of elements exceeds `isize::MAX`, or memory runs out.
    #[inline]
    #[track_caller]
    pub fn zeros(shape: impl IntoShape<D>) -> Self
    where
        T: Clone + num_traits::Zero,
    {
        Self::full(shape, T::zero())
    }
}

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// Views a slice as a row-major array.
    ///
    /// # Errors
    ///
    /// If the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: impl IntoShape<D>, data: &'a [T]) -> Result<Self, ShapeError> {
        let shape = shape.lengths();
        layout::check_known::<D>(shape.as_ref())?;
        layout::check_len(shape.as_ref(), data.len())?;
        Ok(Self::over_slice(shape.as_ref(), data))
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Views a slice as a row-major array, exclusively.
    ///
    /// # Errors
    ///
    /// If the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape(shape: impl IntoShape<D>, data: &'a mut [T]) -> Result<Self, ShapeError> {
        let shape = shape.lengths();
        layout::check_known::<D>(shape.as_ref())?;
        layout::check_len(shape.as_ref(), data.len())?;
        Ok(Self::over_slice(shape.as_ref(), data))
    }
}
