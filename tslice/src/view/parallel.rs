//! Copies by several threads: feature `rayon`.

use super::{DynTensor, DynView, DynViewMut, Tensor, View, ViewMut};
use crate::raw::parallel;

macro_rules! parallel_copies {
    ([$($generics:tt)*] $type:ty, $tensor:ty, |$it:ident| $shape:expr) => {
        impl<$($generics)*> $type {
            /// As [`to_tensor`](Self::to_tensor), by the threads of rayon's pool. Copies below two mebibytes are done by the
            /// calling thread alone, and start no other.
            #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
            #[must_use]
            pub fn par_to_tensor(&self) -> $tensor
            where
                T: Clone + Send + Sync,
            {
                let $it = self;
                <$tensor>::from_parts($shape, parallel::to_vec(self.view().raw.into_dynamic()))
            }

            /// As [`copy_to_slice`](Self::copy_to_slice), by the threads of rayon's pool. Copies below two mebibytes are
            /// done by the calling thread alone, and start no other.
            ///
            /// # Panics
            ///
            /// When `target` has another length.
            #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
            #[track_caller]
            pub fn par_copy_to_slice(&self, target: &mut [T])
            where
                T: Clone + Send + Sync,
            {
                if let Err(error) = crate::layout::check_len(self.shape(), target.len()) {
                    crate::error::fail(&error);
                }
                parallel::clone_to_slice(self.view().raw.into_dynamic(), target);
            }
        }
    };
}

parallel_copies! { [T, const R: usize] View<'_, T, R>, Tensor<T, R>, |view| *view.shape() }
parallel_copies! { [T, const R: usize] ViewMut<'_, T, R>, Tensor<T, R>, |view| *view.shape() }
parallel_copies! { [T, const R: usize] Tensor<T, R>, Self, |tensor| *tensor.shape() }
parallel_copies! { [T] DynView<'_, T>, DynTensor<T>, |view| view.shape() }
parallel_copies! { [T] DynViewMut<'_, T>, DynTensor<T>, |view| view.shape() }
parallel_copies! { [T] DynTensor<T>, Self, |tensor| tensor.shape() }
