//! Why a tensor cannot be sliced.

use burn_tensor::{DType, Device};
use tslice::{PickError, ShapeError, SliceError};
use tslice_core::__ops::errors;

errors! {
    /// Why a tensor cannot be sliced, or a slice cannot be assigned to.
    #[derive(Clone, Debug, PartialEq)]
    pub enum TSliceError {
        /// The spec does not fit the tensor.
        Slice(#[from] error: SliceError) => |f| {
            match error {
                SliceError::List { entry } => write!(
                    f,
                    "entry {entry} of the spec is a list, which no slice has: `tpick` takes it"
                ),
                error => error.fmt(f),
            }
        },
        /// The spec with lists does not fit the tensor.
        Pick(#[from] error: PickError) => ("{error}"),
        /// What is selected has another rank than the one that was asked for.
        Rank {
            /// The rank that was asked for.
            expected: usize,
            /// The rank of what is selected.
            rank: usize,
        } => ("the spec selects a tensor of rank {rank}, and one of rank {expected} was asked for"),
        /// The result has more axes than the tensors of the device can have.
        TooManyAxes {
            /// The rank of the result.
            rank: usize,
            /// The largest rank of the device.
            most: usize,
        } => ("the spec selects a tensor of rank {rank}, and the device has tensors of at most \
            rank {most}"),
        /// The values do not broadcast to the slice, or the shape of an empty result overflows.
        Shape(error: ShapeError) => ("{error}"),
        /// The elements are integers, and the number that fills the slice is outside their range.
        Value {
            /// The number.
            value: String,
            /// The type of the elements.
            dtype: DType,
        } => ("{value} is outside the range of elements of type {dtype:?}"),
        /// The tensor is quantised.
        Quantized {
            /// The type of its elements.
            dtype: DType,
        } => ("a tensor of type {dtype:?} is quantised: slice what `dequantize` returns"),
        /// The values have elements of another type.
        Elements {
            /// The type of the tensor's elements.
            tensor: DType,
            /// The type of the values.
            values: DType,
        } => ("values of type {values:?} cannot be assigned to a tensor of type {tensor:?}"),
        /// A list of the spec is a tensor on another device.
        ListDevice {
            /// The device of the tensor.
            tensor: Box<Device>,
            /// The device of the list.
            list: Box<Device>,
        } => ("a list on {list:?} cannot select of a tensor on {tensor:?}: `to_device` copies it \
            there"),
        /// The values are on another device, one of the two takes part in gradients and the other
        /// does not, or the two have different strategies of checkpointing.
        Device {
            /// The device of the tensor.
            tensor: Box<Device>,
            /// The device of the values.
            values: Box<Device>,
        } => |f| {
            write!(f, "values on {values:?} cannot be assigned to a tensor on {tensor:?}")?;
            f.write_str(match (tensor.is_autodiff(), values.is_autodiff()) {
                (true, false) => ": `.autodiff()` makes the values take part in gradients, too",
                (false, true) => {
                    ": the values take part in gradients, and `.inner()` is without them"
                }
                (true, true) if tensor == values => {
                    ": the two have different strategies of checkpointing"
                }
                _ => "",
            })
        },
    }
}
