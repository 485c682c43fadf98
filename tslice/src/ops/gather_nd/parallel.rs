//! Gathers by several threads: feature `rayon`.

use super::error::GatherNdError;
use super::indices::{GatherIndices, Gathers};
use super::slices::Gather;
use crate::array::{Array, DynTensor, DynView, Integer, Owned, Read, bound};
use crate::error::or_panic;
use crate::layout::Dims;

/// As [`gather_nd`](super::gather_nd), but on the threads of rayon's pool. The calling thread makes results below half a
/// mebibyte alone.
///
/// # Errors
///
/// If [`gather_nd`](super::gather_nd) returns an error.
#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
pub fn par_gather_nd<T: Clone + Send + Sync, I: Integer>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
) -> Result<DynTensor<T>, GatherNdError> {
    let (gather, outer) = super::checked(params, indices, bound(batch_dims))?;
    let data = gather.par_copy(|| super::flat(indices), &outer)?;
    Ok(DynTensor::from_parts(&gather.shape(&outer), data))
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone + Send + Sync,
{
    /// As [`gather_nd`](Self::gather_nd), but on the threads of rayon's pool. The calling thread makes results below half a
    /// mebibyte alone.
    ///
    /// # Panics
    ///
    /// If [`try_par_gather_nd`](Self::try_par_gather_nd) returns an error, or memory runs out.
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    #[must_use]
    #[track_caller]
    pub fn par_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Array<Owned<S::Elem>, O>
    where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        or_panic(self.try_par_gather_nd(indices))
    }

    /// As [`par_gather_nd`](Self::par_gather_nd), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_gather_nd`](Self::try_gather_nd) would return an error.
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn try_par_gather_nd<X, const K: usize, const N: usize, O: Dims>(
        &self,
        indices: &X,
    ) -> Result<Array<Owned<S::Elem>, O>, GatherNdError>
    where
        X: GatherIndices<K, N> + ?Sized,
        D: Gathers<K, N, Output = O>,
    {
        let (params, outer) = (self.view().into_dyn(), indices.outer());
        let gather = Gather::new(&params, 0, N)?;
        let data = gather.par_copy(|| indices.tuples(), &outer)?;
        Ok(Array::from_parts(&gather.shape(&outer), data))
    }
}
