//! Why a region cannot do something: small, without a heap, so that `const fn` can return it.

use core::fmt;

/// Why two regions do not go together, or a region cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionError {
    /// The ranks differ: of two shapes, of a shape and a grid, or of a shape and the rows of a table.
    RankMismatch {
        /// The expected rank.
        expected: usize,
        /// The rank that was given.
        rank: usize,
    },
    /// The regions are of different shapes.
    AxisLength {
        /// The first axis in which they differ.
        axis: usize,
        /// The expected length.
        expected: usize,
        /// The length in the other shape.
        len: usize,
    },
    /// There is no such axis.
    AxisOutOfRange {
        /// The axis.
        axis: usize,
        /// The rank.
        rank: usize,
    },
    /// An axis cannot be split into no parts.
    NoParts {
        /// The axis.
        axis: usize,
        /// Its length.
        len: usize,
    },
    /// Chunks have no length.
    EmptyChunks {
        /// The axis.
        axis: usize,
        /// Its length.
        len: usize,
    },
    /// The edges of chunks do not start at 0, or do not ascend.
    Edge {
        /// The axis.
        axis: usize,
        /// The position of the edge that is wrong in the list.
        at: usize,
        /// The edge.
        edge: usize,
    },
    /// The last edge of chunks is before the end of the axis, or there is no edge at all.
    EdgesTooShort {
        /// The axis.
        axis: usize,
        /// Its length.
        len: usize,
        /// The last edge; 0 if there is none.
        last: usize,
    },
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::RankMismatch { expected, rank } => write!(f, "expected rank {expected}, got rank {rank}"),
            Self::AxisLength { axis, expected, len } => {
                write!(f, "the regions are of different shapes: axis {axis} has length {expected} and {len}")
            }
            Self::AxisOutOfRange { axis, rank } => write!(f, "axis {axis} is out of range for rank {rank}"),
            Self::NoParts { axis, len } => {
                write!(f, "axis {axis} with length {len} cannot be split into 0 parts")
            }
            Self::EmptyChunks { axis, len } => {
                write!(f, "axis {axis} with length {len} cannot be cut into chunks of length 0")
            }
            Self::Edge { axis, at, edge } => {
                write!(f, "edge {at} of the chunks of axis {axis} is {edge}: edges ascend from 0")
            }
            Self::EdgesTooShort { axis, len, last } => {
                write!(f, "the chunks of axis {axis} with length {len} end at {last}")
            }
        }
    }
}

impl core::error::Error for RegionError {}
