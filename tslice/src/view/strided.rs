//! Views of a slice under strides of the caller's choice: column-major matrices, padded rows, repeated elements.

use smallvec::SmallVec;

use crate::error::ShapeError;
use crate::layout::{Dynamic, Fixed};
use crate::raw::{Exclusive, Shared};
use crate::view::{DynView, DynViewMut, View, ViewMut};

impl<'a, T, const R: usize> View<'a, T, R> {
    /// Views a slice under any strides: the element at index 0 is `data[first]`, neighbours on axis i are `strides[i]`
    /// elements apart.
    ///
    /// Strides may be negative, and 0 repeats elements.
    ///
    /// ```
    /// use tslice::View;
    ///
    /// let columns = [1, 4, 2, 5, 3, 6];
    /// let matrix = View::from_strided([2, 3], [1, 2], 0, &columns)?;
    /// assert_eq!(matrix.to_vec(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When an element lies outside the slice, or the shape counts more of them than `isize::MAX`.
    pub fn from_strided(
        shape: [usize; R],
        strides: [isize; R],
        first: usize,
        data: &'a [T],
    ) -> Result<Self, ShapeError> {
        Ok(Self { raw: Shared::strided(data, first, Fixed { shape, strides })? })
    }
}

impl<'a, T, const R: usize> ViewMut<'a, T, R> {
    /// As [`View::from_strided`], exclusive.
    ///
    /// # Errors
    ///
    /// When an element lies outside the slice, or two index tuples may share one: each axis of more than one element must
    /// step over all that the axes of smaller strides reach.
    pub fn from_strided(
        shape: [usize; R],
        strides: [isize; R],
        first: usize,
        data: &'a mut [T],
    ) -> Result<Self, ShapeError> {
        Ok(Self { raw: Exclusive::strided(data, first, Fixed { shape, strides })? })
    }
}

impl<'a, T> DynView<'a, T> {
    /// As [`View::from_strided`].
    ///
    /// # Errors
    ///
    /// As there, and when `shape` and `strides` differ in length.
    pub fn from_strided(
        shape: &[usize],
        strides: &[isize],
        first: usize,
        data: &'a [T],
    ) -> Result<Self, ShapeError> {
        Ok(Self { raw: Shared::strided(data, first, dynamic(shape, strides))? })
    }
}

impl<'a, T> DynViewMut<'a, T> {
    /// As [`ViewMut::from_strided`].
    ///
    /// # Errors
    ///
    /// As there, and when `shape` and `strides` differ in length.
    pub fn from_strided(
        shape: &[usize],
        strides: &[isize],
        first: usize,
        data: &'a mut [T],
    ) -> Result<Self, ShapeError> {
        Ok(Self { raw: Exclusive::strided(data, first, dynamic(shape, strides))? })
    }
}

fn dynamic(shape: &[usize], strides: &[isize]) -> Dynamic {
    Dynamic { shape: SmallVec::from_slice(shape), strides: SmallVec::from_slice(strides) }
}
