//! Gathers by several threads: feature `rayon`.

use super::error::GatherNdError;
use super::indices::{GatherIndices, Gathers};
use super::slices::Gather;
use super::{checked, flat};
use crate::rank::Rank;
use crate::raw::{Integer, bound};
use crate::view::{DynTensor, DynView, Tensor, View, ViewMut};

/// As [`gather_nd`](super::gather_nd), by the threads of rayon's pool. Results below half a mebibyte are made by the calling
/// thread alone, which starts no other.
///
/// # Errors
///
/// As [`gather_nd`](super::gather_nd).
#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
pub fn par_gather_nd<T: Clone + Send + Sync, I: Integer>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
) -> Result<DynTensor<T>, GatherNdError> {
    let (gather, outer) = checked(params, indices, bound(batch_dims), false, None)?;
    let data = gather.par_copy(&flat(indices), &outer)?;
    Ok(DynTensor::from_parts(&[&outer, gather.slice_shape()].concat(), data))
}

macro_rules! par_gather_nd {
    ($($type:ty),+) => {$(
        impl<T: Clone + Send + Sync, const R: usize> $type {
            /// As [`gather_nd`](Self::gather_nd), by the threads of rayon's pool. Results below half a mebibyte are made by
            /// the calling thread alone, which starts no other.
            ///
            /// # Panics
            ///
            /// Where [`try_gather_nd`](Self::try_gather_nd) returns an error.
            #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
            #[must_use]
            #[track_caller]
            pub fn par_gather_nd<X, const K: usize, const N: usize, const O: usize>(&self, indices: &X) -> Tensor<T, O>
            where
                X: GatherIndices<K, N> + ?Sized,
                Rank<R>: Gathers<K, N, Output = Rank<O>>,
            {
                let params = &self.view().into_dyn();
                let gather = Gather { params, batch: 0, depth: N, negative_from_end: false, fill: None };
                match gather.par_copy(&indices.tuples(), &indices.outer()) {
                    Ok(data) => gather.typed(indices, data),
                    Err(error) => crate::error::fail(&error),
                }
            }
        }
    )+};
}

par_gather_nd! { View<'_, T, R>, ViewMut<'_, T, R>, Tensor<T, R> }
