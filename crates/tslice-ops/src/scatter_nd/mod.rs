//! TensorFlow's ScatterNd family: updates of slices that index tuples select.

mod checks;
mod in_place;
mod update;
mod write;

use crate::gather_nd::{BadIndices, IndicesError};
use crate::number::{Number, Reduction};
use crate::operand::{copied, flat};
use crate::rules::Rules;
pub(crate) use checks::check_updates;
use checks::checked;
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, traits::Integer};

pub use in_place::tensor_scatter_nd_assign;
pub use update::{scatter_nd_update, scatter_nd_update_assign};
pub(crate) use write::Scatter;

/// Adds slices to a tensor of zeros, as `tf.scatter_nd` (TensorFlow 2.21) does on the CPU: the
/// inverse and the gradient of [`gather_nd`](crate::gather_nd()).
///
/// The last axis of `indices`, of any primitive integer type, holds tuples of N numbers. Each
/// selects a slice of the result, whose shape is `shape`; `updates` has shape
/// `indices.shape[..-1] + shape[N..]`. Updates are added in row-major order, so that sums of floats
/// are the same in each run; integers wrap.
///
/// Oddities of the reference are kept: negative indices are out of bounds; one tuple alone, without
/// an outer axis, is refused, though [`gather_nd`](crate::gather_nd()) takes it; so are tuples of
/// no numbers, and updates of a tensor without elements. The reference stops at N = 7, this does
/// not. ONNX ScatterND and OpenVINO count negative indices from the end and take all of those:
/// [`scatter_nd_update`].
///
/// # Errors
///
/// In TensorFlow's order: if a length of the shape is negative; if the indices or the updates are a
/// scalar; if there are indices or updates and the result has no elements, or only one of the two
/// is empty; if the updates have another shape; if N is 0; if a tuple is out of bounds; if the
/// result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let indices = View::<_, 2>::from(&[[4], [1], [4]]).into_dyn();
/// let updates = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// assert_eq!(ops::scatter_nd(&indices, &updates, &[6])?, [0, 2, 0, 0, 4, 0]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn scatter_nd<T: Number, I: Integer /* arrays: &t.view().into_dyn() */>(
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    shape: &[impl Integer],
) -> Result<DynTensor<T>, IndicesError> {
    scatter_nd_with(indices, updates, shape, BadIndices::Error)
}

/// Works like [`scatter_nd`], but takes a policy for index tuples that are out of bounds: the
/// attribute `bad_indices_policy`.
///
/// # Errors
///
/// If [`scatter_nd`] returns an error. Under [`BadIndices::Ignore`] no tuple is out of bounds:
/// updates of such a tuple are skipped.
pub fn scatter_nd_with<T: Number, I: Integer /* arrays: &t.view().into_dyn() */>(
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    shape: &[impl Integer],
    bad_indices: BadIndices,
) -> Result<DynTensor<T>, IndicesError> {
    let shape = lengths(shape)?;
    layout::check_count(&shape)?;
    let (scatter, tuples) = checked(&shape, indices, updates, Rules::TENSORFLOW, bad_indices)?;
    let mut target = layout::filled(&shape, T::default())?;
    scatter.write(&mut target, &tuples, &flat(updates)?, Reduction::Sum);
    Ok(tensor(&shape, target))
}

/// A shape as given.
pub(crate) fn lengths(shape: &[impl Integer]) -> Result<alloc::vec::Vec<usize>, IndicesError> {
    let length = |(axis, &len)| {
        let len = bound(len);
        usize::try_from(len).map_err(|_| IndicesError::InvalidLength { axis, len })
    };
    shape.iter().enumerate().map(length).collect()
}

/// Copies a tensor with slices of it replaced, as `tf.tensor_scatter_nd_update` (TensorFlow 2.21)
/// does on the CPU. The elements may be of any type.
///
/// Shapes are those of [`scatter_nd`]. If a slice is selected more than once, the last update in
/// row-major order stays; the reference leaves that open.
///
/// # Errors
///
/// If [`scatter_nd`] would return an error for the shape of `input`.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let input = View::<_, 2>::from(&[["a", "b"], ["c", "d"]]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0, 1], [1, 1]]).into_dyn();
/// let updates = View::<_, 1>::from(&["x", "y"]).into_dyn();
/// assert_eq!(ops::tensor_scatter_nd_update(&input, &indices, &updates)?, [["a", "x"], ["c", "y"]]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn tensor_scatter_nd_update<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
) -> Result<DynTensor<T>, IndicesError> {
    tensor_scatter_nd(input, indices, updates, Reduction::None, BadIndices::Error)
}

/// Works like [`tensor_scatter_nd_update`], with a reduction and a policy for index tuples that are
/// out of bounds.
///
/// `Sum` is `tf.tensor_scatter_nd_add`, `Sub`, `Min` and `Max` are the operations of their names.
/// Every repeat counts, in row-major order.
///
/// # Errors
///
/// If [`scatter_nd_with`] would return an error for the shape of `input`.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops::{self as ops, BadIndices, Reduction};
///
/// let input = View::<_, 1>::from(&[1, 2, 3]).into_dyn();
/// let indices = View::<_, 2>::from(&[[0], [2], [0]]).into_dyn();
/// let updates = View::<_, 1>::from(&[10, 20, 30]).into_dyn();
/// let added = ops::tensor_scatter_nd(&input, &indices, &updates, Reduction::Sum, BadIndices::Error)?;
/// assert_eq!(added, [41, 2, 23]);
/// # Ok::<(), ops::IndicesError>(())
/// ```
pub fn tensor_scatter_nd<T: Clone, I: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
    bad_indices: BadIndices,
) -> Result<DynTensor<T>, IndicesError> {
    scattered(
        input,
        indices,
        updates,
        reduction,
        Rules::TENSORFLOW,
        bad_indices,
    )
}

/// A copy of a tensor with updates.
fn scattered<T: Clone, I: Integer>(
    input: &DynView<'_, T>,
    indices: &DynView<'_, I>,
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
    rules: Rules,
    bad_indices: BadIndices,
) -> Result<DynTensor<T>, IndicesError> {
    let (scatter, tuples) = checked(input.shape(), indices, updates, rules, bad_indices)?;
    let updates = flat(updates)?;
    Ok(copied(input, |target| {
        scatter.write(target, &tuples, &updates, reduction)
    })?)
}

macro_rules! reductions {
    ($($name:ident $reduction:ident $does:literal;)+) => {$(
        #[doc = concat!("Copies a tensor with updates ", $does, ", as \
            `tf.", stringify!($name), "` (TensorFlow 2.21) does on the CPU: ")]
        #[doc = concat!("[`tensor_scatter_nd`] with [`Reduction::", stringify!($reduction), "`].")]
        ///
        /// # Errors
        ///
        /// If [`scatter_nd`] would return an error for the shape of `input`.
        pub fn $name<T: Number, I: Integer>(
            input: &DynView<'_, T>,
            indices: &DynView<'_, I>,
            updates: &DynView<'_, T>,
        ) -> Result<DynTensor<T>, IndicesError> {
            tensor_scatter_nd(input, indices, updates, Reduction::$reduction, BadIndices::Error)
        }
    )+};
}

reductions! {
    tensor_scatter_nd_add Sum "added to slices of it";
    tensor_scatter_nd_sub Sub "subtracted from slices of it";
    tensor_scatter_nd_min Min "in slices of it where they are smaller";
    tensor_scatter_nd_max Max "in slices of it where they are larger";
}
