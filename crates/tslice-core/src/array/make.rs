//! Arrays of a given shape: over a slice, over a vector, from a function; and views with strides of
//! the caller's choice: column-major matrices, padded rows, repeated elements, memory of other
//! crates.

use alloc::vec::Vec;
use core::ptr::NonNull;

use tslice_kernels::Gaps;

use super::raw::row_major;
use super::{Array, Borrowed, Mut, Owned, Ref};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, IntoShape, Layout};

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
    pub fn from_shape_vec<X: IntoShape<D> /* a shape: [2, 3] */>(
        shape: X,
        data: Vec<T>,
    ) -> Result<Self, ShapeError> {
        let shape = shape.lengths();
        layout::check_known::<D>(shape.as_ref())?;
        layout::check_len(shape.as_ref(), data.len())?;
        Ok(Self::from_parts(shape.as_ref(), data))
    }

    /// Calls `element` for each index tuple, in row-major order, and makes an array of the results.
    /// The tuple is written as the shape is.
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
    #[doc(alias("from_fn", "fromfunction", "eye", "meshgrid", "linspace", "arange"))]
    #[track_caller]
    pub fn from_shape_fn<X: IntoShape<D> /* ([2, 3], |[i, j]| ..) */>(
        shape: X,
        mut element: impl FnMut(X::Index<'_>) -> T,
    ) -> Self {
        let shape = shape.lengths();
        or_panic(layout::check_known::<D>(shape.as_ref()));
        let len = or_panic(layout::checked_len(shape.as_ref()));
        let mut index = row_major::<D>(shape.as_ref()).list(0);
        let mut data = or_panic(super::reserve(shape.as_ref()));
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
            if let ([outer @ .., _], [lengths @ .., _]) = (index.as_mut(), shape.as_ref()) {
                layout::advance(outer, lengths);
            }
        }
        // SAFETY: `set_len` needs `len` elements: the rows have as many places, and each was
        // written. If `element` panics, those that were written leak.
        unsafe { data.set_len(len) };
        Self::from_parts(shape.as_ref(), data)
    }

    /// Makes an array that is filled with one value.
    ///
    /// # Panics
    ///
    /// If the number of elements exceeds `isize::MAX`, or memory runs out.
    #[doc(alias("from_elem", "constant", "ones", "full_like"))]
    #[inline]
    #[track_caller]
    pub fn full(shape: impl IntoShape<D> /* [2, 3] */, value: T) -> Self
    where
        T: Clone,
    {
        let shape = shape.lengths();
        or_panic(layout::check_known::<D>(shape.as_ref()));
        let data = or_panic(super::filled(shape.as_ref(), value));
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
    pub fn zeros(shape: impl IntoShape<D> /* [2, 3] */) -> Self
    where
        T: Clone + num_traits::Zero, // other elements: full(shape, value)
    {
        Self::full(shape, T::zero())
    }
}

impl<S: Borrowed, D: Dims> Array<S, D> {
    /// Views a slice as a row-major array, exclusively if the slice is exclusive.
    ///
    /// # Errors
    ///
    /// If the shape needs another number of elements than the slice has, or its product overflows.
    pub fn from_shape<X: IntoShape<D> /* a shape: [2, 3] */>(
        shape: X,
        data: S::Slice,
    ) -> Result<Self, ShapeError> {
        let shape = shape.lengths();
        layout::check_known::<D>(shape.as_ref())?;
        layout::check_len(shape.as_ref(), data.len())?;
        Ok(Self::over_slice(shape.as_ref(), data))
    }

    /// Views a slice with any strides: the element at index 0 is `data[first]`, and neighbours on
    /// axis i are `strides[i]` elements apart.
    ///
    /// Strides may be negative, and 0 repeats the elements of a shared view.
    ///
    /// ```
    /// use tslice::View;
    ///
    /// let columns = [1, 4, 2, 5, 3, 6];
    /// let matrix = View::from_strided([2, 3], [1, 2], 0, &columns)?;
    /// assert_eq!(matrix, [[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an element lies outside the slice, the shape counts more than `isize::MAX` elements, or
    /// shape and strides differ in length. For an exclusive view, also if two index tuples may
    /// share an element: each axis of more than one element must step over all elements that the
    /// axes of smaller strides reach.
    pub fn from_strided(
        shape: impl IntoShape<D>,
        strides: D::Steps<'_>,
        first: usize,
        data: S::Slice,
    ) -> Result<Self, ShapeError> {
        let layout = strided::<D>(shape.lengths().as_ref(), strides.as_ref())?;
        let (lengths, steps) = (layout.shape(), layout.strides());
        layout::check_reach(lengths, steps, first, data.len())?;
        if S::EXCLUSIVE {
            layout::check_distinct(lengths, steps)?;
        }
        // SAFETY: `of_slice` needs index tuples that point to elements of the slice, different ones
        // to different elements if it is exclusive, and `first` to be at most its length:
        // `check_reach`, which has counted the shape, and `check_distinct` have found that.
        Ok(unsafe { Self::of_slice(data, first, layout) })
    }
}

