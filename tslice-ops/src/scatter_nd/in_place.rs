//! TensorFlow's scatters, in place.

use super::checks::checked_as_tensorflow;
use super::write::{Scatter, flat};
use crate::gather_nd::{BadIndices, IndicesError};
use crate::number::{Number, Reduction};
use tslice_core::__ops::tensor;
use tslice_core::{DynTensor, DynView, DynViewMut, Integer};

/// Updates slices in place, as `tf.raw_ops.ResourceScatterNdUpdate` and its like do: [`tensor_scatter_nd`](super::tensor_scatter_nd)
/// without the copy.
///
/// # Errors
///
/// If [`tensor_scatter_nd`](super::tensor_scatter_nd) would return an error. On error the target is unchanged.
///
/// # Examples
///
/// ```
/// use tslice::{BadIndices, Tensor, View};
/// use tslice_ops::{self as ops, Reduction};
///
/// let mut counts = Tensor::<i32, 1>::zeros([3]).into_dyn();
/// let ids = View::<_, 2>::from(&[[0], [2], [0]]).into_dyn();
/// let ones = Tensor::<i32, 1>::full([3], 1).into_dyn();
/// ops::tensor_scatter_nd_assign(&mut counts.view_mut(), &ids, &ones.view(), Reduction::Sum, BadIndices::Error)?;
/// assert_eq!(counts, [2, 0, 1]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn tensor_scatter_nd_assign<T: Number, I: Integer>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction,
    bad_indices: BadIndices,
) -> Result<(), IndicesError> {
    let scatter = checked_as_tensorflow(target.shape(), indices, updates, bad_indices)?;
    assign(&scatter, target, indices, updates, reduction)
}

/// Writes into a target of any layout.
pub(super) fn assign<T: Number, I: Integer>(
    scatter: &Scatter,
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction,
) -> Result<(), IndicesError> {
    let (indices, updates) = (flat(indices)?, flat(updates)?);
    if let Some(elements) = target.as_mut_slice() {
        scatter.reduce(elements, &indices, &updates, reduction);
        return Ok(());
    }
    let mut copy = target.try_to_vec()?;
    scatter.reduce(&mut copy, &indices, &updates, reduction);
    let copy: DynTensor<T> = tensor(target.shape(), copy);
    Ok(target.try_assign(&copy)?)
}
