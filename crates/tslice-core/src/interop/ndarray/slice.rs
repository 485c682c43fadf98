//! `a.tslice(s![..])`: slicing an array gives a view of the array's own crate.
//!
//! The methods are those of `ArrayRef`, which every array of `ndarray` dereferences to.

use ::ndarray::{ArrayRef, ArrayView, ArrayViewMut};

use super::memory::{array_view, array_view_mut};
use super::{ToDimension, ToDims};
use crate::array::sealed;
use crate::error::{SliceError, or_panic};
use crate::interop::{Lend, LendMut};
use crate::layout::Dims;
use crate::pick::{PickMut, Picks};
use crate::resolve::Slices;

/// A view of the dimension that stands for the dims O.
type Slice<'a, T, O> = ArrayView<'a, T, <O as ToDimension>::Dimension>;
/// An exclusive view of the dimension that stands for the dims O.
type SliceMut<'a, T, O> = ArrayViewMut<'a, T, <O as ToDimension>::Dimension>;

/// Slices an array by any spec of a typed result rank if its dimension is fixed, and by any spec if
/// it is `IxDyn`.
///
/// The semantics are this crate's: `..` is the ellipsis, ranges clamp, an index drops its axis, and
/// a negative stride starts at the last element. The result has R - C + P axes for a spec that
/// takes C and gives P.
///
/// A view that is given up for a slice of it, as `slice_move` does it, and an array of any
/// dimension D, about which the code need not know more than `D: Dimension`, are sliced as views of
/// this crate, which convert both ways:
///
/// ```
/// use ndarray::{ArrayRef, ArrayView2, Dimension};
/// use tslice::{DynView, View, s};
///
/// fn inner<'a>(a: ArrayView2<'a, f64>) -> ArrayView2<'a, f64> {
///     View::from(a).slice(s![1:-1, 1:-1]).into()
/// }
/// let a = ndarray::array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
/// assert_eq!(inner(a.view()), ndarray::array![[5.0]]);
///
/// fn last<D: Dimension>(a: &ArrayRef<f64, D>) -> f64 {
///     DynView::from(a.view().into_dyn()).slice(s![.., -1]).sum()
/// }
/// assert_eq!(last(&a), 18.0);
/// ```
pub trait TSlice: sealed::Sealed {
    /// The elements.
    type Elem;
    /// The dims of the array.
    type Dims: Dims;

    /// The slice as a view, without a copy.
    ///
    /// # Panics
    ///
    /// If [`try_tslice`](Self::try_tslice) returns an error.
    #[track_caller]
    fn tslice<P: Slices<Self::Dims, Output = O>, O: ToDimension>(
        &self,
        spec: P,
    ) -> Slice<'_, Self::Elem, O> {
        or_panic(self.try_tslice(spec))
    }

    /// Works like [`tslice`](Self::tslice), but returns an error instead of panicking. That of the
    /// other methods is the error of the lent view: `a.lend_mut().try_slice_mut(&spec)`,
    /// `a.lend().try_pick(&spec)`.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds or a run-time stride is 0; for `IxDyn`, also if the spec takes
    /// more axes than the array has.
    fn try_tslice<P: Slices<Self::Dims, Output = O>, O: ToDimension>(
        &self,
        spec: P,
    ) -> Result<Slice<'_, Self::Elem, O>, SliceError>;

    /// Works like [`tslice`](Self::tslice), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If [`tslice`](Self::tslice) panics.
    #[track_caller]
    fn tslice_mut<P: Slices<Self::Dims, Output = O>, O: ToDimension>(
        &mut self,
        spec: P,
    ) -> SliceMut<'_, Self::Elem, O>;

    /// Copies what a spec with lists selects, as [`pick`](crate::Array::pick) does, into an array
    /// of `ndarray`.
    ///
    /// ```
    /// use tslice::interop::ndarray::TSlice;
    /// use tslice::s;
    ///
    /// let mut a = ndarray::array![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(a.tpick(s![1, [2, 0]]), ndarray::array![6, 4]);
    /// a.tpick_mut(s![([0, 1], [0, 2])]).fill(0);
    /// assert_eq!(a, ndarray::array![[0, 2, 3], [4, 5, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`pick`](crate::Array::pick) panics.
    #[track_caller]
    fn tpick<P: Picks<Self::Dims, Output = O>, O: ToDimension>(
        &self,
        spec: P,
    ) -> ::ndarray::Array<Self::Elem, O::Dimension>
    where
        Self::Elem: Clone;

    /// Selects what a spec with lists does, to be written: see [`PickMut`].
    ///
    /// # Panics
    ///
    /// If [`pick`](crate::Array::pick) panics.
    #[track_caller]
    fn tpick_mut<'a, P: Picks<Self::Dims> + 'a>(&'a mut self, spec: P) -> PickMut<'a, Self::Elem>;
}

impl<T, D: ToDims> TSlice for ArrayRef<T, D> {
    type Elem = T;
    type Dims = D::Dims;

    fn try_tslice<P: Slices<D::Dims, Output = O>, O: ToDimension>(
        &self,
        spec: P,
    ) -> Result<Slice<'_, T, O>, SliceError> {
        self.lend().try_slice(spec).map(array_view)
    }

    fn tslice_mut<P: Slices<D::Dims, Output = O>, O: ToDimension>(
        &mut self,
        spec: P,
    ) -> SliceMut<'_, T, O> {
        array_view_mut(self.lend_mut().into_slice_mut(spec))
    }

    fn tpick<P: Picks<D::Dims, Output = O>, O: ToDimension>(
        &self,
        spec: P,
    ) -> ::ndarray::Array<T, O::Dimension>
    where
        T: Clone,
    {
        self.lend().pick(spec).into()
    }

    fn tpick_mut<'a, P: Picks<D::Dims> + 'a>(&'a mut self, spec: P) -> PickMut<'a, T> {
        or_panic(self.lend_mut().try_into_pick_mut(spec))
    }
}
