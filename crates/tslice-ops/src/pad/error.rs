//! What is wrong with a pad.

use tslice_core::__ops::errors;
use tslice_core::{AxisError, ShapeError};

errors! {
    /// Why a tensor cannot be padded.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PadError {
        /// There is not one width at each end for each axis.
        WidthCount { begins: usize, ends: usize, axes: usize } =>
            ("{axes} axes need as many widths at each end, these are {begins} and {ends}"),
        /// The axis does not exist.
        Axis(error: AxisError) => ("{error}"),
        /// The input is a scalar, which OpenVINO does not take.
        ScalarInput => ("the input is a scalar (rank 0), it needs rank 1 or more"),
        /// A width is below 0, where nothing can be cropped.
        NegativeWidth { axis: usize, widths: [i64; 2] } => (
            "axis {axis} is padded by {} and {}: a width must not be below 0",
            widths[0], widths[1],
        ),
        /// More is cropped than there is.
        NegativeLength { axis: usize, len: usize, widths: [i64; 2] } => (
            "axis {axis} of length {len} is padded by {} and {}: nothing is left of it",
            widths[0], widths[1],
        ),
        /// The border does not go on so far.
        TooLong {
            axis: usize,
            /// The length of what it continues.
            len: usize,
            /// The longest border.
            limit: i64,
            widths: [i64; 2],
        } => (
            "axis {axis} of length {len} continues for at most {limit} elements, {} are asked for",
            widths[0].max(widths[1]),
        ),
        /// A border has nothing to continue.
        EmptyAxis { axis: usize } => ("axis {axis} has no elements that a border could continue"),
        /// A wrapped border beside an empty axis, which ONNX Runtime lacks.
        WrapBesideEmpty { axis: usize } =>
            ("axis {axis} has no elements, and no axis is wrapped beside such a one"),
        /// The shape of the result overflows, or the result does not fit in memory.
        Shape(error: ShapeError) => ("{error}"),
    }
}

impl From<ShapeError> for PadError {
    fn from(error: ShapeError) -> Self {
        match error {
            ShapeError::Axis(AxisError::NoElements { axis }) => Self::EmptyAxis { axis },
            error => Self::Shape(error),
        }
    }
}
