//! Converts arrays to views and back, without a copy.

use ::ndarray::{
    ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, IxDyn,
};

use super::memory::{array_view, array_view_mut, exclusive, shared};
use super::{ToDimension, ToDims};
use crate::array::{Array, AsView, DynView, Integer, Mut, Read, Ref, sealed};
use crate::compute::IntoOperand;
use crate::error::ShapeError;
use crate::interop::{Lend, LendMut};
use crate::layout::{Dyn, Rank};
use crate::pick::{AsList, AsMask, AsPositions, IsList, Listable};

impl<'a, T, D: ToDimension> From<Array<Ref<'a, T>, D>> for ArrayView<'a, T, D::Dimension> {
    fn from(view: Array<Ref<'a, T>, D>) -> Self {
        array_view(view)
    }
}

impl<'a, T, D: ToDimension> From<Array<Mut<'a, T>, D>> for ArrayViewMut<'a, T, D::Dimension> {
    fn from(view: Array<Mut<'a, T>, D>) -> Self {
        array_view_mut(view)
    }
}

impl<'a, S: Read, D: ToDimension> From<&'a Array<S, D>> for ArrayView<'a, S::Elem, D::Dimension> {
    fn from(array: &'a Array<S, D>) -> Self {
        array_view(array.view())
    }
}

/// What an array is as a view, and so as an operand of a [`zip`](crate::zip): what it lends.
macro_rules! operands {
    ($([$($parameter:tt)*] $array:ty, $storage:ident, |$it:ident| $view:expr;)+) => {$(
        impl<'a, T, $($parameter)* D: ToDims> From<$array> for Array<$storage<'a, T>, D::Dims> {
            fn from($it: $array) -> Self {
                $view
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T, $($parameter)* D: ToDims> IntoOperand for $array {
            type Operand = Array<$storage<'a, T>, D::Dims>;

            fn into_operand(self) -> Result<Self::Operand, ShapeError> {
                Ok(self.into())
            }
        }
    )+};
}

operands! {
    [] ArrayView<'a, T, D>, Ref, |array| shared(array);
    [] ArrayViewMut<'a, T, D>, Mut, |array| exclusive(array);
    [] &'a ArrayRef<T, D>, Ref, |array| array.lend();
    [] &'a mut ArrayRef<T, D>, Mut, |array| array.lend_mut();
    [S: Data<Elem = T>,] &'a ArrayBase<S, D>, Ref, |array| array.lend();
    [S: DataMut<Elem = T>,] &'a mut ArrayBase<S, D>, Mut, |array| array.lend_mut();
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

/// By the rank and not by [`ToDims`]: the compiler reports a list of another rank as an array that
/// is not a list, and not as a type that differs.
macro_rules! lists {
    ($([$($parameters:tt)*] $list:ty, $dims:ty $(where $dimension:ty)?;)+) => {$(
        /// An `ndarray` array is a list of a spec, and has the indices of `take`.
        #[diagnostic::do_not_recommend]
        impl<T: Listable, $($parameters)*> AsList<IsList, $dims> for $list
        $(where $dimension: Dimension)?
        {
            type Element = T;

            fn as_list(&self) -> (Array<Ref<'_, T>, $dims>, IsList) {
                (self.lend(), IsList)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Integer, $($parameters)*> AsPositions<$dims> for $list
        $(where $dimension: Dimension)?
        {
        }
    )+};
}

lists! {
    [const R: usize] ArrayRef<T, Dim<[usize; R]>>, Rank<R> where Dim<[usize; R]>;
    [S: Data<Elem = T>, const R: usize]
        ArrayBase<S, Dim<[usize; R]>>, Rank<R> where Dim<[usize; R]>;
    [] ArrayRef<T, IxDyn>, Dyn;
    [S: Data<Elem = T>] ArrayBase<S, IxDyn>, Dyn;
}

#[diagnostic::do_not_recommend]
impl AsMask for ArrayRef<bool, Dim<[usize; 1]>> {}

#[diagnostic::do_not_recommend]
impl<S: Data<Elem = bool>> AsMask for ArrayBase<S, Dim<[usize; 1]>> {}
