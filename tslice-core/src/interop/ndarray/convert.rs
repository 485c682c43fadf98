//! Converts arrays to views and back, without a copy.

use ::ndarray::{
    ArrayBase, ArrayRef, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Data, DataMut, Dim, Dimension,
    IxDyn,
};

use super::dims::ToDims;
use super::memory::{array_view, array_view_mut, exclusive, shared};
use crate::array::{Array, AsView, DynView, DynViewMut, Mut, Ref, View, ViewMut, sealed};
use crate::error::ShapeError;
use crate::interop::{Lend, LendMut};
use crate::rank::Dyn;

macro_rules! views {
    ($([$($rank:tt)*] $dim:ty, $shared:ty, $exclusive:ty;)+) => {$(
        impl<'a, T, $($rank)*> From<ArrayView<'a, T, $dim>> for $shared
        where
            $dim: Dimension,
        {
            fn from(array: ArrayView<'a, T, $dim>) -> Self {
                shared(array)
            }
        }

        impl<'a, T, S: Data<Elem = T>, $($rank)*> From<&'a ArrayBase<S, $dim>> for $shared
        where
            $dim: Dimension,
        {
            fn from(array: &'a ArrayBase<S, $dim>) -> Self {
                shared(array.view())
            }
        }

        impl<'a, T, S: DataMut<Elem = T>, $($rank)*> From<&'a mut ArrayBase<S, $dim>> for $exclusive
        where
            $dim: Dimension,
        {
            fn from(array: &'a mut ArrayBase<S, $dim>) -> Self {
                exclusive(array.view_mut())
            }
        }

        impl<'a, T, $($rank)*> From<$shared> for ArrayView<'a, T, $dim>
        where
            $dim: Dimension,
        {
            fn from(view: $shared) -> Self {
                array_view(view)
            }
        }

        impl<'a, T, $($rank)*> From<ArrayViewMut<'a, T, $dim>> for $exclusive
        where
            $dim: Dimension,
        {
            fn from(array: ArrayViewMut<'a, T, $dim>) -> Self {
                exclusive(array)
            }
        }

        impl<'a, T, $($rank)*> From<$exclusive> for ArrayViewMut<'a, T, $dim>
        where
            $dim: Dimension,
        {
            fn from(view: $exclusive) -> Self {
                array_view_mut(view)
            }
        }
    )+};
}

views! {
    [const R: usize] Dim<[usize; R]>, View<'a, T, R>, ViewMut<'a, T, R>;
    [] IxDyn, DynView<'a, T>, DynViewMut<'a, T>;
}

/// An error if the rank is another.
impl<'a, T, const R: usize> TryFrom<ArrayViewD<'a, T>> for View<'a, T, R> {
    type Error = ShapeError;

    fn try_from(array: ArrayViewD<'a, T>) -> Result<Self, ShapeError> {
        DynView::from(array).into_rank()
    }
}

/// An error if the rank is another.
impl<'a, T, const R: usize> TryFrom<ArrayViewMutD<'a, T>> for ViewMut<'a, T, R> {
    type Error = ShapeError;

    fn try_from(array: ArrayViewMutD<'a, T>) -> Result<Self, ShapeError> {
        DynViewMut::from(array).into_rank()
    }
}

/// An error if the rank is another.
impl<'a, T, const R: usize> TryFrom<DynView<'a, T>> for ArrayView<'a, T, Dim<[usize; R]>>
where
    Dim<[usize; R]>: Dimension,
{
    type Error = ShapeError;

    fn try_from(view: DynView<'a, T>) -> Result<Self, ShapeError> {
        view.into_rank::<R>().map(Self::from)
    }
}

/// An error if the rank is another.
impl<'a, T, const R: usize> TryFrom<DynViewMut<'a, T>> for ArrayViewMut<'a, T, Dim<[usize; R]>>
where
    Dim<[usize; R]>: Dimension,
{
    type Error = ShapeError;

    fn try_from(view: DynViewMut<'a, T>) -> Result<Self, ShapeError> {
        view.into_rank::<R>().map(Self::from)
    }
}

/// Lends the elements with the array's own strides.
impl<T, D: ToDims> Lend for ArrayRef<T, D> {
    type View<'a>
        = Array<Ref<'a, T>, D::Dims>
    where
        Self: 'a;

    fn lend(&self) -> Self::View<'_> {
        shared(self.view())
    }
}

/// Lends the elements with the array's own strides.
impl<T, D: ToDims> LendMut for ArrayRef<T, D> {
    type ViewMut<'a>
        = Array<Mut<'a, T>, D::Dims>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> Self::ViewMut<'_> {
        exclusive(self.view_mut())
    }
}

/// Lends as `ArrayRef` does, for code that is generic over what lends.
impl<T, S: Data<Elem = T>, D: ToDims> Lend for ArrayBase<S, D> {
    type View<'a>
        = Array<Ref<'a, T>, D::Dims>
    where
        Self: 'a;

    fn lend(&self) -> Self::View<'_> {
        shared(self.view())
    }
}

/// Lends as `ArrayRef` does, for code that is generic over what lends.
impl<T, S: DataMut<Elem = T>, D: ToDims> LendMut for ArrayBase<S, D> {
    type ViewMut<'a>
        = Array<Mut<'a, T>, D::Dims>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> Self::ViewMut<'_> {
        exclusive(self.view_mut())
    }
}

impl<T, D: Dimension> sealed::Sealed for ArrayRef<T, D> {}
impl<S: Data, D: Dimension> sealed::Sealed for ArrayBase<S, D> {}

/// An `ndarray` array can be the source of `assign`, and arrays compare with it.
impl<T, D: Dimension> AsView<T> for ArrayRef<T, D> {
    type Dims = Dyn;

    fn as_view(&self) -> DynView<'_, T> {
        self.view().into_dyn().into()
    }
}

/// An `ndarray` array can be the source of `assign`, and arrays compare with it.
impl<T, S: Data<Elem = T>, D: Dimension> AsView<T> for ArrayBase<S, D> {
    type Dims = Dyn;

    fn as_view(&self) -> DynView<'_, T> {
        self.view().into_dyn().into()
    }
}
