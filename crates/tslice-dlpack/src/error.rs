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
    /// The tensor is to be written, and its descriptor has a version below 1.0, which cannot say
    /// whether the producer allows that.
    Legacy,
    /// An element of type `bool` is stored as a byte other than 0 and 1.
    NotBool {
        /// The byte.
        byte: u8,
    },
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
            Self::Legacy => f.write_str(
                "the descriptor has a version of DLPack below 1.0, which cannot say that the \
                 elements may be written: ask the producer for `max_version=(1, 0)`",
            ),
            Self::NotBool { byte } => {
                write!(
                    f,
                    "an element of type `bool` is stored as the byte {byte}, not 0 or 1"
                )
            }
            Self::Reach { axis, len, stride } => {
                write!(
                    f,
                    "axis {axis} with length {len} and stride {stride} reaches further than memory does"
                )
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tensor(error) => Some(error),
            Self::Metadata(error) => Some(error),
            Self::Shape(error) => Some(error),
            Self::Legacy | Self::NotBool { .. } | Self::Reach { .. } => None,
        }
    }
}

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
