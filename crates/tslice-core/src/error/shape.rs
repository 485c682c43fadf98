//! Why data, shapes, strides and axes do not fit each other.

use alloc::boxed::Box;

use super::plural;

errors! {
    /// Why data does not fit a shape, or a shape does not fit another.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ShapeError {
        /// The axes are not what they have to be.
        Axis(#[from] error: AxisError) => ("{error}"),
        /// An array of a list, at position `array`, does not fit the first one: in the first axis
        /// that differs, or the rank.
        Array { array: usize, error: AxisError } => ("array {array} does not fit array 0: {error}"),
        /// A list of arrays to be joined is empty, so the result has no shape.
        NoArrays => ("there are no arrays to join"),
        /// The number of elements of the shape (zero axes left out) exceeds `isize::MAX`.
        Overflow { shape: Box<[usize]> } => |f| {
            let most = isize::MAX;
            if !shape.contains(&0) {
                return write!(f, "shape {shape:?} has more elements than isize::MAX ({most})");
            }
            write!(f, "shape {shape:?} has strides above isize::MAX ({most}): ")?;
            f.write_str("its lengths other than 0 are multiplied")
        },
        /// A tensor of this shape, with elements of `element` bytes, does not fit in memory.
        TooLarge { shape: Box<[usize]>, element: usize } =>
            ("shape {shape:?} with elements of {element} bytes does not fit in memory"),
        /// The shape needs another number of elements, `needed`, than the data has, `len`.
        LengthMismatch { shape: Box<[usize]>, needed: usize, len: usize } => (
            "shape {shape:?} needs {needed} {}, there {} {len}",
            plural(*needed, "element", "elements"),
            plural(*len, "is", "are"),
        ),
        /// The shape of the source does not broadcast to that of the target by NumPy's rule.
        Broadcast { from: Box<[usize]>, to: Box<[usize]> } =>
            ("shape {from:?} does not broadcast to shape {to:?}"),
        /// The operand at this position of a zip does not broadcast with those before it by NumPy's
        /// rule.
        Operands {
            operand: usize,
            shape: Box<[usize]>,
            /// The axis of that shape.
            axis: usize,
            /// The shape of the operands before it.
            others: Box<[usize]>,
        } => (
            "operand {operand} of shape {shape:?} does not broadcast with shape {others:?}: \
             its axis {axis} has length {}, not {}",
            shape.get(*axis).unwrap_or(&1),
            others.get(axis.wrapping_add(others.len()).wrapping_sub(shape.len())).unwrap_or(&1),
        ),
        /// The operand at this position of a zip is exclusive, and would be repeated.
        ExclusiveBroadcast {
            operand: usize,
            shape: Box<[usize]>,
            /// The axis of the common shape along which the operand would be repeated.
            axis: usize,
            /// The common shape.
            to: Box<[usize]>,
        } => (
            "operand {operand} of shape {shape:?} is exclusive and is not repeated \
             along axis {axis} to shape {to:?}"
        ),
        /// A list of axes is not a permutation of the axes of the array.
        NotAPermutation { axes: Box<[i64]>, rank: usize } =>
            ("axes {axes:?} are not a permutation of 0..{rank}"),
        /// An axis is shorter than the position where it should be split.
        SplitOutOfRange { axis: usize, at: usize, len: usize } =>
            ("axis {axis} with length {len} cannot be split at {at}"),
        /// The number of elements is another in the shape to reshape to.
        ReshapeLength { from: Box<[usize]>, to: Box<[usize]> } => (
            "shape {from:?} with {} {} does not reshape to {to:?} with {}",
            count(from),
            plural(count(from), "element", "elements"),
            count(to),
        ),
        /// A length to reshape to is below 0, and is not the one -1 that follows from the others.
        NegativeLength { axis: usize, length: i64 } =>
            ("the length of axis {axis} is {length}: one length may be -1, and follows from the \
                others"),
        /// A length of -1, at position `axis`, does not follow from the others, which count
        /// `others` elements.
        NoLength { from: Box<[usize]>, axis: usize, others: usize } => (
            "shape {from:?} does not reshape with length -1 of axis {axis}: the others count \
             {others} {}",
            plural(*others, "element", "elements"),
        ),
        /// No strides, which are in elements, give the array another shape: it joins axes that are
        /// not contiguous with each other.
        ReshapeStrides {
            from: Box<[usize]>,
            strides: Box<[isize]>,
            to: Box<[usize]>,
            /// The axis of the array that is not contiguous with those inside it.
            axis: usize,
        } => (
            "shape {from:?} with strides {strides:?} does not reshape to {to:?} without a copy: \
             axis {axis} is not contiguous with the axes inside it; `to_tensor().into_shape(..)` \
             copies"
        ),
        /// Elements do not stand as arrays of `len` of them do: the last axis needs stride 1, the
        /// others need multiples of `len`.
        ArrayStride { axis: usize, stride: isize, len: usize, is_last: bool } => |f| {
            write!(f, "axis {axis} has stride {stride}, ")?;
            match is_last {
                true => write!(f, "the elements of arrays of {len} need 1")?,
                false => write!(f, "which is not a multiple of {len}: arrays of {len} elements \
                    need one")?,
            }
            f.write_str("; `to_tensor()` copies the elements")
        },
        /// A window is longer than its axis.
        WindowTooLong { axis: usize, window: usize, len: usize } =>
            ("axis {axis} with length {len} has no window of length {window}"),
        /// Strides reach elements outside the data.
        OutOfReach {
            shape: Box<[usize]>,
            /// The strides, in elements.
            strides: Box<[isize]>,
            /// The position of the element at index 0 in the data.
            first: usize,
            /// Elements given.
            len: usize,
        } => (
            "shape {shape:?} with strides {strides:?} from element {first} reaches outside the \
             slice of {len} {}",
            plural(*len, "element", "elements"),
        ),
        /// Two indices of an exclusive view may point to the same element with these strides, which
        /// are in elements.
        Aliased { shape: Box<[usize]>, strides: Box<[isize]> } => (
            "shape {shape:?} with strides {strides:?} may give one element two indices, \
             which an exclusive view must not"
        ),
        /// Vectors of one level differ in length.
        RaggedList {
            /// The axis that the vectors become.
            axis: usize,
            /// Which vector of that level, counted from 0.
            position: usize,
            len: usize,
            /// The length of those before it.
            expected: usize,
        } => (
            "vector {position} of axis {axis} has {len} {}, those before it have {expected}",
            plural(*len, "element", "elements"),
        ),
    }
}

