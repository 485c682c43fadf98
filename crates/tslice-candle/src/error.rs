//! Why a tensor cannot be sliced.

use candle_core::DType;
use tslice::{PickError, ShapeError, SliceError};
use tslice_core::__ops::errors;

errors! {
    /// Why a tensor cannot be sliced, or a slice cannot be assigned to.
    #[derive(Debug)]
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
        Pick(error: PickError) => ("{error}"),
        /// The tensor counts more than `isize::MAX` elements, or values do not broadcast to the
        /// slice.
        Shape(error: ShapeError) => ("{error}"),
        /// A list of the spec is a tensor of another rank than 1, or its elements are not integers.
        List {
            /// The shape of the list.
            shape: Vec<usize>,
            /// The type of its elements.
            dtype: DType,
        } => ("a list has shape {shape:?} and elements of type {dtype:?}: it needs one axis, and \
            u8, u32, i16, i32 or i64; `ttake(axis, &labels)` takes labels of any rank, \
            `tselect(&mask)` such masks"),
        /// The elements are integers, and the number that fills the slice is outside their range.
        Value {
            /// The number.
            value: String,
            /// The type of the elements.
            dtype: DType,
        } => ("{value} is outside the range of elements of type {dtype:?}"),
        /// candle refused an operation: values of another type or on another device, no memory, an
        /// element type that it cannot copy.
        Candle(#[from] error: candle_core::Error) => ("{error}"),
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
