//! Why a tensor cannot be sliced.

use std::fmt;

use burn_tensor::{DType, Device};
use tslice::{PickError, ShapeError, SliceError};

/// Why a tensor cannot be sliced, or a slice cannot be assigned to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TSliceError {
    /// The spec does not fit the tensor.
    Slice(SliceError),
    /// The spec with lists does not fit the tensor.
    Pick(PickError),
    /// What is selected has another rank than the one that was asked for.
    Rank {
        /// The rank that was asked for.
        expected: usize,
        /// The rank of what is selected.
        rank: usize,
    },
    /// The result has more axes than the tensors of the device can have.
    TooManyAxes {
        /// The rank of the result.
        rank: usize,
        /// The largest rank of the device.
        most: usize,
    },
    /// The values do not broadcast to the slice, or the shape of an empty result overflows.
    Shape(ShapeError),
    /// The elements are integers, and the number that fills the slice is outside their range.
    Value {
        /// The number.
        value: String,
        /// The type of the elements.
        dtype: DType,
    },
    /// The tensor is quantised.
    Quantized {
        /// The type of its elements.
        dtype: DType,
    },
    /// The values have elements of another type.
    Elements {
        /// The type of the tensor's elements.
        tensor: DType,
        /// The type of the values.
        values: DType,
    },
    /// A list of the spec is a tensor on another device.
    ListDevice {
        /// The device of the tensor.
        tensor: Box<Device>,
        /// The device of the list.
        list: Box<Device>,
    },
    /// The values are on another device, one of the two takes part in gradients and the other does
    /// not, or the two have different strategies of checkpointing.
    Device {
        /// The device of the tensor.
        tensor: Box<Device>,
        /// The device of the values.
        values: Box<Device>,
    },
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
            Self::Rank { expected, rank } => {
                write!(
                    f,
                    "the spec selects a tensor of rank {rank}, and one of rank {expected} was asked for"
                )
            }
            Self::TooManyAxes { rank, most } => {
                write!(
                    f,
                    "the spec selects a tensor of rank {rank}, and the device has tensors of at most rank {most}"
                )
            }
            Self::Shape(error) => error.fmt(f),
            Self::Value { value, dtype } => {
                write!(
                    f,
                    "{value} is outside the range of elements of type {dtype:?}"
                )
            }
            Self::Quantized { dtype } => {
                write!(
                    f,
                    "a tensor of type {dtype:?} is quantised: slice what `dequantize` returns"
                )
            }
            Self::Elements { tensor, values } => {
                write!(
                    f,
                    "values of type {values:?} cannot be assigned to a tensor of type {tensor:?}"
                )
            }
            Self::ListDevice { tensor, list } => {
                write!(
                    f,
                    "a list on {list:?} cannot select of a tensor on {tensor:?}: \
                     `to_device` copies it there"
                )
            }
            Self::Device { tensor, values } => {
                write!(
                    f,
                    "values on {values:?} cannot be assigned to a tensor on {tensor:?}"
                )?;
                match (tensor.is_autodiff(), values.is_autodiff()) {
                    (true, false) => {
                        f.write_str(": `.autodiff()` makes the values take part in gradients, too")
                    }
                    (false, true) => f.write_str(
                        ": the values take part in gradients, and `.inner()` is without them",
                    ),
                    (true, true) if tensor == values => {
                        f.write_str(": the two have different strategies of checkpointing")
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for TSliceError {}

impl From<SliceError> for TSliceError {
    fn from(error: SliceError) -> Self {
        Self::Slice(error)
    }
}

impl From<PickError> for TSliceError {
    fn from(error: PickError) -> Self {
        Self::Pick(error)
    }
}
