//! What is wrong with positions that are to be picked.

use core::fmt;

use crate::error::{ShapeError, plural};

/// Why positions of an axis cannot be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TakeError {
    /// An id is out of bounds.
    IndexOutOfBounds {
        /// Where in the list of ids it is.
        at: usize,
        /// The id as given (one outside `i64` is shown as the nearest `i64`).
        index: i64,
        /// The axis.
        axis: usize,
        /// The length of the axis.
        len: usize,
    },
    /// The mask has another length than the axis.
    MaskLength {
        /// The length of the mask.
        mask: usize,
        /// The axis.
        axis: usize,
        /// The length of the axis.
        len: usize,
    },
    /// There is no such axis, the shape of the result overflows, the result does not fit in memory, or the buffer has another length.
    Shape(ShapeError),
}

impl fmt::Display for TakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfBounds { at, index, axis, len } => {
                write!(f, "ids[{at}] = {index} is out of bounds for axis {axis} with length {len}")
            }
            Self::MaskLength { mask, axis, len } => {
                let entries = plural(*mask, "entry", "entries");
                write!(f, "the mask has {mask} {entries}, axis {axis} has length {len}")
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TakeError {}
