//! Why data, shapes and strides do not fit each other.

use alloc::boxed::Box;
use core::fmt;

use super::{AxisError, plural};

/// Why data does not fit a shape, or a shape does not fit another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The axes are not what they have to be.
    Axis(AxisError),
    /// An array of a list does not fit the first one.
    Array {
        /// The position of the array in the list.
        array: usize,
        /// The first axis that does not fit, or the rank.
        error: AxisError,
    },
    /// A list of arrays to be joined is empty, so that there is no shape.
    NoArrays,
    /// The number of elements of the shape (zero axes left out) exceeds `isize::MAX`.
    Overflow {
        /// The shape.
        shape: Box<[usize]>,
    },
    /// A tensor of this shape does not fit in memory.
    TooLarge {
        /// The shape.
        shape: Box<[usize]>,
        /// Bytes of an element.
        element: usize,
    },
    /// The shape needs another number of elements than the data has.
    LengthMismatch {
        /// The shape.
        shape: Box<[usize]>,
        /// Elements it needs.
        needed: usize,
        /// Elements given.
        len: usize,
    },
    /// The source does not broadcast to the target by NumPy's rule.
    Broadcast {
        /// The source's shape.
        from: Box<[usize]>,
        /// The target's shape.
        to: Box<[usize]>,
    },
    /// An operand of a zip does not broadcast with those before it by NumPy's rule.
    Operands {
        /// The position of the operand.
        operand: usize,
        /// Its shape.
        shape: Box<[usize]>,
        /// The axis of that shape.
        axis: usize,
        /// The shape of the operands before it.
        others: Box<[usize]>,
    },
    /// An exclusive operand of a zip would be repeated.
    ExclusiveBroadcast {
        /// The position of the operand.
        operand: usize,
        /// Its shape.
        shape: Box<[usize]>,
        /// The axis of the common shape along which the operand would be repeated.
        axis: usize,
        /// The common shape.
        to: Box<[usize]>,
    },
    /// A list of axes is not a permutation of the axes of the array.
    NotAPermutation {
        /// The list.
        axes: Box<[usize]>,
        /// The rank.
        rank: usize,
    },
    /// An axis is shorter than the position where it should be split.
    SplitOutOfRange {
        /// The axis.
        axis: usize,
        /// The position.
        at: usize,
        /// The length of the axis.
        len: usize,
    },
    /// The number of elements is another in the shape to reshape to.
    ReshapeLength {
        /// The shape of the array.
        from: Box<[usize]>,
        /// The shape that was asked for.
        to: Box<[usize]>,
    },
    /// No strides give the elements another shape: it joins axes that are not contiguous with each other.
    ReshapeStrides {
        /// The shape of the array.
        from: Box<[usize]>,
        /// Its strides, in elements.
        strides: Box<[isize]>,
        /// The shape that was asked for.
        to: Box<[usize]>,
        /// The axis of the array that is not contiguous with those inside it.
        axis: usize,
    },
    /// A window is longer than its axis.
    WindowTooLong {
        /// The axis.
        axis: usize,
        /// The length of the window.
        window: usize,
        /// The length of the axis.
        len: usize,
    },
    /// Strides reach elements outside the data.
    OutOfReach {
        /// The shape.
        shape: Box<[usize]>,
        /// The strides, in elements.
        strides: Box<[isize]>,
        /// The position of the element at index 0 in the data.
        first: usize,
        /// Elements given.
        len: usize,
    },
    /// Strides of an exclusive view may reach an element twice.
    Shared {
        /// The shape.
        shape: Box<[usize]>,
        /// The strides, in elements.
        strides: Box<[isize]>,
    },
    /// Vectors of one level differ in length.
    Ragged {
        /// The axis that the vectors become.
        axis: usize,
        /// Which vector of that level, counted from 0.
        position: usize,
        /// Its length.
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
            Self::ReshapeStrides { from, strides, to, axis } => {
                write!(
                    f,
                    "shape {from:?} with strides {strides:?} does not reshape to {to:?} without a copy: "
                )?;
                write!(f, "axis {axis} is not contiguous with the axes inside it")
            }
            Self::WindowTooLong { axis, window, len } => {
                write!(f, "axis {axis} with length {len} has no window of length {window}")
            }
            Self::OutOfReach { shape, strides, first, len } => {
                write!(f, "shape {shape:?} with strides {strides:?} from element {first} ")?;
                write!(f, "reaches outside the slice of {len} {}", plural(*len, "element", "elements"))
            }
            Self::Shared { shape, strides } => {
                write!(
                    f,
                    "an exclusive view reaches no element twice: shape {shape:?} with strides {strides:?} may"
                )
            }
            Self::Ragged { axis, position, len, expected } => {
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
