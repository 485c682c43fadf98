//! Why a region cannot be cut.

use core::fmt;

use tslice_core::AxisError;

/// Why a region cannot be split into parts, or cut by a grid of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(
    missing_docs,
    reason = "the documentation of each variant names its fields"
)]
pub enum CutError {
    /// The axis does not exist, chunks have length 0, or the grid has another rank.
    Axis(AxisError),
    /// Axis `axis`, with length `len`, cannot be split into 0 parts.
    NoParts { axis: usize, len: usize },
    /// The edges of chunks do not start at 0, or do not ascend: the one at position `at` of the
    /// list is wrong.
    UnsortedEdges { axis: usize, at: usize, edge: usize },
    /// The last edge of chunks is before the end of the axis, or the list of edges is empty, and
    /// `last` is 0.
    EdgesTooShort {
        axis: usize,
        len: usize,
        last: usize,
    },
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Axis(error) => error.fmt(f),
            Self::NoParts { axis, len } => {
                write!(
                    f,
                    "axis {axis} with length {len} cannot be split into 0 parts"
                )
            }
            Self::UnsortedEdges { axis, at, edge } => {
                let rule = "edges ascend from 0";
                write!(
                    f,
                    "edge {at} of the chunks of axis {axis} is {edge}: {rule}"
                )
            }
            Self::EdgesTooShort { axis, len, last } => {
                write!(
                    f,
                    "the chunks of axis {axis} with length {len} end at {last}"
                )
            }
        }
    }
}

impl core::error::Error for CutError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Axis(error) => Some(error),
            Self::NoParts { .. } | Self::UnsortedEdges { .. } | Self::EdgesTooShort { .. } => None,
        }
    }
}

impl From<AxisError> for CutError {
    fn from(error: AxisError) -> Self {
        Self::Axis(error)
    }
}
