//! The gradients of gathers and scatters, as TensorFlow registers them.

use alloc::vec;

use crate::gather::{Along, OffAxis};
use crate::gather_nd::{IndicesError, gather_nd};
use crate::number::{Number, Reduction};
use crate::scatter_nd::{Scatter, flat, lengths, scatter_nd, tensor_scatter_nd_update};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, Integer};

/// The gradient of [`gather_nd`](crate::gather_nd()) with respect to the params, of shape `params_shape`: what was gathered is added
/// up where it came from.
///
/// Without batch axes this is [`scatter_nd`](crate::scatter_nd()), as TensorFlow registers it, with the errors of that.
///
/// # Errors
///
/// If [`scatter_nd`](crate::scatter_nd()) would return an error; with batch axes, if they differ, or `dy` has another shape than what was
/// gathered.
pub fn gather_nd_grad<T: Number, I: Integer>(
    params_shape: &[impl Integer],
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, IndicesError> {
    let batch_dims = bound(batch_dims);
    if batch_dims == 0 {
        return scatter_nd(indices, dy, params_shape);
    }
    let shape = lengths(params_shape)?;
    layout::check_count(&shape)?;
    let (rank, params) = (indices.rank(), shape.len());
    let fits = usize::try_from(batch_dims).ok().filter(|&batch| batch < rank && batch <= params);
    let error = IndicesError::BatchDimsOutOfRange { batch_dims, indices: rank, params };
    let batch = fits.ok_or(error)?;
    let [inner @ .., depth] = &indices.shape()[batch..] else { return Err(IndicesError::IndicesScalar) };
    let (ours, theirs) = (&indices.shape()[..batch], &shape[..batch]);
    if ours != theirs {
        return Err(IndicesError::BatchShapeMismatch { indices: ours.into(), params: theirs.into() });
    }
    let Some(slice) = shape[batch..].get(*depth..) else {
        return Err(IndicesError::DepthExceedsRank { depth: *depth, batch_dims: batch, rank: params });
    };
    let expected = [theirs, inner, slice].concat();
    if expected != dy.shape() {
        return Err(IndicesError::UpdatesShape { expected: expected.into(), updates: dy.shape().into() });
    }
    let scatter = Scatter::new(&shape[batch..], *depth, false);
    let (tuples, dy) = (flat(indices)?, flat(dy)?);
    layout::reserve::<T>(&shape)?;
    let mut grad = vec![T::default(); layout::len(&shape)];
    let batches = layout::len(theirs);
    if batches > 0 && !dy.is_empty() {
        let outer = [theirs, inner].concat();
        scatter.check(&shape, &tuples, &outer)?;
        let each = grad.len() / batches;
        for (number, grad) in grad.chunks_exact_mut(each).enumerate() {
            let part = |len: usize| number * (len / batches)..(number + 1) * (len / batches);
            scatter.reduce(grad, &tuples[part(tuples.len())], &dy[part(dy.len())], Reduction::Sum);
        }
    }
    Ok(tensor(&shape, grad))
}

/// The gradient of [`scatter_nd`](crate::scatter_nd()) with respect to the updates: [`gather_nd`](crate::gather_nd()) of `dy`.
///
/// # Errors
///
/// If [`gather_nd`](crate::gather_nd()) would return an error.
pub fn scatter_nd_grad<T: Clone, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, IndicesError> {
    gather_nd(dy, indices, 0)
}

/// The gradients of [`tensor_scatter_nd_update`](crate::tensor_scatter_nd_update()) with respect to the input and to the updates.
///
/// As in TensorFlow, every update of a slice gets its `dy`, those that a later one has overwritten too.
///
/// # Errors
///
/// If [`tensor_scatter_nd_update`](crate::tensor_scatter_nd_update()) or [`gather_nd`](crate::gather_nd()) would return an error.
pub fn tensor_scatter_nd_update_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    let updates = gather_nd(dy, indices, 0)?;
    let zeros: DynTensor<T> = tensor(updates.shape(), vec![T::default(); updates.len()]);
    Ok([tensor_scatter_nd_update(dy, indices, &zeros.view())?, updates])
}

/// The gradients of [`tensor_scatter_nd_add`](crate::tensor_scatter_nd_add()) with respect to the input and to the updates.
///
/// # Errors
///
/// If [`gather_nd`](crate::gather_nd()) would return an error, or a copy of `dy` does not fit in memory.
pub fn tensor_scatter_nd_add_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    Ok([tensor(dy.shape(), dy.try_to_vec()?), gather_nd(dy, indices, 0)?])
}

/// The gradients of [`tensor_scatter_nd_sub`](crate::tensor_scatter_nd_sub()) with respect to the input and to the updates.
///
/// # Errors
///
/// If [`tensor_scatter_nd_add_grad`] would return an error.
pub fn tensor_scatter_nd_sub_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    let [input, mut updates] = tensor_scatter_nd_add_grad(indices, dy)?;
    updates.map_inplace(|update| *update = T::default().reduce::<2>(*update));
    Ok([input, updates])
}

/// The gradient of `tf.gather`, which is [`gather_with`](crate::gather_with) under [`OffAxis::Error`], with respect to the params, of
/// shape `params_shape`.
///
/// # Errors
///
/// If [`gather_with`](crate::gather_with) would return an error, or `dy` has another shape than what was gathered.
pub fn gather_grad<T: Number, I: Integer>(
    params_shape: &[impl Integer],
    indices: &DynView<'_, I>,
    axis: impl Integer,
    batch_dims: impl Integer,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, IndicesError> {
    let shape = lengths(params_shape)?;
    layout::check_count(&shape)?;
    let along = Along::new(&shape, indices.shape(), bound(axis), bound(batch_dims))?;
    let expected = along.shape(&shape, indices.shape());
    if expected != dy.shape() {
        return Err(IndicesError::UpdatesShape { expected: expected.into(), updates: dy.shape().into() });
    }
    layout::reserve::<T>(&shape)?;
    let mut grad = vec![T::default(); layout::len(&shape)];
    if !dy.is_empty() {
        let (numbers, dy) = (flat(indices)?, flat(dy)?);
        along.check(&numbers, OffAxis::Error, &shape, indices.shape())?;
        let mut rows = dy.chunks_exact(along.row());
        along.each_row(&numbers, OffAxis::Error, |at| {
            if let (Some(at), Some(row)) = (at, rows.next()) {
                let grad = grad[at..at + row.len()].iter_mut();
                grad.zip(row).for_each(|(sum, dy)| *sum = sum.reduce::<1>(*dy));
            }
        });
    }
    Ok(tensor(&shape, grad))
}
