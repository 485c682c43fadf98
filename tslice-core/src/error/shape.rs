//! Why data, shapes, strides and axes do not fit each other.

use alloc::boxed::Box;
use core::fmt;

use super::plural;

/// Why data does not fit a shape, or a shape does not fit another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum ShapeError {
    /// The axes are not what they have to be.
    Axis(AxisError),
    /// An array of a list, at position `array`, does not fit the first one: in the first axis that differs, or the rank.
    Array { array: usize, error: AxisError },
    /// A list of arrays to be joined is empty, so the result has no shape.
    NoArrays,
    /// The number of elements of the shape (zero axes left out) exceeds `isize::MAX`.
    Overflow { shape: Box<[usize]> },
    /// A tensor of this shape, with elements of `element` bytes, does not fit in memory.
    TooLarge { shape: Box<[usize]>, element: usize },
    /// The shape needs another number of elements, `needed`, than the data has, `len`.
    LengthMismatch { shape: Box<[usize]>, needed: usize, len: usize },
    /// The shape of the source does not broadcast to that of the target by NumPy's rule.
    Broadcast { from: Box<[usize]>, to: Box<[usize]> },
    /// The operand at this position of a zip does not broadcast with those before it by NumPy's rule.
    Operands {
        operand: usize,
        shape: Box<[usize]>,
        /// The axis of that shape.
        axis: usize,
        /// The shape of the operands before it.
        others: Box<[usize]>,
    },
    /// The operand at this position of a zip is exclusive, and would be repeated.
    ExclusiveBroadcast {
        operand: usize,
        shape: Box<[usize]>,
        /// The axis of the common shape along which the operand would be repeated.
        axis: usize,
        /// The common shape.
        to: Box<[usize]>,
    },
    /// A list of axes is not a permutation of the axes of the array.
    NotAPermutation { axes: Box<[i64]>, rank: usize },
    /// An axis is shorter than the position where it should be split.
    SplitOutOfRange { axis: usize, at: usize, len: usize },
    /// The number of elements is another in the shape to reshape to.
    ReshapeLength { from: Box<[usize]>, to: Box<[usize]> },
    /// A length to reshape to is below 0, and is not the one -1 that follows from the others.
    NegativeLength { axis: usize, length: i64 },
    /// A length of -1, at position `axis`, does not follow from the others, which count `others` elements.
    NoLength { from: Box<[usize]>, axis: usize, others: usize },
    /// No strides, which are in elements, give the array another shape: it joins axes that are not contiguous with each other.
    ReshapeStrides {
        from: Box<[usize]>,
        strides: Box<[isize]>,
        to: Box<[usize]>,
        /// The axis of the array that is not contiguous with those inside it.
        axis: usize,
    },
    /// A window is longer than its axis.
    WindowTooLong { axis: usize, window: usize, len: usize },
    /// Strides reach elements outside the data.
    OutOfReach {
        shape: Box<[usize]>,
        /// The strides, in elements.
        strides: Box<[isize]>,
        /// The position of the element at index 0 in the data.
        first: usize,
        /// Elements given.
        len: usize,
    },
    /// Two indices of an exclusive view may point to the same element with these strides, which are in elements.
    Aliased { shape: Box<[usize]>, strides: Box<[isize]> },
    /// Vectors of one level differ in length.
    RaggedList {
        /// The axis that the vectors become.
        axis: usize,
        /// Which vector of that level, counted from 0.
        position: usize,
        len: usize,
        /// The length of those before it.
        expected: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Axis(error) => error.fmt(f),
            Self::Array { array, error } => write!(f, "array {array} does not fit array 0: {error}"),
            Self::NoArrays => f.write_str("there are no arrays to join"),
            Self::Overflow { shape } => {
                write!(f, "shape {shape:?} has more elements than isize::MAX ({})", isize::MAX)
            }
            Self::TooLarge { shape, element } => {
                write!(f, "shape {shape:?} with elements of {element} bytes does not fit in memory")
            }
            Self::LengthMismatch { shape, needed, len } => {
                let (elements, are) = (plural(*needed, "element", "elements"), plural(*len, "is", "are"));
                write!(f, "shape {shape:?} needs {needed} {elements}, there {are} {len}")
            }
            Self::Broadcast { from, to } => write!(f, "shape {from:?} does not broadcast to shape {to:?}"),
            Self::Operands { operand, shape, axis, others } => {
                write!(f, "operand {operand} of shape {shape:?} does not broadcast with shape {others:?}: ")?;
                let other = others.get(axis.wrapping_add(others.len()).wrapping_sub(shape.len()));
                write!(
                    f,
                    "its axis {axis} has length {}, not {}",
                    shape.get(*axis).unwrap_or(&1),
                    other.unwrap_or(&1)
                )
            }
            Self::ExclusiveBroadcast { operand, shape, axis, to } => {
                write!(f, "operand {operand} of shape {shape:?} is exclusive and is not repeated ")?;
                write!(f, "along axis {axis} to shape {to:?}")
            }
            Self::NotAPermutation { axes, rank } => {
                write!(f, "axes {axes:?} are not a permutation of 0..{rank}")
            }
            Self::SplitOutOfRange { axis, at, len } => {
                write!(f, "axis {axis} with length {len} cannot be split at {at}")
            }
            Self::ReshapeLength { from, to } => {
                let len =
                    |shape: &[usize]| shape.iter().fold(1, |len: usize, axis| len.saturating_mul(*axis));
                let (len, needed) = (len(from), len(to));
                write!(f, "shape {from:?} with {len} {} ", plural(len, "element", "elements"))?;
                write!(f, "does not reshape to {to:?} with {needed}")
            }
            Self::NegativeLength { axis, length } => {
                write!(
                    f,
                    "the length of axis {axis} is {length}: one length may be -1, and follows from the others"
                )
            }
            Self::NoLength { from, axis, others } => {
                write!(f, "shape {from:?} does not reshape with length -1 of axis {axis}: ")?;
                write!(f, "the others count {others} {}", plural(*others, "element", "elements"))
            }
            Self::ReshapeStrides { from, strides, to, axis } => {
                write!(
                    f,
                    "shape {from:?} with strides {strides:?} does not reshape to {to:?} without a copy: "
                )?;
                write!(
                    f,
                    "axis {axis} is not contiguous with the axes inside it; `to_tensor().into_shape(..)` copies"
                )
            }
            Self::WindowTooLong { axis, window, len } => {
                write!(f, "axis {axis} with length {len} has no window of length {window}")
            }
            Self::OutOfReach { shape, strides, first, len } => {
                write!(f, "shape {shape:?} with strides {strides:?} from element {first} ")?;
                write!(f, "reaches outside the slice of {len} {}", plural(*len, "element", "elements"))
            }
            Self::Aliased { shape, strides } => {
                write!(
                    f,
                    "shape {shape:?} with strides {strides:?} may give one element two indices, which an exclusive view must not"
                )
            }
            Self::RaggedList { axis, position, len, expected } => {
                let elements = plural(*len, "element", "elements");
                write!(
                    f,
                    "vector {position} of axis {axis} has {len} {elements}, those before it have {expected}"
                )
            }
        }
    }
}

impl core::error::Error for ShapeError {}

impl From<AxisError> for ShapeError {
    fn from(error: AxisError) -> Self {
        Self::Axis(error)
    }
}

/// Why the axes of an array, a region or a grid of chunks are not what they have to be.
// Without a heap, so that a `const fn` can return it.
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
