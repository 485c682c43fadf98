//! Gathers by several threads: feature `rayon`.

use super::error::IndicesError;
use crate::operand::flat;
use crate::rules::Rules;
use tslice_core::__ops::{bound, tensor};
use tslice_core::{DynTensor, DynView, traits::Integer};

/// Works like [`gather_nd`](super::gather_nd), but runs on the threads of rayon's pool. The calling
/// thread makes results below half a mebibyte alone.
///
/// # Errors
///
/// If [`gather_nd`](super::gather_nd) returns an error.
pub fn par_gather_nd<T: Clone + Send + Sync, I: Integer /* arrays: &t.view().into_dyn() */>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
) -> Result<DynTensor<T>, IndicesError> {
    let (gather, outer) = super::checked(params, indices, bound(batch_dims), Rules::TENSORFLOW)?;
    let data = gather.par_copy(|| flat(indices), &outer)?;
    Ok(tensor(&gather.shape(&outer), data))
}
