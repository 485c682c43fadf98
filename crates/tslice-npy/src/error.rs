//! Why a file cannot be read as an array, or an array written.

use std::fmt;
use std::io;

/// Why a file cannot be read as an array, or an array written.
#[derive(Debug)]
#[non_exhaustive]
pub enum NpyError {
    /// The system refuses, or a file is damaged: its checksum or its compression.
    Io(io::Error),
    /// The bytes are not an array or an archive of arrays, or end too early or too late.
    Format(String),
    /// The elements are of another type than the one that was asked for.
    Dtype {
        /// The dtype of the file, as its header has it.
        found: String,
        /// The dtype that was asked for.
        expected: &'static str,
    },
    /// The items cannot be viewed as this type: they have another byte order or size, or an address
    /// that the type cannot have.
    View(String),
    /// A byte of a `bool` is neither 0 nor 1.
    Bool,
}

impl NpyError {
    pub(crate) fn format(message: impl Into<String>) -> Self {
        Self::Format(message.into())
    }
}

impl fmt::Display for NpyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Format(message) | Self::View(message) => f.write_str(message),
            Self::Dtype { found, expected } => {
                write!(f, "the elements are of dtype {found}, not '{expected}'")
            }
            Self::Bool => f.write_str("the bytes of bools are 0 and 1, and here is another"),
        }
    }
}

impl std::error::Error for NpyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for NpyError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rawzip::Error> for NpyError {
    fn from(error: rawzip::Error) -> Self {
        match error.kind() {
            rawzip::ErrorKind::IO(error) => io::Error::new(error.kind(), error.to_string()).into(),
            _ => Self::Format(format!("the archive is damaged: {error}")),
        }
    }
}