impl<'a, T, D: Dims> Array<Ref<'a, T>, D> {
    /// Views the elements behind a pointer, which another crate lends.
    ///
    /// The element at index 0 is `*ptr`, and neighbours on axis i are `strides[i]` elements apart.
    ///
    /// # Errors
    ///
    /// If the shape counts more than `isize::MAX` elements, or shape and strides differ in length.
    ///
    /// # Safety
    ///
    /// For the lifetime `'a`:
    /// 1. For every index tuple inside the shape, `ptr` plus its offset points to an initialised
    ///    element inside one allocation, and the offset in bytes does not overflow `isize`. A shape
    ///    with a length of 0 has no index tuple.
    /// 2. `ptr` is not null and aligned for `T`, even if the shape has a length of 0.
    /// 3. Nobody writes the elements.
    /// 4. All bytes from the first to the last element in memory stay readable, those between two
    ///    elements too: copies load them together with the elements, by instructions of the
    ///    machine. Others may write them meanwhile, and they need not be initialised.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{View, s};
    ///
    /// let padded = [1, 2, 0, 3, 4, 0];
    /// // SAFETY: two rows of two elements, three apart, lie inside the array, which is borrowed.
    /// let v: View<i32, 2> = unsafe { View::from_raw_parts(padded.as_ptr(), [2, 2], [3, 1]) }?;
    /// assert_eq!(v.slice(s![:, ::-1]), [[2, 1], [4, 3]]);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    pub unsafe fn from_raw_parts(
        ptr: *const T,
        shape: impl IntoShape<D>,
        strides: D::Steps<'_>,
    ) -> Result<Self, ShapeError> {
        let layout = strided::<D>(shape.lengths().as_ref(), strides.as_ref())?;
        layout::check_count(layout.shape())?;
        // SAFETY: `of_memory` needs the invariants: 1 is the first and the fourth condition of this
        // function, 2 the third, 3 the second, and the shape was counted.
        Ok(unsafe { Self::of_memory(from_caller(ptr.cast_mut()), Gaps::Shared, layout) })
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Views the elements behind a pointer, exclusively. See the shared form.
    ///
    /// # Errors
    ///
    /// If two index tuples may share an element, the shape counts more than `isize::MAX` elements,
    /// or shape and strides differ in length.
    ///
    /// # Safety
    ///
    /// For the lifetime `'a`, conditions 1, 2 and 4 of the shared form hold, and no other code
    /// reads or writes the elements. The bytes between them are not changed.
    pub unsafe fn from_raw_parts(
        ptr: *mut T,
        shape: impl IntoShape<D>,
        strides: D::Steps<'_>,
    ) -> Result<Self, ShapeError> {
        let layout = strided::<D>(shape.lengths().as_ref(), strides.as_ref())?;
        layout::check_count(layout.shape())?;
        layout::check_distinct(layout.shape(), layout.strides())?;
        // SAFETY: `of_memory` needs the invariants: 1 and 3 are the conditions that this function
        // shares with the shared form, 2 is that no other reference to the elements exists and no
        // two index tuples share one, and the shape was counted. The gaps are not the caller's.
        Ok(unsafe { Self::of_memory(from_caller(ptr), Gaps::Shared, layout) })
    }
}

/// The layout of a shape and strides.
fn strided<D: Dims>(shape: &[usize], strides: &[isize]) -> Result<D::Layout, ShapeError> {
    layout::check_known::<D>(shape)?;
    let mismatch = ShapeError::Axis(AxisError::RankMismatch {
        expected: shape.len(),
        rank: strides.len(),
    });
    layout::strided::<D>(shape, strides).ok_or(mismatch)
}

/// A pointer that the caller says is not null.
fn from_caller<T>(ptr: *mut T) -> NonNull<T> {
    debug_assert!(
        !ptr.is_null() && ptr.is_aligned(),
        "the second condition of `from_raw_parts`"
    );
    NonNull::new(ptr).unwrap_or(NonNull::dangling())
}
