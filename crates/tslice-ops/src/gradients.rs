//! The gradients of gathers and scatters, as TensorFlow registers them.

use crate::gather::{Along, OffAxis};
use crate::gather_nd::{IndicesError, gather_nd};
use crate::number::{Number, OUTSIDE, Reduction};
use crate::operand::flat;
use crate::scatter_nd::{Scatter, lengths, scatter_nd, tensor_scatter_nd_update};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, traits::Integer};

/// The gradient of [`gather_nd`](crate::gather_nd()) with respect to the params, of shape
/// `params_shape`: what was gathered is added up where it came from.
///
/// Without batch axes this is [`scatter_nd`](crate::scatter_nd()), as TensorFlow registers it, with
/// the errors of that.
///
/// # Errors
///
/// If [`scatter_nd`](crate::scatter_nd()) would return an error; with batch axes, if they differ,
/// or `dy` has another shape than what was gathered.
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
    let fits = usize::try_from(batch_dims)
        .ok()
        .filter(|&batch| batch < rank && batch <= params);
    let error = IndicesError::BatchDimsOutOfRange {
        batch_dims,
        indices: rank,
        params,
    };
    let batch = fits.ok_or(error)?;
    let [inner @ .., depth] = &indices.shape()[batch..] else {
        return Err(IndicesError::IndicesScalar);
    };
    let (ours, theirs) = (&indices.shape()[..batch], &shape[..batch]);
    if ours != theirs {
        return Err(IndicesError::BatchShapeMismatch {
            indices: ours.into(),
            params: theirs.into(),
        });
    }
    let outer = [theirs, inner].concat();
    if batch + depth > params {
        return Err(IndicesError::DepthExceedsRank {
            depth: *depth,
            batch_dims: batch,
            rank: params,
        });
    }
    let expected = [&outer, &shape[batch + depth..]].concat();
    if expected != dy.shape() {
        return Err(IndicesError::UpdatesShape {
            expected: expected.into(),
            updates: dy.shape().into(),
        });
    }
    let scatter = Scatter::new(&shape, batch, *depth, false);
    let mut grad = layout::filled(&shape, T::default())?;
    if !dy.is_empty() {
        let (tuples, dy) = (flat(indices)?, flat(dy)?);
        scatter.check(&tuples, &outer)?;
        let batches = layout::len(theirs);
        let [each, tuples_each, dy_each] =
            [grad.len(), tuples.len(), dy.len()].map(|len| len / batches);
        for number in 0..batches {
            let part = |each: usize| number * each..(number + 1) * each;
            let (tuples, dy) = (&tuples[part(tuples_each)], &dy[part(dy_each)]);
            scatter.write(&mut grad[part(each)], tuples, dy, Reduction::Sum);
        }
    }
    Ok(tensor(&shape, grad))
}

/// The gradient of [`scatter_nd`](crate::scatter_nd()) with respect to the updates:
/// [`gather_nd`](crate::gather_nd()) of `dy`.
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

/// The gradients of [`tensor_scatter_nd_update`](crate::tensor_scatter_nd_update()) with respect to
/// the input and to the updates.
///
/// As in TensorFlow, every update of a slice gets its `dy`, those that a later one has overwritten
/// too.
///
/// # Errors
///
/// If [`tensor_scatter_nd_update`](crate::tensor_scatter_nd_update()) or
/// [`gather_nd`](crate::gather_nd()) would return an error.
pub fn tensor_scatter_nd_update_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    let updates = gather_nd(dy, indices, 0)?;
    let zeros: DynTensor<T> = tensor(
        updates.shape(),
        layout::filled(updates.shape(), T::default())?,
    );
    Ok([
        tensor_scatter_nd_update(dy, indices, &zeros.view())?,
        updates,
    ])
}

/// The gradients of [`tensor_scatter_nd_add`](crate::tensor_scatter_nd_add()) with respect to the
/// input and to the updates.
///
/// # Errors
///
/// If [`gather_nd`](crate::gather_nd()) would return an error, or a copy of `dy` does not fit in
/// memory.
pub fn tensor_scatter_nd_add_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    Ok([
        tensor(dy.shape(), dy.try_to_vec()?),
        gather_nd(dy, indices, 0)?,
    ])
}

/// The gradients of [`tensor_scatter_nd_sub`](crate::tensor_scatter_nd_sub()) with respect to the
/// input and to the updates.
///
/// # Errors
///
/// If [`tensor_scatter_nd_add_grad`] would return an error.
pub fn tensor_scatter_nd_sub_grad<T: Number, I: Integer>(
    indices: &DynView<'_, I>,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], IndicesError> {
    let [input, mut updates] = tensor_scatter_nd_add_grad(indices, dy)?;
    updates.map_inplace(|update| *update = T::default().minus(*update));
    Ok([input, updates])
}

/// The gradient of `tf.gather`, which is [`gather_with`](crate::gather_with) under
/// [`OffAxis::Error`], with respect to the params, of shape `params_shape`.
///
/// # Errors
///
/// If [`gather_with`](crate::gather_with) would return an error, or `dy` has another shape than
/// what was gathered.
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
        return Err(IndicesError::UpdatesShape {
            expected: expected.into(),
            updates: dy.shape().into(),
        });
    }
    let mut grad = layout::filled(&shape, T::default())?;
    if !dy.is_empty() {
        let (numbers, dy) = (flat(indices)?, flat(dy)?);
        along.check(&numbers, OffAxis::Error, &shape, indices.shape())?;
        Reduction::Sum.apply(&mut grad, along.row(), &dy, |runs| {
            along.each_row(&numbers, OffAxis::Error, |at| {
                runs.push(at.unwrap_or(OUTSIDE))
            });
        });
    }
    Ok(tensor(&shape, grad))
}
