//! Why a tensor cannot be sliced.

use std::fmt;

use candle_core::DType;
use tslice::{PickError, ShapeError, SliceError};

/// Why a tensor cannot be sliced, or a slice cannot be assigned to.
#[derive(Debug)]
#[non_exhaustive]
pub enum TSliceError {
    /// The spec does not fit the tensor.
    Slice(SliceError),
    /// The spec with lists does not fit the tensor.
    Pick(PickError),
    /// The tensor counts more than `isize::MAX` elements, or values do not broadcast to the slice.
    Shape(ShapeError),
    /// A list of the spec is a tensor of another rank than 1, or its elements are not integers.
    List {
        /// The shape of the list.
        shape: Vec<usize>,
        /// The type of its elements.
        dtype: DType,
    },
    /// The elements are integers, and the number that fills the slice is outside their range.
    Value {
        /// The number.
        value: String,
        /// The type of the elements.
        dtype: DType,
    },
    /// candle refused an operation: values of another type or on another device, no memory, an
    /// element type that it cannot copy.
    Candle(candle_core::Error),
}

impl fmt::Display for TSliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slice(SliceError::List { entry }) => {
                write!(
                    f,
                    "entry {entry} of the spec is a list, which no slice has: `tpick` takes it"
                )
            }
            Self::Slice(error) => error.fmt(f),
            Self::Pick(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
            Self::List { shape, dtype } => {
                write!(
                    f,
                    "a list has shape {shape:?} and elements of type {dtype:?}: \
                     it needs one axis, and u8, u32, i16, i32 or i64; \
                     `ttake(axis, &labels)` takes labels of any rank, `tselect(&mask)` such masks"
                )
            }
            Self::Value { value, dtype } => {
                write!(
                    f,
                    "{value} is outside the range of elements of type {dtype:?}"
                )
            }
            Self::Candle(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TSliceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Candle(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SliceError> for TSliceError {
    fn from(error: SliceError) -> Self {
        Self::Slice(error)
    }
}

impl From<candle_core::Error> for TSliceError {
    fn from(error: candle_core::Error) -> Self {
        Self::Candle(error)
    }
}

/// So that `?` works in a function that returns `candle_core::Result`.
impl From<TSliceError> for candle_core::Error {
    fn from(error: TSliceError) -> Self {
        match error {
            TSliceError::Candle(error) => error,
            other => Self::wrap(other),
        }
    }
}
