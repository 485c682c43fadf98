//! Converts arrays to views and back, without a copy.

use ::ndarray::{ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, DataMut, Dimension, Ix1};

use super::memory::{array_view, array_view_mut, exclusive, shared};
use super::{ToDimension, ToDims};
use crate::array::{Array, AsView, DynView, Mut, Read, Ref, View, sealed};
use crate::compute::IntoOperand;
use crate::error::ShapeError;
use crate::interop::{Lend, LendMut};
use crate::layout::Dyn;
use crate::pick::{AsList, IsList, Listable};

impl<'a, T, D: ToDimension> From<Array<Ref<'a, T>, D>> for ArrayView<'a, T, D::Dimension> {
    fn from(view: Array<Ref<'a, T>, D>) -> Self {
        array_view(view)
    }
}

impl<'a, S: Read, D: ToDimension> From<&'a Array<S, D>> for ArrayView<'a, S::Elem, D::Dimension> {
    fn from(array: &'a Array<S, D>) -> Self {
        array.view().into()
    }
}

impl<'a, T, D: ToDimension> From<Array<Mut<'a, T>, D>> for ArrayViewMut<'a, T, D::Dimension> {
    fn from(view: Array<Mut<'a, T>, D>) -> Self {
        array_view_mut(view)
    }
}

impl<'a, T, D: ToDims> From<ArrayView<'a, T, D>> for Array<Ref<'a, T>, D::Dims> {
    fn from(view: ArrayView<'a, T, D>) -> Self {
        shared(view)
    }
}

impl<'a, T, D: ToDims> From<ArrayViewMut<'a, T, D>> for Array<Mut<'a, T>, D::Dims> {
    fn from(view: ArrayViewMut<'a, T, D>) -> Self {
        exclusive(view)
    }
}

/// Arrays as operands of a [`zip`](crate::zip).
macro_rules! operands {
    ($([$($parameter:tt)*] $array:ty, $storage:ident, $view:ident;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T, $($parameter)* D: ToDims> IntoOperand for $array {
            type Operand = Array<$storage<'a, T>, D::Dims>;

            fn into_operand(self) -> Result<Self::Operand, ShapeError> {
                Ok(self.$view())
            }
        }
    )+};
}

operands! {
    [] ArrayView<'a, T, D>, Ref, into;
    [] ArrayViewMut<'a, T, D>, Mut, into;
    [] &'a ArrayRef<T, D>, Ref, lend;
    [] &'a mut ArrayRef<T, D>, Mut, lend_mut;
    [S: Data<Elem = T>,] &'a ArrayBase<S, D>, Ref, lend;
    [S: DataMut<Elem = T>,] &'a mut ArrayBase<S, D>, Mut, lend_mut;
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
    ($([$($parameter:tt)*] $list:ty;)+) => {$(
        /// An `ndarray` array of one axis is a list of a spec.
        #[diagnostic::do_not_recommend]
        impl<T: Listable, $($parameter)*> AsList for $list {
            type Element = T;

            fn as_list(&self) -> (View<'_, T, 1>, IsList) {
                (self.lend(), IsList)
            }
        }
    )+};
}

lists! {
    [] ArrayRef<T, Ix1>;
    [S: Data<Elem = T>] ArrayBase<S, Ix1>;
}
