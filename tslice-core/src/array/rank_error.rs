//! The error of `into_rank` of a tensor, which holds the tensor.

use alloc::boxed::Box;
use core::{error, fmt};

use super::DynTensor;
use crate::error::ShapeError;

/// Why a tensor could not become one of a typed rank, and the tensor itself.
///
/// ```
/// use tslice::Tensor;
///
/// let t = Tensor::full([2, 3], 'x').into_dyn();
/// let error = t.into_rank::<3>().unwrap_err();
/// assert_eq!(error.to_string(), "expected rank 3, the tensor has rank 2");
/// let t: Tensor<char, 2> = error.into_tensor().into_rank()?;
/// # Ok::<(), tslice::IntoRankError<char>>(())
/// ```
pub struct IntoRankError<T> {
    tensor: Box<DynTensor<T>>,
    expected: usize,
}

impl<T> IntoRankError<T> {
    pub(super) fn new(tensor: DynTensor<T>, expected: usize) -> Self {
        Self { tensor: Box::new(tensor), expected }
    }

    /// The tensor, as it was.
    #[must_use]
    pub fn into_tensor(self) -> DynTensor<T> {
        *self.tensor
    }

    /// The error without the tensor.
    #[must_use]
    pub fn shape_error(&self) -> ShapeError {
        ShapeError::RankMismatch { expected: self.expected, rank: self.tensor.rank() }
    }
}

/// Drops the tensor, so that `?` works in a function that returns a [`ShapeError`].
impl<T> From<IntoRankError<T>> for ShapeError {
    fn from(error: IntoRankError<T>) -> Self {
        error.shape_error()
    }
}

/// Prints the error without the tensor, whose elements may not be printable.
impl<T> fmt::Debug for IntoRankError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoRankError").field("error", &self.shape_error()).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for IntoRankError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape_error().fmt(f)
    }
}

impl<T> error::Error for IntoRankError<T> {}
