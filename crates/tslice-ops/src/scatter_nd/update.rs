//! OpenVINO's ScatterNDUpdate and ONNX ScatterND.

use super::in_place::assign;
use super::scattered;
use crate::gather_nd::{BadIndices, IndicesError};
use crate::number::Reduction;
use crate::rules::Rules;
use tslice_core::{DynTensor, DynView, DynViewMut, traits::Integer};

/// Copies a tensor with slices of it updated, as OpenVINO's ScatterNDUpdate-15 and ONNX ScatterND
/// (18) do.
///
/// Shapes are those of [`scatter_nd`](super::scatter_nd): tuples of N numbers in the last axis of
/// `indices`, and updates of shape `indices.shape[..-1] + data.shape[N..]`. Negative indices count
/// from the end; one tuple alone, and tuples of no numbers, which select everything, are fine.
/// Repeats are reduced in row-major order, and of plain updates the last one stays: the references
/// leave that open. An index that is out of bounds is an error; OpenVINO does not look. Without a
/// reduction, the elements may be of any type that can be cloned.
///
/// # Errors
///
/// If the indices are a scalar, N is above the rank, the updates have another shape, a tuple is out
/// of bounds, or the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops::{self as ops, Reduction};
///
/// let data = View::<_, 1>::from(&[1, 2, 3, 4]).into_dyn();
/// let indices = View::<_, 2>::from(&[[-1], [0], [-1]]).into_dyn();
/// let updates = View::<_, 1>::from(&[10, 20, 30]).into_dyn();
/// assert_eq!(ops::scatter_nd_update(&data, &indices, &updates, Reduction::None)?, [20, 2, 3, 30]);
/// assert_eq!(ops::scatter_nd_update(&data, &indices, &updates, Reduction::Sum)?, [21, 2, 3, 44]);
///
/// let flags = View::<_, 1>::from(&[false, true]).into_dyn();
/// let last = View::<_, 1>::from(&[-1]).into_dyn();
/// let off = View::new([], &[false]).into_dyn();
/// assert_eq!(ops::scatter_nd_update(&flags, &last, &off, Reduction::None)?, [false, false]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn scatter_nd_update<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    data: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
) -> Result<DynTensor<T>, IndicesError> {
    scattered(
        data,
        indices,
        updates,
        reduction,
        Rules::ONNX,
        BadIndices::Error,
    )
}

/// Works like [`scatter_nd_update`], in place.
///
/// # Errors
///
/// If [`scatter_nd_update`] would return an error. On error the target is unchanged.
pub fn scatter_nd_update_assign<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    target: &mut DynViewMut<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
) -> Result<(), IndicesError> {
    assign(
        target,
        indices,
        updates,
        reduction,
        Rules::ONNX,
        BadIndices::Error,
    )
}
