//! TensorFlow's GatherNd: the raw operation here, the typed form in `indices` and `batches`, what
//! both share in `slices`.

mod batches;
mod error;
mod indices;
pub(crate) mod offsets;
mod options;
#[cfg(feature = "rayon")]
mod parallel;
mod slices;

use alloc::vec::Vec;

use crate::operand::flat;
use crate::rules::Rules;
pub(crate) use offsets::IndexedAxis;
pub(crate) use slices::{Gather, out_of_bounds, push_view, unravel};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, traits::Integer};

pub use batches::Batches;
pub use error::IndicesError;
pub use indices::{GatherIndices, Gathers};
pub use options::{BadIndices, GatherOptions};
#[cfg(feature = "rayon")]
pub use parallel::par_gather_nd;

/// Gathers slices of `params` by index tuples, as `tf.gather_nd` (TensorFlow 2.21) does on the CPU.
///
/// The last axis of `indices`, of any primitive integer type, holds tuples of N numbers, with N at
/// most the rank of `params` less `batch_dims`. Each tuple selects a slice of `params`, which is
/// one element if N is the whole rank. The first `batch_dims` axes are walked in `params` and
/// `indices` together. The result has shape
/// `params.shape[..batch_dims] + indices.shape[batch_dims..-1] + params.shape[batch_dims + N..]`.
///
/// Two oddities of the reference are kept. Any index into params without elements is refused, even
/// if the slices would be empty. Batch axes may differ between `params` and `indices` if the
/// numbers of elements happen to fit. The reference stops at depth 7; this does not. Negative
/// indices are out of bounds; [`gather_nd_with`] can give them ONNX's meaning, and can give zeros
/// for bad tuples. The typed form is [`gather_nd`](crate::GatherNdExt::gather_nd).
///
/// # Errors
///
/// With batch axes: if `batch_dims` is negative, if it leaves no axis of the indices or of the
/// params, or if the batches differ in their number of elements. Without: if the params are a
/// scalar, or the indices are. Then: if N is too large, if the params have no elements and a slice
/// of them is selected, if a tuple is out of bounds, or if the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{View};
/// use tslice_ops as ops;
///
/// let params = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0, 0], [1, 1]]).into_dyn();
/// assert_eq!(ops::gather_nd(&params, &indices, 0)?, ["a", "d"]);
///
/// let rows = View::<_, 2>::from(&[[1], [0]]).into_dyn();
/// assert_eq!(ops::gather_nd(&params, &rows, 0)?, [["c", "d"], ["a", "b"]]);
/// assert_eq!(ops::gather_nd(&params, &rows, 1)?, ["b", "c"]);
///
/// let error = ops::gather_nd(&params, &View::<_, 1>::from(&[1, 2]).into_dyn(), 0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices[] = [1, 2] does not index into shape [2, 2]: 2 is out of bounds for axis 1 with length 2",
/// );
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather_nd<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
) -> Result<DynTensor<T>, IndicesError> {
    gather(params, indices, bound(batch_dims), Rules::TENSORFLOW, None)
}

/// Works like [`gather_nd`], but takes a policy for bad index tuples, and a choice of the rules:
/// those of TensorFlow, or those of ONNX (GatherND 13) and OpenVINO (GatherND-8), whose negative
/// indices count from the end.
///
/// | | TensorFlow | [`negative_from_end`](GatherOptions::negative_from_end) |
/// |---|---|---|
/// | a negative index | out of bounds | counts from the end |
/// | a slice of params without elements | an error | checked, and gathered |
/// | batch axes that differ | an error, unless the number of indices fits both | an error |
///
/// # Errors
///
/// If [`gather_nd`] returns an error, apart from these differences. Under [`BadIndices::Ignore`] no
/// tuple is out of bounds.
///
/// # Examples
///
/// ```
/// use tslice::{View};
/// use tslice_ops as ops;
/// use tslice_ops::{BadIndices, GatherOptions};
///
/// let params = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0], [-1], [7]]).into_dyn();
/// let zeros = GatherOptions::new().bad_indices(BadIndices::Ignore);
/// assert_eq!(ops::gather_nd_with(&params, &indices, 0, zeros)?, [1, 0, 0]);
///
/// let both = zeros.negative_from_end(true);
/// assert_eq!(ops::gather_nd_with(&params, &indices, 0, both)?, [1, 3, 0]);
///
/// let rows = View::<i32, 2>::from(&[[], [], []]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0], [-1]]).into_dyn();
/// let onnx = GatherOptions::new().negative_from_end(true);
/// assert_eq!(ops::gather_nd_with(&rows, &indices, 0, onnx)?.shape(), [2, 0]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather_nd_with<T: Clone + Default, I: Integer /* arrays: &t.view().into_dyn() */>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
    options: GatherOptions,
) -> Result<DynTensor<T>, IndicesError> {
    let fill = (options.bad_indices == BadIndices::Ignore).then(T::default);
    gather(params, indices, bound(batch_dims), options.rules(), fill)
}