/// The number of elements of a shape, or the largest number if there are more.
fn count(shape: &[usize]) -> usize {
    shape
        .iter()
        .fold(1, |count, len| count.saturating_mul(*len))
}

errors! {
    /// Why the axes of an array or a region are not what they have to be.
    // Without a heap, so that a `const fn` can return it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AxisError {
        /// The rank is not the expected one.
        RankMismatch { expected: usize, rank: usize } => ("expected rank {expected}, got rank \
            {rank}"),
        /// An axis has not the expected length: that of another shape, or of a static shape.
        LengthMismatch { axis: usize, expected: usize, len: usize } =>
            ("axis {axis} has length {len}, expected {expected}"),
        /// The axis does not exist. It is the number that was given, which counts from the end if
        /// it is below 0.
        OutOfRange { axis: i64, rank: usize } => ("axis {axis} is out of range for rank {rank}"),
        /// An element of an axis that has none is needed: for a border that repeats it, or as the
        /// least one.
        NoElements { axis: usize } =>
            ("axis {axis} has length 0: there is no element to repeat or to choose"),
        /// Chunks have no length on an axis of length `len`.
        EmptyChunks { axis: usize, len: usize } =>
            ("axis {axis} with length {len} cannot be cut into chunks of length 0"),
    }
}
