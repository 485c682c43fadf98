//! What is wrong with a list of arrays that are to be joined.

use core::fmt;

use crate::error::{ShapeError, plural};

/// Why arrays cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JoinError {
    /// There are no arrays, so there is no shape.
    NoArrays,
    /// The result has no such axis.
    AxisOutOfRange {
        /// The axis.
        axis: usize,
        /// The rank of the result.
        rank: usize,
    },
    /// An array has another rank than the first one.
    RankMismatch {
        /// The position of the array in the list.
        array: usize,
        /// Its rank.
        rank: usize,
        /// The rank of the first array.
        expected: usize,
    },
    /// An array has another length than the first one on an axis on which they must agree.
    LengthMismatch {
        /// The position of the array in the list.
        array: usize,
        /// The axis of the array.
        axis: usize,
        /// Its length.
        len: usize,
        /// The length of the first array.
        expected: usize,
    },
    /// The shape of the result overflows, the result does not fit in memory, or the buffer has another length.
    Shape(ShapeError),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArrays => f.write_str("there are no arrays to join"),
            Self::AxisOutOfRange { axis, rank } => {
                write!(f, "axis {axis} is out of range for a result of rank {rank}")
            }
            Self::RankMismatch { array, rank, expected } => {
                write!(f, "array {array} has rank {rank}, array 0 has rank {expected}")
            }
            Self::LengthMismatch { array, axis, len, expected } => {
                let elements = plural(*len, "position", "positions");
                write!(f, "array {array} has {len} {elements} on axis {axis}, array 0 has {expected}")
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for JoinError {}
