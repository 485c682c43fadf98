//! Why positions cannot be picked.

use alloc::boxed::Box;
use core::fmt;

use crate::error::{ShapeError, SliceError, plural};

/// Why a spec with lists, a list or a mask does not fit an array.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum PickError {
    /// An index of a list is out of bounds.
    IndexOutOfBounds {
        /// Where in the list it is.
        at: usize,
        /// The index as given (one outside `i64` is shown as the nearest `i64`).
        index: i64,
        axis: usize,
        len: usize,
    },
    /// The mask has another length than the axis.
    MaskLength { mask: usize, axis: usize, len: usize },
    /// The mask has another shape than the first axes of the array.
    MaskShape { mask: Box<[usize]>, shape: Box<[usize]> },
    /// A mask of one axis has several axes.
    MaskRank { rank: usize },
    /// The lists of a group differ in length, and none of the two has length 1.
    GroupLength {
        /// The axis of the first list.
        axis: usize,
        /// The length that the lists before it have.
        expected: usize,
        /// The number of the list in its group.
        list: usize,
        len: usize,
    },
    /// An entry that is not a list does not fit the array.
    Slice(SliceError),
    /// The axis does not exist, a shape does not broadcast, the shape of the result overflows, the result does not fit in memory, or
    /// the buffer has another length.
    Shape(ShapeError),
}

impl fmt::Display for PickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfBounds { at, index, axis, len } => write!(
                f,
                "index {index}, at position {at} of its list, is out of bounds for axis {axis} with length {len}"
            ),
            Self::MaskLength { mask, axis, len } => {
                let entries = plural(*mask, "entry", "entries");
                write!(f, "the mask has {mask} {entries}, axis {axis} has length {len}")
            }
            Self::MaskShape { mask, shape } => {
                write!(f, "the mask has shape {mask:?}, the array has shape {shape:?}")?;
                match mask.iter().zip(shape).position(|(mask, len)| mask != len) {
                    None => write!(f, ": a mask has at most as many axes as the array"),
                    Some(axis) => {
                        write!(
                            f,
                            ": axis {axis} has length {} in the mask, {} in the array",
                            mask[axis], shape[axis]
                        )?;
                        match shape.iter().position(|len| mask[..] == [*len]) {
                            Some(axis) => write!(
                                f,
                                "; `compress({axis}, &mask)` and `s![{axis} => &mask]` take a mask of one axis"
                            ),
                            None => Ok(()),
                        }
                    }
                }
            }
            Self::MaskRank { rank } => {
                write!(
                    f,
                    "a mask of an axis has rank 1, not {rank}: `select(&mask)` takes a mask of several axes"
                )
            }
            Self::GroupLength { expected, len, .. } => {
                write!(f, "the lists have lengths {expected} and {len}: they need one length, or 1")
            }
            Self::Slice(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PickError {}

impl From<SliceError> for PickError {
    fn from(error: SliceError) -> Self {
        Self::Slice(error)
    }
}

impl From<ShapeError> for PickError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
