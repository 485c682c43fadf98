//! TensorFlow's scatters, in place.

use super::checks::checked;
use crate::gather_nd::{BadIndices, IndicesError};
use crate::number::Reduction;
use crate::operand::{changed, flat};
use crate::rules::Rules;
use tslice_core::{DynView, DynViewMut, traits::Integer};

/// Updates slices in place, as `tf.raw_ops.ResourceScatterNdUpdate` and its like do:
/// [`tensor_scatter_nd`](super::tensor_scatter_nd) without the copy.
///
/// # Errors
///
/// If [`tensor_scatter_nd`](super::tensor_scatter_nd) would return an error. On error the target is
/// unchanged.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, View};
/// use tslice_ops::{self as ops, BadIndices, Reduction};
///
/// let mut counts = Tensor::<i32, 1>::zeros([3]).into_dyn();
/// let ids = View::<_, 2>::from(&[[0], [2], [0]]).into_dyn();
/// let ones = Tensor::<i32, 1>::full([3], 1).into_dyn();
/// ops::tensor_scatter_nd_assign(&mut counts.view_mut(), &ids, &ones.view(), Reduction::Sum, BadIndices::Error)?;
/// assert_eq!(counts, [2, 0, 1]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn tensor_scatter_nd_assign<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
    bad_indices: BadIndices,
) -> Result<(), IndicesError> {
    assign(
        target,
        indices,
        updates,
        reduction,
        Rules::TENSORFLOW,
        bad_indices,
    )
}

/// Writes into a target of any layout.
pub(super) fn assign<T: Clone, I: Integer>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
    rules: Rules,
    bad_indices: BadIndices,
) -> Result<(), IndicesError> {
    let shape = target.shape().to_vec();
    let (scatter, tuples) = checked(&shape, indices, updates, rules, bad_indices)?;
    let updates = flat(updates)?;
    Ok(changed(target, |target| {
        scatter.write(target, &tuples, &updates, reduction)
    })?)
}
