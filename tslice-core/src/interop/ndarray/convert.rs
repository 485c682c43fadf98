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
use crate::layout::Dyn;

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

macro_rules! ranks {
    ($([$($bounds:tt)*] $from:ty => $to:ty: |$array:ident| $ranked:expr;)+) => {$(
        /// An error if the rank is another.
        impl<'a, T, const R: usize> TryFrom<$from> for $to
        where
            $($bounds)*
        {
            type Error = ShapeError;

            fn try_from($array: $from) -> Result<Self, ShapeError> {
                $ranked
            }
        }
    )+};
}

ranks! {
    [] ArrayViewD<'a, T> => View<'a, T, R>: |array| DynView::from(array).into_rank();
    [] ArrayViewMutD<'a, T> => ViewMut<'a, T, R>: |array| DynViewMut::from(array).into_rank();
    [Dim<[usize; R]>: Dimension] DynView<'a, T> => ArrayView<'a, T, Dim<[usize; R]>>:
        |view| view.into_rank::<R>().map(Self::from);
    [Dim<[usize; R]>: Dimension] DynViewMut<'a, T> => ArrayViewMut<'a, T, Dim<[usize; R]>>:
        |view| view.into_rank::<R>().map(Self::from);
}

macro_rules! lends {
    ($([$($shared:tt)*] [$($exclusive:tt)*] $array:ty, $lends:literal;)+) => {$(
        #[doc = $lends]
        impl<T, $($shared)* D: ToDims> Lend for $array {
            type View<'a>
                = Array<Ref<'a, T>, D::Dims>
            where
                Self: 'a;

            fn lend(&self) -> Self::View<'_> {
                shared(self.view())
            }
        }

        #[doc = $lends]
        impl<T, $($exclusive)* D: ToDims> LendMut for $array {
            type ViewMut<'a>
                = Array<Mut<'a, T>, D::Dims>
            where
                Self: 'a;

            fn lend_mut(&mut self) -> Self::ViewMut<'_> {
                exclusive(self.view_mut())
            }
        }

        impl<T, $($shared)* D: Dimension> sealed::Sealed for $array {}

        /// An `ndarray` array can be the source of `assign`, and arrays compare with it.
        impl<T, $($shared)* D: Dimension> AsView<T> for $array {
            type Dims = Dyn;

            fn as_view(&self) -> DynView<'_, T> {
                self.view().into_dyn().into()
            }
        }
    )+};
}

lends! {
    [] [] ArrayRef<T, D>, "Lends the elements with the array's own strides.";
    [S: Data<Elem = T>,] [S: DataMut<Elem = T>,] ArrayBase<S, D>,
        "Lends as `ArrayRef` does, for code that is generic over what lends.";
}
