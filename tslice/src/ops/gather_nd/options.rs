//! What a gather does about bad and negative indices.

use core::str::FromStr;

/// What happens to an index tuple that does not lead into the params.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BadIndices {
    /// The operation is refused.
    #[default]
    Error,
    /// The slice is filled with `T::default()`, zero for numbers.
    Ignore,
}

/// A text that names no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPolicy;

impl core::fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a policy for bad indices is ERROR, IGNORE, DEFAULT or empty, which are ERROR")
    }
}

impl core::error::Error for UnknownPolicy {}

/// The names of TensorFlow's attribute `bad_indices_policy`, with their meaning on its CPU.
impl FromStr for BadIndices {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        match text {
            "" | "DEFAULT" | "ERROR" => Ok(Self::Error),
            "IGNORE" => Ok(Self::Ignore),
            _ => Err(UnknownPolicy),
        }
    }
}

/// How index tuples are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GatherOptions {
    /// What happens to bad ones.
    pub bad_indices: BadIndices,
    /// Whether negative indices count from the end, as in ONNX. Off, they are bad, as in TensorFlow.
    pub negative_from_end: bool,
}