/// Works like [`gather_nd`], but writes into the caller's buffer, in row-major order.
///
/// # Errors
///
/// If [`gather_nd`] returns an error, or `target` has another length than the result. On error
/// `target` is unchanged.
///
/// # Examples
///
/// ```
/// use tslice::{View};
/// use tslice_ops as ops;
///
/// let params = View::<_, 2>::from(&[[1, 2], [3, 4]]).into_dyn();
/// let indices = View::<_, 2>::from(&[[1], [0]]).into_dyn();
/// let mut rows = [0; 4];
/// ops::gather_nd_into(&params, &indices, 0, &mut rows)?;
/// assert_eq!(rows, [3, 4, 1, 2]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn gather_nd_into<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: impl Integer,
    target: &mut [T],
) -> Result<(), IndicesError> {
    let (gather, outer) = checked(params, indices, bound(batch_dims), Rules::TENSORFLOW)?;
    gather.copy_into(|| flat(indices), &outer, target)
}

fn gather<T: Clone, I: Integer>(
    params: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    batch_dims: i64,
    rules: Rules,
    fill: Option<T>,
) -> Result<DynTensor<T>, IndicesError> {
    let (gather, outer) = checked(params, indices, batch_dims, rules)?;
    let gather = Gather { fill, ..gather };
    let data = gather.copy_by(indices, &outer)?;
    Ok(tensor(&gather.shape(&outer), data))
}

/// The gather that the operands ask for, and the result's shape up to the slices.
fn checked<'g, 'p, T, I>(
    params: &'g DynView<'p, T>,
    indices: &DynView<'_, I>,
    batch_dims: i64,
    rules: Rules,
) -> Result<(Gather<'g, 'p, T>, Vec<usize>), IndicesError> {
    let batch = check_ranks(params.shape(), indices.shape(), batch_dims)?;
    let [inner @ .., depth] = &indices.shape()[batch..] else {
        return Err(IndicesError::IndicesScalar);
    };
    check_batches(params.shape(), indices, batch, rules)?;
    let gather = Gather {
        rules,
        ..Gather::new(params, batch, *depth)?
    };
    Ok((gather, [&params.shape()[..batch], inner].concat()))
}

/// The number of batch axes.
fn check_ranks(
    params: &[usize],
    indices: &[usize],
    batch_dims: i64,
) -> Result<usize, IndicesError> {
    if batch_dims == 0 {
        return if params.is_empty() {
            Err(IndicesError::ParamsScalar)
        } else {
            Ok(0)
        };
    }
    let (params, indices) = (params.len(), indices.len());
    let fits = usize::try_from(batch_dims)
        .ok()
        .filter(|&batch| batch < indices && batch < params);
    fits.ok_or(IndicesError::BatchDimsOutOfRange {
        batch_dims,
        indices,
        params,
    })
}

/// Checks the batch axes. TensorFlow reshapes the indices to the batches of the params, whatever
/// their own are.
fn check_batches<I>(
    params: &[usize],
    indices: &DynView<'_, I>,
    batch: usize,
    rules: Rules,
) -> Result<(), IndicesError> {
    let (theirs, (ours, rest)) = (&params[..batch], indices.shape().split_at(batch));
    let reshaped = || layout::count(&[theirs, rest].concat()) == Some(indices.len());
    if ours == theirs || rules.batches_by_count && reshaped() {
        return Ok(());
    }
    Err(IndicesError::BatchShapeMismatch {
        indices: ours.into(),
        params: theirs.into(),
    })
}
