//! Errors of tslice in the words of the oracles.

use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// The message of the panic that a call ends with.
///
/// # Panics
///
/// If the call returns.
pub fn message<R>(run: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run))
        .map(|_| ())
        .expect_err("a panic");
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}
