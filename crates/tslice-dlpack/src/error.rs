use std::fmt;

use dlpark::{metadata, tensor};
use tslice::ShapeError;

/// Why elements cannot be taken from a DLPack tensor, or given as one.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The tensor is on another device, has other elements, is read-only, or describes none: what
    /// `dlpark` says.
    Tensor(tensor::Error),
    /// The shape or the strides of an array are beyond what DLPack can say.
    Metadata(metadata::Error),
    /// The shape and the strides make no array: too many elements, or an exclusive view in which
    /// two index tuples share an element.
    Shape(ShapeError),
    /// An axis reaches further than memory does.
    Reach {
        /// The axis.
        axis: usize,
        /// Its length.
        len: i64,
        /// Its stride, in elements.
        stride: i64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(error) => error.fmt(f),
            Self::Metadata(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
            Self::Reach { axis, len, stride } => {
                write!(
                    f,
                    "axis {axis} with length {len} and stride {stride} reaches further than memory does"
                )
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<tensor::Error> for Error {
    fn from(error: tensor::Error) -> Self {
        Self::Tensor(error)
    }
}

impl From<metadata::Error> for Error {
    fn from(error: metadata::Error) -> Self {
        Self::Metadata(error)
    }
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
