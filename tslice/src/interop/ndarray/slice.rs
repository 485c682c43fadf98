//! `a.tslice(s![..])`: slicing an array gives a view of the array's own crate.

use ::ndarray::{ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, IxDyn};

use super::memory::{array_view, array_view_mut, exclusive, shared};
use crate::error::{SliceError, or_fail};
use crate::rank::{Minus, Plus, Rank};
use crate::spec::{AsEncoding, Spec};

/// Slices an array by a spec of type E: `s![..]` where the dimension is fixed, any spec where it is `IxDyn`.
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
    /// When an index is out of bounds, or a run-time stride is 0; for `IxDyn` also when the spec takes more axes than
    /// there are.
    fn try_tslice(&self, spec: E) -> Result<ArrayView<'_, Self::Elem, Self::Dim>, SliceError>;

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[track_caller]
    fn tslice(&self, spec: E) -> ArrayView<'_, Self::Elem, Self::Dim> {
        or_fail(self.try_tslice(spec))
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
        or_fail(self.try_tslice_mut(spec))
    }
}

macro_rules! fixed {
    (impl $trait:ident, $data:ident { $($body:tt)* }) => {
        impl<
            T,
            S: $data<Elem = T>,
            const R: usize,
            const N: usize,
            const BEGIN: u32,
            const END: u32,
            const ELLIPSIS: u32,
            const NEW_AXIS: u32,
            const SHRINK: u32,
            const C: usize,
            const P: usize,
            const M: usize,
            const O: usize,
        > $trait<Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>> for ArrayBase<S, Dim<[usize; R]>>
        where
            Dim<[usize; R]>: Dimension,
            Dim<[usize; O]>: Dimension,
            Rank<R>: Minus<C, Output = Rank<M>>,
            Rank<M>: Plus<P, Output = Rank<O>>,
        {
            $($body)*
        }
    };
}

type Fixed<const R: usize> = Dim<[usize; R]>;

fixed! { impl TSlice, Data {
    type Elem = T;
    type Dim = Dim<[usize; O]>;

    fn try_tslice(
        &self,
        spec: Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Result<ArrayView<'_, T, Dim<[usize; O]>>, SliceError> {
        const { Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::CONSISTENT };
        shared::<T, Fixed<R>>(self.view()).try_slice::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P, O>(&spec).map(array_view)
    }
} }

fixed! { impl TSliceMut, DataMut {
    fn try_tslice_mut(
        &mut self,
        spec: Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    ) -> Result<ArrayViewMut<'_, T, Dim<[usize; O]>>, SliceError> {
        const { Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::CONSISTENT };
        let raw = exclusive::<T, Fixed<R>>(self.view_mut());
        raw.try_slice::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P, O>(&spec).map(array_view_mut)
    }
} }

impl<T, S: Data<Elem = T>, E: AsEncoding> TSlice<E> for ArrayBase<S, IxDyn> {
    type Elem = T;
    type Dim = IxDyn;

    fn try_tslice(&self, spec: E) -> Result<ArrayView<'_, T, IxDyn>, SliceError> {
        shared::<T, IxDyn>(self.view()).slice_dynamic(spec.as_encoding()).map(array_view)
    }
}

impl<T, S: DataMut<Elem = T>, E: AsEncoding> TSliceMut<E> for ArrayBase<S, IxDyn> {
    fn try_tslice_mut(&mut self, spec: E) -> Result<ArrayViewMut<'_, T, IxDyn>, SliceError> {
        exclusive::<T, IxDyn>(self.view_mut()).slice_dynamic(spec.as_encoding()).map(array_view_mut)
    }
}
