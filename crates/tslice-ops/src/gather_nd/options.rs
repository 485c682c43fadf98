//! How index tuples are read.

use crate::rules::Rules;

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

impl BadIndices {
    /// The policy with a name of TensorFlow's attribute `bad_indices_policy`, with its meaning on
    /// the CPU: `ERROR`, `IGNORE`, and `DEFAULT` or nothing, which are `ERROR`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "" | "DEFAULT" | "ERROR" => Some(Self::Error),
            "IGNORE" => Some(Self::Ignore),
            _ => None,
        }
    }
}

/// How index tuples are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GatherOptions {
    /// How bad index tuples are treated.
    pub bad_indices: BadIndices,
    /// Whether negative indices count from the end, and the other rules are those of ONNX and
    /// OpenVINO, too: [`gather_nd_with`](crate::gather_nd_with) has a table. If not, negative
    /// indices are bad, and the rules are those of TensorFlow.
    pub negative_from_end: bool,
}

impl GatherOptions {
    /// TensorFlow's options on the CPU: bad index tuples are an error, and negative indices are
    /// bad.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            bad_indices: BadIndices::Error,
            negative_from_end: false,
        }
    }

    /// The same options with a policy for bad index tuples.
    #[must_use]
    pub const fn bad_indices(self, bad_indices: BadIndices) -> Self {
        Self {
            bad_indices,
            ..self
        }
    }

    /// The same options with negative indices that count from the end, or do not.
    #[must_use]
    pub const fn negative_from_end(self, negative_from_end: bool) -> Self {
        Self {
            negative_from_end,
            ..self
        }
    }

    pub(crate) const fn rules(self) -> Rules {
        if self.negative_from_end {
            Rules::ONNX
        } else {
            Rules::TENSORFLOW
        }
    }
}
