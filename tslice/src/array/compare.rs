//! What can be read as an array, and comparison with it.

use super::{Array, Read, Ref};
use crate::layout::Dims;

/// Anything that reads as an array of elements T: arrays of any storage, nested arrays, slices and vectors.
///
/// [`assign`](Array::assign) takes any of them as its source, and `==` compares an array with any of them.
pub trait AsView<T> {
    /// The dims of the view.
    type Dims: Dims;

    /// The elements as a view.
    fn as_view(&self) -> Array<Ref<'_, T>, Self::Dims>;
}

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

/// Arrays are equal if their shapes are equal, and their elements at equal index tuples are.
impl<S: Read, D: Dims, X: AsView<S::Elem> + ?Sized> PartialEq<X> for Array<S, D>
where
    S::Elem: PartialEq,
{
    fn eq(&self, other: &X) -> bool {
        let other = other.as_view();
        self.lengths() == other.lengths() && self.into_iter().eq(&other)
    }
}

impl<S: Read, D: Dims> Eq for Array<S, D> where S::Elem: Eq {}
