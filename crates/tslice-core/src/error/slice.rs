//! Why a spec does not fit an array.

use tslice_entry::{Entry, Message};

use super::{AxisError, plural};

errors! {
    /// Why a spec does not fit an array. The kinds are those of TensorFlow's StridedSlice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SliceError {
        /// An index lies outside its axis of the input; it must be in `-len..len`.
        IndexOutOfBounds {
            axis: usize,
            /// The index as given (an index outside `i64` is shown as the nearest `i64`).
            index: i64,
            len: usize,
        } => ("index {index} is out of bounds for axis {axis} with length {len}"),
        /// The axis at which the spec begins does not exist.
        Axis(error: AxisError) => ("{error}"),
        /// The spec takes more axes, one for each index and range, than the array has.
        TooManyIndices { taken: usize, rank: usize } =>
            (
                "this spec takes {taken} {}, the array has rank {rank}",
                plural(*taken, "axis", "axes")
            ),
        /// The spec has a list, which no view selects, and no region holds, as that is a range of
        /// each axis: `pick` takes it. It is the entry of this number.
        List { entry: usize } => (
            "entry {entry} of the spec is a list, which no view and no region of ranges holds: \
             `pick` takes it; text in brackets, \"[1:, 0]\", is one list, and without them, \"1:, \
             0\", two entries"
        ),
        /// The stride of an axis of the input is zero.
        ZeroStride { axis: usize } => ("the stride of axis {axis} is 0"),
        /// An index entry of a raw encoding, for an axis of the input, has a stride below 1.
        IndexStrideNotPositive { axis: usize, stride: i64 } =>
            ("an index entry needs a stride of at least 1, axis {axis} has {stride}"),
        /// A bound, as given, lies outside its axis of the input, where bounds are not clamped.
        BoundOutOfBounds { axis: usize, bound: i64, len: usize } =>
            ("bound {bound} is out of bounds for axis {axis} with length {len}, and is not \
                clamped"),
        /// A window, `start:+length`, does not lie inside its axis of the input. The stride is 1 in
        /// the language.
        WindowOutOfBounds { axis: usize, start: i64, length: i64, stride: i64, len: usize } =>
            ("{}", outside([*start, *length, *stride], *axis, *len)),
        /// An entry of the spec, the one of this number, is a window or a list, which TensorFlow
        /// lacks.
        NoEncoding { entry: usize } =>
            ("entry {entry} of the spec is a window or a list, which TensorFlow's StridedSlice \
                lacks"),
        /// An axis of the input is longer than the axis of an array can be, which is `isize::MAX`.
        AxisTooLong { axis: usize, len: usize } =>
            ("axis {axis} with length {len} is longer than isize::MAX ({})", isize::MAX),
        /// No entry of a spec gives a new axis of length 0, as this axis of the result is.
        EmptyNewAxis { axis: usize } =>
            ("axis {axis} of the result is a new axis of length 0, which no spec gives"),
        /// More than one bit is set in the ellipsis mask.
        MultipleEllipsis { mask: u32 } =>
            (
                "a spec has at most one ellipsis, the ellipsis mask {mask:#b} has {}",
                mask.count_ones()
            ),
        /// Begin, end and strides of a raw encoding differ in length.
        LengthMismatch { begin: usize, end: usize, strides: usize } =>
            ("begin, end and strides need one length, they have {begin}, {end} and {strides}"),
        /// The spec has more than 31 entries.
        SpecTooLong { entries: usize } => ("a spec has at most 31 entries, this one has {entries}"),
        /// Two slices of one `multi_slice_mut` share elements: those of the specs at these
        /// positions.
        Overlap { first: usize, second: usize } =>
            ("specs {first} and {second} select common elements: exclusive slices must be \
                disjoint"),
    }
}

fn outside([start, length, stride]: [i64; 3], axis: usize, len: usize) -> Message {
    let window = Entry::Window {
        start,
        length,
        stride,
    };
    Message::outside(&window, axis, i64::try_from(len).unwrap_or(i64::MAX))
}
