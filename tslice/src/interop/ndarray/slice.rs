//! `a.tslice(s![..])`: slicing an array gives a view of the array's own crate.

use ::ndarray::{ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, IxDyn};

use super::memory::{array_view, array_view_mut, exclusive, shared};
use crate::error::{SliceError, or_panic};
use crate::rank::{Dyn, Rank};
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

impl<T, S: Data<Elem = T>, const R: usize, const O: usize, P> TSlice<P> for ArrayBase<S, Dim<[usize; R]>>
where
    Dim<[usize; R]>: Dimension,
    Dim<[usize; O]>: Dimension,
    P: Slices<Rank<R>, Output = Rank<O>>,
{
    type Elem = T;
    type Dim = Dim<[usize; O]>;

    fn try_tslice(&self, spec: P) -> Result<ArrayView<'_, T, Dim<[usize; O]>>, SliceError> {
        shared(self.view()).try_slice(spec).map(array_view)
    }
}

impl<T, S: DataMut<Elem = T>, const R: usize, const O: usize, P> TSliceMut<P>
    for ArrayBase<S, Dim<[usize; R]>>
where
    Dim<[usize; R]>: Dimension,
    Dim<[usize; O]>: Dimension,
    P: Slices<Rank<R>, Output = Rank<O>>,
{
    fn try_tslice_mut(&mut self, spec: P) -> Result<ArrayViewMut<'_, T, Dim<[usize; O]>>, SliceError> {
        exclusive(self.view_mut()).try_into_slice_mut(spec).map(array_view_mut)
    }
}

impl<T, S: Data<Elem = T>, P: Slices<Dyn, Output = Dyn>> TSlice<P> for ArrayBase<S, IxDyn> {
    type Elem = T;
    type Dim = IxDyn;

    fn try_tslice(&self, spec: P) -> Result<ArrayView<'_, T, IxDyn>, SliceError> {
        shared(self.view()).try_slice(spec).map(array_view)
    }
}

impl<T, S: DataMut<Elem = T>, P: Slices<Dyn, Output = Dyn>> TSliceMut<P> for ArrayBase<S, IxDyn> {
    fn try_tslice_mut(&mut self, spec: P) -> Result<ArrayViewMut<'_, T, IxDyn>, SliceError> {
        exclusive(self.view_mut()).try_into_slice_mut(spec).map(array_view_mut)
    }
}
