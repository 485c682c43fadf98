//! What can be read as an array, comparison with it, and hashing.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use super::{Array, Read, Ref, zip};
use crate::layout::Dims;

/// Anything that reads as an array of elements T: arrays of any storage, nested arrays, slices and vectors.
///
/// [`assign`](Array::assign) takes any of them as its source, and `==` compares an array with any of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not read as an array of `{T}`",
    label = "an array, a nested array, a slice or a vector with elements of type `{T}` is needed here",
    note = "one value is no array: `fill` writes it to all elements, `map_inplace` computes with it, and `a[[]]` reads that of an array of rank 0",
    note = "an array of another crate is lent: `a.lend()`"
)]
pub trait AsView<T>: sealed::Sealed {
    /// The dims of the view.
    type Dims: Dims;

    /// The elements as a view.
    fn as_view(&self) -> Array<Ref<'_, T>, Self::Dims>;
}

pub(crate) mod sealed {
    use alloc::vec::Vec;

    pub trait Sealed {}
    impl<S, D: crate::layout::Dims> Sealed for super::Array<S, D> {}
    impl<X: Sealed + ?Sized> Sealed for &X {}
    impl<T, const N: usize> Sealed for [T; N] {}
    impl<T> Sealed for [T] {}
    impl<T> Sealed for Vec<T> {}
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
    #[inline]
    fn eq(&self, other: &X) -> bool {
        let other = other.as_view();
        if self.lengths() != other.lengths() {
            return false;
        }
        zip::are_equal(&self.view(), &other)
    }
}

impl<S: Read, D: Dims> Eq for Array<S, D> where S::Elem: Eq {}

/// Nested arrays, slices and vectors on the left: `[1, 2] == array`.
macro_rules! left {
    ($([$($parameter:tt)+] $list:ty;)+) => {$(
        impl<$($parameter)+, S: Read, D: Dims> PartialEq<Array<S, D>> for $list
        where
            $list: AsView<S::Elem>,
            S::Elem: PartialEq,
        {
            #[inline]
            fn eq(&self, array: &Array<S, D>) -> bool {
                array == self
            }
        }
    )+};
}

left! {
    [T, const N: usize] [T; N];
    [T] [T];
    ['a, T] &'a [T];
    [T] Vec<T>;
}

/// Hashes the shape, and the elements in row-major order: equal arrays have equal hashes, whatever their storage and dims are.
impl<S: Read, D: Dims> Hash for Array<S, D>
where
    S::Elem: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lengths().hash(state);
        // One by one: a hasher may tell a slice of elements from the elements.
        self.into_iter().for_each(|element| element.hash(state));
    }
}
