//! What can be read as an array.

use core::slice;

use super::{Array, Read, Ref};
use crate::layout::{Dims, Rank};

/// Anything that reads as an array of elements T: arrays of any storage, nested arrays, slices and vectors, and a number, a `bool` or a
/// `char` as an array of rank 0.
///
/// [`assign`](Array::assign) takes any of them as its source, and `==` compares an array with any of them but a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not read as an array of `{T}`",
    label = "not an array of `{T}`",
    note = "an array, a nested array, a slice or a vector with elements of type `{T}` is needed here",
    note = "a number of the elements' type stands by value, `assign(0.5)`, and `fill` writes any value to all elements",
    note = "an array does not compare with one value: `a.map(|x| *x == 0.5)` is a mask, and `a[[]]` is the element of an array of rank 0",
    note = "an array of another crate is lent: `a.lend()`"
)]
pub trait AsView<T, I = IsArray>: sealed::Sealed<I> {
    /// The dims of the view.
    type Dims: Dims;

    /// The elements as a view.
    fn as_view(&self) -> Array<Ref<'_, T>, Self::Dims>;
}

/// How arrays and lists read as an array: `==` takes them.
pub struct IsArray;

/// How a number reads as an array: it has rank 0. `==` does not take it, because `a == 0.0` would be `false` and no mask.
pub struct IsValue;

pub(crate) mod sealed {

    use alloc::vec::Vec;

    pub trait Sealed<I = super::IsArray> {}
    impl<S, D: crate::layout::Dims> Sealed for super::Array<S, D> {}
    impl<X: Sealed + ?Sized> Sealed for &X {}
    impl<T, const N: usize> Sealed for [T; N] {}
    impl<T> Sealed for [T] {}
    impl<T> Sealed for Vec<T> {}
    impl<T: Value> Sealed<super::IsValue> for T {}

    pub trait Value {}
    impl<I: crate::array::Integer> Value for I {}
    impl Value for f32 {}
    impl Value for f64 {}
    impl Value for bool {}
    impl Value for char {}
}

impl<'a, T> Array<Ref<'a, T>, Rank<0>> {
    /// One element as an array.
    #[inline]
    pub(crate) fn of_value(value: &'a T) -> Self {
        Self::over_slice(&[], slice::from_ref(value))
    }
}

#[diagnostic::do_not_recommend]
impl<T: sealed::Value> AsView<T, IsValue> for T {
    type Dims = Rank<0>;

    #[inline]
    fn as_view(&self) -> Array<Ref<'_, T>, Rank<0>> {
        Array::of_value(self)
    }
}

#[diagnostic::do_not_recommend]
impl<S: Read, D: Dims> AsView<S::Elem> for Array<S, D> {
    type Dims = D;

    fn as_view(&self) -> Array<Ref<'_, S::Elem>, D> {
        self.view()
    }
}

impl<T, X: AsView<T> + ?Sized> AsView<T> for &X {
    type Dims = X::Dims;

    fn as_view(&self) -> Array<Ref<'_, T>, X::Dims> {
        (**self).as_view()
    }
}
