//! Why axes are not what they have to be: small, without a heap, so that `const fn` can return it.

use core::fmt;

/// Why the axes of an array, a region or a grid of chunks are not what they have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum AxisError {
    /// The rank is not the expected one.
    RankMismatch { expected: usize, rank: usize },
    /// An axis has not the expected length: that of another shape, or of a static shape.
    LengthMismatch { axis: usize, expected: usize, len: usize },
    /// The axis does not exist. It is the number that was given, which counts from the end if it is below 0.
    OutOfRange { axis: i64, rank: usize },
    /// An element of an axis that has none is needed: for a border that repeats it, or as the least one.
    NoElements { axis: usize },
    /// An axis cannot be split into no parts.
    NoParts { axis: usize, len: usize },
    /// Chunks have no length on an axis of length `len`.
    EmptyChunks { axis: usize, len: usize },
    /// The edges of chunks do not start at 0, or do not ascend: the one at position `at` of the list is wrong.
    UnsortedEdges { axis: usize, at: usize, edge: usize },
    /// The last edge of chunks is before the end of the axis, or the list of edges is empty, and `last` is 0.
    EdgesTooShort { axis: usize, len: usize, last: usize },
}

impl fmt::Display for AxisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::RankMismatch { expected, rank } => write!(f, "expected rank {expected}, got rank {rank}"),
            Self::LengthMismatch { axis, expected, len } => {
                write!(f, "axis {axis} has length {len}, expected {expected}")
            }
            Self::OutOfRange { axis, rank } => write!(f, "axis {axis} is out of range for rank {rank}"),
            Self::NoElements { axis } => {
                write!(f, "axis {axis} has length 0: there is no element to repeat or to choose")
            }
            Self::NoParts { axis, len } => {
                write!(f, "axis {axis} with length {len} cannot be split into 0 parts")
            }
            Self::EmptyChunks { axis, len } => {
                write!(f, "axis {axis} with length {len} cannot be cut into chunks of length 0")
            }
            Self::UnsortedEdges { axis, at, edge } => {
                write!(f, "edge {at} of the chunks of axis {axis} is {edge}: edges ascend from 0")
            }
            Self::EdgesTooShort { axis, len, last } => {
                write!(f, "the chunks of axis {axis} with length {len} end at {last}")
            }
        }
    }
}

impl core::error::Error for AxisError {}
