//! How a gather treats bad and negative indices.

use core::str::FromStr;

/// How an index tuple that is out of bounds is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadIndices {
    /// It is an error.
    #[default]
    Error,
    /// Its slice is filled with `T::default()`, which is zero for numbers.
    Ignore,
}

/// A text that names no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPolicyError;

impl core::fmt::Display for UnknownPolicyError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a policy for bad indices is ERROR, IGNORE, DEFAULT or empty, which are ERROR")
    }
}

impl core::error::Error for UnknownPolicyError {}

/// The names of TensorFlow's attribute `bad_indices_policy`, with their meaning on its CPU.
impl FromStr for BadIndices {
    type Err = UnknownPolicyError;

    fn from_str(text: &str) -> Result<Self, UnknownPolicyError> {
        match text {
            "" | "DEFAULT" | "ERROR" => Ok(Self::Error),
            "IGNORE" => Ok(Self::Ignore),
            _ => Err(UnknownPolicyError),
        }
    }
}

/// How index tuples are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GatherOptions {
    /// How bad index tuples are treated.
    pub bad_indices: BadIndices,
    /// Whether negative indices count from the end, as in ONNX. If not, they are bad, as in TensorFlow.
    pub negative_from_end: bool,
}

impl GatherOptions {
    /// TensorFlow's options on the CPU: bad index tuples are an error, and negative indices are bad.
    #[must_use]
    pub const fn new() -> Self {
        Self { bad_indices: BadIndices::Error, negative_from_end: false }
    }

    /// The same options with a policy for bad index tuples.
    #[must_use]
    pub const fn bad_indices(self, bad_indices: BadIndices) -> Self {
        Self { bad_indices, ..self }
    }

    /// The same options with negative indices that count from the end, or do not.
    #[must_use]
    pub const fn negative_from_end(self, negative_from_end: bool) -> Self {
        Self { negative_from_end, ..self }
    }
}
