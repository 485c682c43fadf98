//! What the references ask of indices and updates.

use alloc::vec::Vec;

use super::write::{Scatter, flat};
use crate::gather_nd::{BadIndices, IndicesError};
use tslice_core::{DynView, Integer};

/// The scatter that the operands of TensorFlow's operations ask for, checked in TensorFlow's order.
pub(super) fn checked_as_tensorflow<T, I: Integer>(
    shape: &[usize],
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    bad_indices: BadIndices,
) -> Result<Scatter, IndicesError> {
    let [outer @ .., depth] = indices.shape() else { return Err(IndicesError::IndicesScalar) };
    if updates.rank() == 0 {
        return Err(IndicesError::UpdatesScalar);
    }
    let (none, some) = (indices.is_empty() && updates.is_empty(), !indices.is_empty() && !updates.is_empty());
    if !none && (shape.contains(&0) || !some) {
        return Err(IndicesError::EmptyOutput { shape: shape.into() });
    }
    check_updates(shape, outer, *depth, updates.shape())?;
    if let [tuples] = indices.shape() {
        // One part of the reference takes the numbers of a lone tuple for tuples of one number each.
        check_updates(shape, &[*tuples], 1, updates.shape())?;
    }
    if *depth == 0 && !shape.contains(&0) {
        return Err(IndicesError::DepthUnsupported);
    }
    let scatter = Scatter::new(shape, *depth, false);
    if bad_indices == BadIndices::Error {
        scatter.check(shape, &flat(indices)?, outer)?;
    }
    Ok(scatter)
}

/// The scatter that the operands of ONNX ScatterND and of OpenVINO's ScatterNDUpdate ask for.
pub(super) fn checked_as_onnx<T, I: Integer>(
    shape: &[usize],
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
) -> Result<Scatter, IndicesError> {
    let [outer @ .., depth] = indices.shape() else { return Err(IndicesError::IndicesScalar) };
    check_updates(shape, outer, *depth, updates.shape())?;
    let scatter = Scatter::new(shape, *depth, true);
    scatter.check(shape, &flat(indices)?, outer)?;
    Ok(scatter)
}

/// Checks that the updates have the outer axes of the indices, and then the axes of a slice.
pub(crate) fn check_updates(
    shape: &[usize],
    outer: &[usize],
    depth: usize,
    updates: &[usize],
) -> Result<(), IndicesError> {
    let Some(slice) = shape.get(depth..) else {
        return Err(IndicesError::DepthExceedsRank { depth, batch_dims: 0, rank: shape.len() });
    };
    let expected: Vec<usize> = [outer, slice].concat();
    if expected == updates {
        Ok(())
    } else {
        Err(IndicesError::UpdatesShape { expected: expected.into(), updates: updates.into() })
    }
}
