//! The gradients of the operations on diagonals, as TensorFlow registers them.

use super::{matrix_band_part, matrix_set_diag};
use crate::matrix_diag_part::{DiagError, DiagIndex, Padding, matrix_diag_part};
use crate::scatter_nd::lengths;
use tslice_core::__ops::{layout, tensor};
use tslice_core::diag::Align;
use tslice_core::{DynTensor, DynView, traits::Integer};

/// The gradient of [`matrix_diag_part`](crate::matrix_diag_part()) with respect to the input, of
/// shape `input_shape`: zeros, with `dy` set as its diagonals.
///
/// # Errors
///
/// If a length of the shape is negative, or [`matrix_set_diag`](crate::matrix_set_diag()) would
/// return an error.
pub fn matrix_diag_part_grad<T: Clone + Default>(
    input_shape: &[impl Integer],
    k: impl DiagIndex,
    align: Align,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, DiagError> {
    let shape = lengths(input_shape).map_err(|_| DiagError::NegativeLength)?;
    let zeros: DynTensor<T> = tensor(
        &shape,
        layout::filled(&shape, T::default()).map_err(DiagError::Shape)?,
    );
    matrix_set_diag(&zeros.view(), dy, k, align)
}

/// The gradient of [`matrix_diag`](crate::matrix_diag()) with respect to the diagonals: those of
/// `dy`.
///
/// # Errors
///
/// If [`matrix_diag_part`](crate::matrix_diag_part()) would return an error.
pub fn matrix_diag_grad<T: Clone + Default>(
    k: impl DiagIndex,
    align: Align,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, DiagError> {
    matrix_diag_part(dy, k, T::default(), align)
}

/// The gradients of [`matrix_set_diag`](crate::matrix_set_diag()) with respect to the input and to
/// the diagonals: `dy` with zeros for its diagonals, and these.
///
/// # Errors
///
/// If [`matrix_diag_part`](crate::matrix_diag_part()) would return an error.
pub fn matrix_set_diag_grad<T: Clone + Default>(
    k: impl DiagIndex + Copy,
    align: Align,
    dy: &DynView<'_, T>,
) -> Result<[DynTensor<T>; 2], DiagError> {
    let diagonal = matrix_diag_part(dy, k, T::default(), align)?;
    let zeros = layout::filled(diagonal.shape(), T::default()).map_err(DiagError::Shape)?;
    let zeros: DynTensor<T> = tensor(diagonal.shape(), zeros);
    Ok([matrix_set_diag(dy, &zeros.view(), k, align)?, diagonal])
}

/// The gradient of [`matrix_band_part`](crate::matrix_band_part()): the same band of `dy`.
///
/// # Errors
///
/// If [`matrix_band_part`](crate::matrix_band_part()) would return an error.
pub fn matrix_band_part_grad<T: Clone + Default, I: Integer>(
    num_lower: impl Padding<I>,
    num_upper: impl Padding<I>,
    dy: &DynView<'_, T>,
) -> Result<DynTensor<T>, DiagError> {
    matrix_band_part(dy, num_lower, num_upper)
}
