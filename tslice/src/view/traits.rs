//! Comparing, printing and iterating, written once for all views and tensors.

use core::fmt;

use crate::view::{AsView, DynTensor, DynView, DynViewMut, Iter, IterMut, Tensor, View, ViewMut};

macro_rules! for_readers {
    ($([$($rank:tt)*] $type:ty;)+) => {$(
        /// Equal shapes, and equal elements at equal indices; anything that can be viewed compares.
        impl<T: PartialEq, S: AsView<T>, $($rank)*> PartialEq<S> for $type {
            fn eq(&self, other: &S) -> bool {
                let other = other.as_view();
                self.shape()[..] == *other.shape() && self.iter().eq(other.iter())
            }
        }

        impl<T: Eq, $($rank)*> Eq for $type {}

        /// Shape and elements in row-major order.
        impl<T: fmt::Debug, $($rank)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = stringify!($type).split('<').next().unwrap_or_default();
                f.debug_struct(name).field("shape", &self.shape()).field("elements", &Elements(self.iter())).finish()
            }
        }

        impl<'i, T, $($rank)*> IntoIterator for &'i $type {
            type Item = &'i T;
            type IntoIter = Iter<'i, T>;

            fn into_iter(self) -> Iter<'i, T> {
                self.iter()
            }
        }
    )+};
}

for_readers! {
    [const R: usize] View<'_, T, R>;
    [const R: usize] ViewMut<'_, T, R>;
    [const R: usize] Tensor<T, R>;
    [] DynView<'_, T>;
    [] DynViewMut<'_, T>;
    [] DynTensor<T>;
}

struct Elements<'a, T>(Iter<'a, T>);

impl<T: fmt::Debug> fmt::Debug for Elements<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.clone()).finish()
    }
}

macro_rules! for_writers {
    ($([$($rank:tt)*] $type:ty;)+) => {$(
        impl<'i, T, $($rank)*> IntoIterator for &'i mut $type {
            type Item = &'i mut T;
            type IntoIter = IterMut<'i, T>;

            fn into_iter(self) -> IterMut<'i, T> {
                self.iter_mut()
            }
        }
    )+};
}

for_writers! {
    [const R: usize] ViewMut<'_, T, R>;
    [const R: usize] Tensor<T, R>;
    [] DynViewMut<'_, T>;
    [] DynTensor<T>;
}
