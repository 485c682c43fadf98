//! Anything whose elements can be read through a view.

use crate::view::{DynTensor, DynView, DynViewMut, Tensor, View, ViewMut};

/// Views and tensors as the source of [`assign`](ViewMut::assign) and the raw operations.
pub trait AsView<T> {
    /// The elements as a view of run-time rank.
    fn as_view(&self) -> DynView<'_, T>;
}

macro_rules! as_view {
    ($([$($generics:tt)*] $type:ty: |$it:ident| $view:expr;)+) => {$(
        impl<T, $($generics)*> AsView<T> for $type {
            fn as_view(&self) -> DynView<'_, T> {
                let $it = self;
                $view
            }
        }
    )+};
}

as_view! {
    [const R: usize] View<'_, T, R>: |v| v.into_dyn();
    [const R: usize] ViewMut<'_, T, R>: |v| v.view().into_dyn();
    [const R: usize] Tensor<T, R>: |v| v.view().into_dyn();
    [] DynView<'_, T>: |v| v.clone();
    [] DynViewMut<'_, T>: |v| v.view();
    [] DynTensor<T>: |v| v.view();
}
