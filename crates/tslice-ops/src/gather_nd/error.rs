//! What is wrong with a gather or a scatter.

use alloc::boxed::Box;

use tslice_core::__ops::errors;
use tslice_core::{AxisError, ShapeError};

errors! {
    /// Why elements or slices cannot be gathered, or scattered.
    #[derive(Clone, Debug, PartialEq, Eq)]
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
        } => |f| {
            write!(f, "indices{at:?} = {index:?} does not index into shape {shape:?}: ")?;
            write!(f, "{value} is out of bounds for axis {axis}")?;
            match shape.get(*axis) {
                Some(len) => write!(f, " with length {len}"),
                None => Ok(()),
            }
        },
        /// The tuples, after the batch axes, have more numbers than the params have axes.
        DepthExceedsRank {
            /// Numbers in a tuple.
            depth: usize,
            batch_dims: usize,
            /// The rank of the params.
            rank: usize,
        } => |f| {
            write!(f, "these indices have depth {depth}")?;
            if *batch_dims != 0 {
                write!(f, " after {batch_dims} batch axes")?;
            }
            write!(f, ", the tensor has rank {rank}")
        },
        /// The indices are a scalar: they need an axis to hold a tuple.
        IndicesScalar => ("the indices are a scalar (rank 0), they need rank 1 or more"),
        /// The params are a scalar.
        ParamsScalar => ("the params are a scalar (rank 0), they need rank 1 or more"),
        /// Slices of params without elements are selected.
        EmptyParams {
            /// The shape of the params.
            shape: Box<[usize]>,
            slices: usize,
        } => ("{slices} slices are asked of params of shape {shape:?}, which have no elements"),
        /// The number of batch axes is negative, or leaves no axis of the indices or the params.
        BatchDimsOutOfRange {
            batch_dims: i64,
            /// The rank of the indices.
            indices: usize,
            /// The rank of the params.
            params: usize,
        } => ("batch_dims is {batch_dims}, it must be at least 0 and below the rank of the indices \
            ({indices}) and of the params ({params})"),
        /// The batch axes of indices and params differ.
        BatchShapeMismatch { indices: Box<[usize]>, params: Box<[usize]> } =>
            ("the batch axes of the indices are {indices:?}, those of the params {params:?}"),
        /// The updates of a scatter are a scalar.
        UpdatesScalar => ("the updates are a scalar (rank 0), they need rank 1 or more"),
        /// The updates of a scatter have another shape than the indices ask for.
        UpdatesShape { expected: Box<[usize]>, updates: Box<[usize]> } =>
            ("the updates have shape {updates:?}, the indices ask for {expected:?}"),
        /// Updates for a tensor without elements, or for tuples of no numbers, or no updates for
        /// tuples: TensorFlow refuses them.
        EmptyOutput { shape: Box<[usize]> } => ("indices and updates for a tensor of shape \
            {shape:?} must both be empty, or neither of the three"),
        /// Tuples of no numbers: TensorFlow refuses them.
        DepthUnsupported => ("the index tuples have no numbers, they need one or more"),
        /// A length of a shape is negative, or beyond `usize`.
        InvalidLength {
            axis: usize,
            /// The length as given (a length outside `i64` is shown as the nearest `i64`).
            len: i64,
        } => ("axis {axis} has length {len}, lengths are 0 to {}", isize::MAX),
        /// The axis does not exist.
        Axis(error: AxisError) => ("{error}"),
        /// The indices have another rank than the tensor, or are longer on another axis than the
        /// indexed one.
        IndicesShape { indices: Box<[usize]>, shape: Box<[usize]> } =>
            ("indices of shape {indices:?} do not lie inside a tensor of shape {shape:?}"),
        /// The shape of the result overflows, or the result does not fit in memory.
        Shape(#[from] error: ShapeError) => ("{error}"),
    }
}
