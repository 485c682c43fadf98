//! Errors of tslice in the words of the oracles.

use tslice::SliceError;

use crate::oracle;
use crate::raw_oracle::Fault;

/// The oracle's fault for an error of a slice.
///
/// # Panics
///
/// If no slice of a single view fails with this error.
#[must_use]
pub fn fault(error: &SliceError) -> Fault {
    match *error {
        SliceError::LengthMismatch { .. } => Fault::Lengths,
        SliceError::SpecTooLong { .. } => Fault::TooLong,
        SliceError::MultipleEllipsis { .. } => Fault::TwoEllipses,
        SliceError::ZeroStride { axis } => Fault::ZeroStride(axis),
        SliceError::IndexStrideNotPositive { axis, stride } => Fault::IndexStride(axis, stride),
        SliceError::TooManyIndices { .. } => Fault::Entry(oracle::Fault::TooManyIndices),
        SliceError::IndexOutOfBounds { axis, index, len } => {
            Fault::Entry(oracle::Fault::IndexOutOfBounds(axis, index, len))
        }
        ref other => panic!("no slice of a single view fails so: {other}"),
    }
}
