//! Converts arrays to views and back, without a copy.

use ::ndarray::{ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, Ix1};

use super::memory::{array_view, array_view_mut, exclusive, shared};
use super::{ToDimension, ToDims};
use crate::array::{Array, Mut, Ref, View, sealed};
use crate::interop::{Lend, LendMut};
use crate::pick::{AsList, IsList, Listable};

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

impl<T, D> sealed::Sealed for ArrayRef<T, D> {}

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

/// An `ndarray` array of one axis is a list of a spec. By the rank and not by [`ToDims`]: the
/// compiler reports a list of another rank as an array that is not a list, and not as a type that
/// differs.
#[diagnostic::do_not_recommend]
impl<T: Listable, S: Data<Elem = T>> AsList for ArrayBase<S, Ix1> {
    type Element = T;

    fn as_list(&self) -> (View<'_, T, 1>, IsList) {
        (self.lend(), IsList)
    }
}
