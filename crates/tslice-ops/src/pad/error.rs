//! What is wrong with a pad.

use core::fmt;

use tslice_core::{AxisError, ShapeError};

/// Why a tensor cannot be padded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PadError {
    /// There is not one width at each end for each axis.
    WidthCount {
        /// Widths in front.
        begins: usize,
        /// Widths behind.
        ends: usize,
        /// The number of axes that they are for.
        axes: usize,
    },
    /// The axis does not exist.
    Axis(AxisError),
    /// The input is a scalar, which OpenVINO does not take.
    ScalarInput,
    /// A width is below 0, where nothing can be cropped.
    NegativeWidth {
        /// The axis.
        axis: usize,
        /// The widths.
        widths: [i64; 2],
    },
    /// More is cropped than there is.
    NegativeLength {
        /// The axis.
        axis: usize,
        /// Its length.
        len: usize,
        /// The widths.
        widths: [i64; 2],
    },
    /// The border does not go on so far.
    TooLong {
        /// The axis.
        axis: usize,
        /// The length of what it continues.
        len: usize,
        /// The longest border.
        limit: i64,
        /// The widths.
        widths: [i64; 2],
    },
    /// A border has nothing to continue.
    EmptyAxis {
        /// The axis.
        axis: usize,
    },
    /// A wrapped border beside an empty axis, which ONNX Runtime lacks.
    WrapBesideEmpty {
        /// The empty axis.
        axis: usize,
    },
    /// The shape of the result overflows, or the result does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for PadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WidthCount { begins, ends, axes } => {
                write!(
                    f,
                    "{axes} axes need as many widths at each end, these are {begins} and {ends}"
                )
            }
            Self::Axis(error) => error.fmt(f),
            Self::ScalarInput => {
                f.write_str("the input is a scalar (rank 0), it needs rank 1 or more")
            }
            Self::NegativeWidth {
                axis,
                widths: [begin, end],
            } => {
                write!(
                    f,
                    "axis {axis} is padded by {begin} and {end}: a width must not be below 0"
                )
            }
            Self::NegativeLength {
                axis,
                len,
                widths: [begin, end],
            } => {
                write!(
                    f,
                    "axis {axis} of length {len} is padded by {begin} and {end}: nothing is left \
                     of it"
                )
            }
            Self::TooLong {
                axis,
                len,
                limit,
                widths: [begin, end],
            } => {
                let asked = begin.max(end);
                write!(
                    f,
                    "axis {axis} of length {len} continues for at most {limit} elements, {asked} are asked for"
                )
            }
            Self::EmptyAxis { axis } => write!(
                f,
                "axis {axis} has no elements that a border could continue"
            ),
            Self::WrapBesideEmpty { axis } => {
                write!(
                    f,
                    "axis {axis} has no elements, and no axis is wrapped beside such a one"
                )
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Axis(error) => Some(error),
            Self::Shape(error) => Some(error),
            _ => None,
        }
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
