//! Why an array cannot be opened, sliced, read or written.

use std::fmt;

use tslice::{ParseSpecError, PickError, ShapeError, SliceError};
use tslice_algebra::CutError;
use zarrs::array::ArrayCreateError;
use zarrs::storage::{StorageError, StoreKey};

/// Why an array cannot be opened, sliced, read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZarrError {
    /// A text is not a spec, or names an axis that the array does not have.
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
    /// The spec does not fit the array.
    #[error(transparent)]
    Slice(#[from] SliceError),
    /// A list, a mask or a group of a spec does not fit the array.
    #[error(transparent)]
    Pick(PickError),
    /// The array that is read into or written from has another shape or rank.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The array has elements of another type than the one that was asked for.
    #[error("the array holds elements of type {array}, which are not {} as {asked}", if *.written { "written" } else { "read" })]
    Elements {
        /// The data type of the array.
        array: String,
        /// The type that was asked for.
        asked: &'static str,
        /// Whether elements were to be written, and not read.
        written: bool,
    },
    /// The result, or a chunk that must be decoded or written, does not fit into memory.
    #[error("shape {shape:?} with {element} bytes an element does not fit into memory")]
    Memory {
        /// The shape of what does not fit.
        shape: Vec<usize>,
        /// The size of an element.
        element: usize,
    },
    /// The place does not hold an array, or its metadata is wrong.
    #[error("{0}")]
    Open(String),
    /// A store failed: the message names the store, the key and the bytes that were asked for.
    #[error("{0}")]
    Store(String),
    /// What is stored under a key is not a chunk of the array.
    #[error("{array}: chunk {key}: {reason}")]
    Chunk {
        /// The name of the array, or of its store.
        array: String,
        /// The key of the chunk.
        key: String,
        /// What is wrong.
        reason: String,
    },
    /// The numbers of selections and of arrays to read into differ.
    #[error("{selections} selections cannot be read into {outputs} arrays")]
    Count {
        /// The number of selections.
        selections: usize,
        /// The number of arrays.
        outputs: usize,
    },
    /// The array was opened for reading only.
    #[error("the array was opened for reading only")]
    ReadOnly,
    /// A copy cannot be planned, or its target is something else.
    #[error("{0}")]
    Copy(String),
    /// The system does not give as many threads.
    #[error("{0}")]
    Threads(String),
}

impl ZarrError {
    pub(crate) fn chunk(key: impl ToString, reason: impl fmt::Display) -> Self {
        Self::Chunk {
            array: String::new(),
            key: key.to_string(),
            reason: reason.to_string(),
        }
    }

    /// What is at a location is not an array.
    pub(crate) fn wrong(location: &str, error: &dyn fmt::Display) -> Self {
        Self::Open(format!("{location}: {error}"))
    }

    /// The same error, of the location if it is one of opening or creating an array.
    pub(crate) fn of_location(self, location: &str) -> Self {
        match self {
            Self::Open(reason) | Self::Store(reason) => Self::Open(format!("{location}: {reason}")),
            Self::Copy(reason) => Self::Copy(format!("{location}: {reason}")),
            other => other,
        }
    }

    /// The same error, of the chunk under a key if it is one of bytes.
    pub(crate) fn at(self, key: &StoreKey) -> Self {
        match self {
            Self::Chunk {
                key: old, reason, ..
            } if old.is_empty() => Self::chunk(key, reason),
            other => other,
        }
    }

    /// The same error, of this array if it is one of a chunk.
    pub(crate) fn of_array(self, name: &str) -> Self {
        match self {
            Self::Chunk { array, key, reason } if array.is_empty() => Self::Chunk {
                array: name.to_owned(),
                key,
                reason,
            },
            other => other,
        }
    }
}

impl From<PickError> for ZarrError {
    fn from(error: PickError) -> Self {
        match error {
            PickError::Slice(error) => Self::Slice(error),
            PickError::Shape(error) => Self::Shape(error),
            error => Self::Pick(error),
        }
    }
}

impl From<StorageError> for ZarrError {
    fn from(error: StorageError) -> Self {
        Self::Store(error.to_string())
    }
}

impl From<ArrayCreateError> for ZarrError {
    fn from(error: ArrayCreateError) -> Self {
        match error {
            ArrayCreateError::StorageError(error) => error.into(),
            error => Self::Open(error.to_string()),
        }
    }
}

impl From<CutError> for ZarrError {
    fn from(error: CutError) -> Self {
        Self::Open(error.to_string())
    }
}

/// A URL that this build cannot open, and what to do about it.
pub(crate) fn unsupported(url: &str) -> ZarrError {
    let words = match url.split_once("://") {
        Some(("http" | "https", _)) => "this URL needs the feature `http` of this crate".to_owned(),
        Some(("file", _)) => "write an absolute path: `file:///path`".to_owned(),
        Some(("s3" | "s3a", _)) => "this URL needs the feature `s3` of this crate".to_owned(),
        scheme => {
            let scheme = scheme.map_or("such", |(scheme, _)| scheme);
            format!(
                "{scheme} URLs are not supported: `file`, `http`, `https` and `s3` are, and `object_store` opens others"
            )
        }
    };
    ZarrError::wrong(url, &words)
}
