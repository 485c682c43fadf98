//! `a.tslice(s![..])`: slicing an array gives a view of the array's own crate.
//!
//! The methods are those of `ArrayRef`, which every array of `ndarray` dereferences to.

use ::ndarray::{ArrayRef, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Dimension};

use super::dims::{ToDimension, ToDims};
use super::memory::{array_view, array_view_mut, exclusive, shared};
use crate::error::{SliceError, or_panic};
use crate::rank::Dyn;
use crate::resolve::Slices;

/// Slices an array by a spec of type E: any spec of a typed result rank if the dimension is fixed, any spec if it is `IxDyn`.
///
/// The semantics are this crate's: `..` is the ellipsis, ranges clamp, an index drops its axis, and a negative stride
/// starts at the last element.
pub trait TSlice<E> {
    /// The elements.
    type Elem;
    /// The dimension of the result: R - C + P axes for a spec that takes C and gives P.
    type Dim: Dimension;

    /// The slice as a view, without a copy.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds or a run-time stride is 0; for `IxDyn`, also if the spec takes more axes than the array
    /// has.
    fn try_tslice(&self, spec: E) -> Result<ArrayView<'_, Self::Elem, Self::Dim>, SliceError>;

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[track_caller]
    fn tslice(&self, spec: E) -> ArrayView<'_, Self::Elem, Self::Dim> {
        or_panic(self.try_tslice(spec))
    }
}

/// Slices an array whose elements may be written.
pub trait TSliceMut<E>: TSlice<E> {
    /// As [`TSlice::try_tslice`], exclusive.
    ///
    /// # Errors
    ///
    /// As there.
    fn try_tslice_mut(&mut self, spec: E) -> Result<ArrayViewMut<'_, Self::Elem, Self::Dim>, SliceError>;

    /// As [`TSlice::tslice`], exclusive.
    ///
    /// # Panics
    ///
    /// As there.
    #[track_caller]
    fn tslice_mut(&mut self, spec: E) -> ArrayViewMut<'_, Self::Elem, Self::Dim> {
        or_panic(self.try_tslice_mut(spec))
    }
}

/// Slices an array of any dimension D, about which the code need not know more than `D: Dimension`.
///
/// ```
/// use ndarray::{ArrayRef, Dimension};
/// use tslice::{interop::ndarray::TSliceDyn, s};
///
/// fn last<D: Dimension>(a: &ArrayRef<f32, D>) -> f32 {
///     a.tslice_dyn(s![.., -1]).sum()
/// }
/// assert_eq!(last(&ndarray::array![[1.0, 2.0], [3.0, 4.0]]), 6.0);
/// ```
pub trait TSliceDyn<E> {
    /// The elements.
    type Elem;

    /// The slice as a view whose rank is known at run time, without a copy.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than the array has.
    fn try_tslice_dyn(&self, spec: E) -> Result<ArrayViewD<'_, Self::Elem>, SliceError>;

    /// As [`try_tslice_dyn`](Self::try_tslice_dyn), exclusive.
    ///
    /// # Errors
    ///
    /// As there.
    fn try_tslice_dyn_mut(&mut self, spec: E) -> Result<ArrayViewMutD<'_, Self::Elem>, SliceError>;

    /// As [`try_tslice_dyn`](Self::try_tslice_dyn).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[track_caller]
    fn tslice_dyn(&self, spec: E) -> ArrayViewD<'_, Self::Elem> {
        or_panic(self.try_tslice_dyn(spec))
    }

    /// As [`try_tslice_dyn_mut`](Self::try_tslice_dyn_mut).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[track_caller]
    fn tslice_dyn_mut(&mut self, spec: E) -> ArrayViewMutD<'_, Self::Elem> {
        or_panic(self.try_tslice_dyn_mut(spec))
    }
}

/// Gives up a view for a slice of it that lives as long, as `ndarray`'s `slice_move` does.
///
/// ```
/// use ndarray::ArrayView2;
/// use tslice::{interop::ndarray::TSliceMove, s};
///
/// fn inner<'a>(a: ArrayView2<'a, f64>) -> ArrayView2<'a, f64> {
///     a.tslice_move(s![1:-1, 1:-1])
/// }
/// let a = ndarray::array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
/// assert_eq!(inner(a.view()), ndarray::array![[5.0]]);
/// ```
pub trait TSliceMove<E>: Sized {
    /// A view of the same kind and lifetime.
    type Output;

    /// The slice.
    ///
    /// # Errors
    ///
    /// As [`TSlice::try_tslice`].
    fn try_tslice_move(self, spec: E) -> Result<Self::Output, SliceError>;

    /// As [`try_tslice_move`](Self::try_tslice_move).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[track_caller]
    fn tslice_move(self, spec: E) -> Self::Output {
        or_panic(self.try_tslice_move(spec))
    }
}

impl<T, D: ToDims, P: Slices<D::Dims, Output: ToDimension>> TSlice<P> for ArrayRef<T, D> {
    type Elem = T;
    type Dim = <P::Output as ToDimension>::Dimension;

    fn try_tslice(&self, spec: P) -> Result<ArrayView<'_, T, Self::Dim>, SliceError> {
        shared(self.view()).try_slice(spec).map(array_view)
    }
}

impl<T, D: ToDims, P: Slices<D::Dims, Output: ToDimension>> TSliceMut<P> for ArrayRef<T, D> {
    fn try_tslice_mut(&mut self, spec: P) -> Result<ArrayViewMut<'_, T, Self::Dim>, SliceError> {
        exclusive(self.view_mut()).try_into_slice_mut(spec).map(array_view_mut)
    }
}

impl<T, D: Dimension, P: Slices<Dyn, Output = Dyn>> TSliceDyn<P> for ArrayRef<T, D> {
    type Elem = T;

    fn try_tslice_dyn(&self, spec: P) -> Result<ArrayViewD<'_, T>, SliceError> {
        shared(self.view().into_dyn()).try_slice(spec).map(array_view)
    }

    fn try_tslice_dyn_mut(&mut self, spec: P) -> Result<ArrayViewMutD<'_, T>, SliceError> {
        exclusive(self.view_mut().into_dyn()).try_into_slice_mut(spec).map(array_view_mut)
    }
}

impl<'a, T, D: ToDims, P: Slices<D::Dims, Output: ToDimension>> TSliceMove<P> for ArrayView<'a, T, D> {
    type Output = ArrayView<'a, T, <P::Output as ToDimension>::Dimension>;

    fn try_tslice_move(self, spec: P) -> Result<Self::Output, SliceError> {
        shared(self).try_slice(spec).map(array_view)
    }
}

impl<'a, T, D: ToDims, P: Slices<D::Dims, Output: ToDimension>> TSliceMove<P> for ArrayViewMut<'a, T, D> {
    type Output = ArrayViewMut<'a, T, <P::Output as ToDimension>::Dimension>;

    fn try_tslice_move(self, spec: P) -> Result<Self::Output, SliceError> {
        exclusive(self).try_into_slice_mut(spec).map(array_view_mut)
    }
}
