//! What is wrong with a gather or a scatter.

use alloc::boxed::Box;
use core::fmt;

use tslice_core::{AxisError, ShapeError};

/// Why elements or slices cannot be gathered, or scattered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndicesError {
    /// An index tuple is out of bounds for the params.
    IndexOutOfBounds {
        /// Where in the indices the tuple is.
        at: Box<[usize]>,
        /// The tuple as given (an index outside `i64` is shown as the nearest `i64`).
        index: Box<[i64]>,
        /// The axis of the params that the first bad number of the tuple indexes.
        axis: usize,
        /// That number.
        value: i64,
        /// The shape of the params.
        shape: Box<[usize]>,
    },
    /// The tuples, after the batch axes, have more numbers than the params have axes.
    DepthExceedsRank {
        /// Numbers in a tuple.
        depth: usize,
        /// Batch axes.
        batch_dims: usize,
        /// The rank of the params.
        rank: usize,
    },
    /// The indices are a scalar: they need an axis to hold a tuple.
    IndicesScalar,
    /// The params are a scalar.
    ParamsScalar,
    /// Slices of params without elements are selected.
    EmptyParams {
        /// The shape of the params.
        shape: Box<[usize]>,
        /// The number of slices that are selected.
        slices: usize,
    },
    /// The number of batch axes is negative, or leaves no axis of the indices or the params.
    BatchDimsOutOfRange {
        /// The number of batch axes.
        batch_dims: i64,
        /// The rank of the indices.
        indices: usize,
        /// The rank of the params.
        params: usize,
    },
    /// The batch axes of indices and params differ.
    BatchShapeMismatch {
        /// The batch axes of the indices.
        indices: Box<[usize]>,
        /// The batch axes of the params.
        params: Box<[usize]>,
    },
    /// The updates of a scatter are a scalar.
    UpdatesScalar,
    /// The updates of a scatter have another shape than the indices ask for.
    UpdatesShape {
        /// The shape that the updates must have.
        expected: Box<[usize]>,
        /// The shape that they have.
        updates: Box<[usize]>,
    },
    /// Updates for a tensor without elements, or for tuples of no numbers, or no updates for
    /// tuples: TensorFlow refuses them.
    EmptyOutput {
        /// The shape of the tensor.
        shape: Box<[usize]>,
    },
    /// Tuples of no numbers: TensorFlow refuses them.
    DepthUnsupported,
    /// A length of a shape is negative, or beyond `usize`.
    InvalidLength {
        /// The axis.
        axis: usize,
        /// The length as given (a length outside `i64` is shown as the nearest `i64`).
        len: i64,
    },
    /// The axis does not exist.
    Axis(AxisError),
    /// The indices have another rank than the tensor, or are longer on another axis than the
    /// indexed one.
    IndicesShape {
        /// The shape of the indices.
        indices: Box<[usize]>,
        /// The shape of the tensor.
        shape: Box<[usize]>,
    },
    /// The shape of the result overflows, or the result does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for IndicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfBounds {
                at,
                index,
                axis,
                value,
                shape,
            } => {
                write!(
                    f,
                    "indices{at:?} = {index:?} does not index into shape {shape:?}: "
                )?;
                write!(f, "{value} is out of bounds for axis {axis}")?;
                shape
                    .get(*axis)
                    .map_or(Ok(()), |len| write!(f, " with length {len}"))
            }
            Self::DepthExceedsRank {
                depth,
                batch_dims,
                rank,
            } => {
                write!(f, "these indices have depth {depth}")?;
                if *batch_dims != 0 {
                    write!(f, " after {batch_dims} batch axes")?;
                }
                write!(f, ", the tensor has rank {rank}")
            }
            Self::IndicesScalar => {
                f.write_str("the indices are a scalar (rank 0), they need rank 1 or more")
            }
            Self::ParamsScalar => {
                f.write_str("the params are a scalar (rank 0), they need rank 1 or more")
            }
            Self::EmptyParams { shape, slices } => {
                write!(
                    f,
                    "{slices} slices are asked of params of shape {shape:?}, which have no elements"
                )
            }
            Self::BatchDimsOutOfRange {
                batch_dims,
                indices,
                params,
            } => {
                write!(
                    f,
                    "batch_dims is {batch_dims}, it must be at least 0 and below the rank of "
                )?;
                write!(f, "the indices ({indices}) and of the params ({params})")
            }
            Self::BatchShapeMismatch { indices, params } => {
                write!(
                    f,
                    "the batch axes of the indices are {indices:?}, those of the params {params:?}"
                )
            }
            Self::UpdatesScalar => {
                f.write_str("the updates are a scalar (rank 0), they need rank 1 or more")
            }
            Self::UpdatesShape { expected, updates } => {
                write!(
                    f,
                    "the updates have shape {updates:?}, the indices ask for {expected:?}"
                )
            }
            Self::EmptyOutput { shape } => {
                write!(
                    f,
                    "indices and updates for a tensor of shape {shape:?} must both be empty, or \
                     neither of the three"
                )
            }
            Self::DepthUnsupported => {
                f.write_str("the index tuples have no numbers, they need one or more")
            }
            Self::InvalidLength { axis, len } => {
                write!(
                    f,
                    "axis {axis} has length {len}, lengths are 0 to {}",
                    isize::MAX
                )
            }
            Self::Axis(error) => error.fmt(f),
            Self::IndicesShape { indices, shape } => {
                write!(
                    f,
                    "indices of shape {indices:?} do not lie inside a tensor of shape {shape:?}"
                )
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for IndicesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Axis(error) => Some(error),
            Self::Shape(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ShapeError> for IndicesError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
