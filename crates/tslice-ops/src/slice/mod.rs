//! OpenVINO's Slice-8, which is ONNX's Slice.

pub(super) mod ranges;
mod scatter;

use ranges::{Range, check_lengths, ranges, unique};
pub use scatter::{slice_scatter, slice_scatter_assign};
use tslice_core::__ops::{self, errors};
use tslice_core::{DynView, traits::Integer};

/// The axes of [`slice()`] if they are left out: the first ones, as many as there are starts.
pub const DEFAULT_AXES: Option<&[i64]> = None;

errors! {
    /// Why Slice-8's arguments do not fit a tensor, or each other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Slice8Error {
        /// The data is a scalar.
        ScalarInput => ("the data is a scalar (rank 0), slicing needs rank 1 or more"),
        /// A list is longer than the tensor's rank.
        TooManyAxes {
            /// The length of the longest list.
            given: usize,
            rank: usize,
        } => ("a list has {given} entries, the tensor has rank {rank}"),
        /// The lists differ in length. `axes` is `None` if they are left out.
        LengthMismatch { start: usize, stop: usize, step: usize, axes: Option<usize> } => |f| {
            write!(f, "start, stop and step need one length, they have {start}, {stop} and {step}")?;
            match axes {
                Some(axes) => write!(f, "; axes has {axes}"),
                None => Ok(()),
            }
        },
        /// An axis lies outside `-rank..rank`.
        AxisOutOfRange {
            /// The axis as given (an axis outside `i64` is shown as the nearest `i64`).
            axis: i64,
            rank: usize,
        } => ("axis {axis} is out of range for rank {rank}: an axis is in -{rank}..{rank}"),
        /// Two entries of `axes` are the same axis.
        DuplicateAxes {
            /// The axis, counted from the front.
            axis: usize,
            /// Position of the first entry.
            first: usize,
            /// Position of the second entry.
            second: usize,
        } => ("entries {first} and {second} of axes are both axis {axis}"),
        /// A step is zero.
        ZeroStep {
            /// The axis, counted from the front.
            axis: usize,
        } => ("the step of axis {axis} is 0"),
        /// The updates have another rank than the slice.
        UpdatesRank {
            /// The rank of the slice.
            rank: usize,
            /// The rank of the updates.
            updates: usize,
        } => ("the updates have rank {updates}, the slice has rank {rank}"),
        /// The updates have another length than the slice.
        UpdatesLength {
            axis: usize,
            /// The length of the slice.
            len: usize,
            /// The length of the updates.
            updates: usize,
        } => ("the updates have length {updates} on axis {axis}, the slice has {len}"),
        /// A copy of the data does not fit in memory.
        OutOfMemory => ("a copy of the data does not fit in memory"),
    }
}

/// Slices some axes as opset8 `Slice` (OpenVINO 2026.4) and `Slice` (ONNX opset 13) do. The result
/// is a view; nothing is copied.
///
/// `start`, `stop` and `step` have one number for each entry of `axes`. Each list may have any
/// primitive integer type; unsigned and 128-bit numbers saturate to `i64`. Axes may be negative and
/// in any order; if they are left out ([`DEFAULT_AXES`]), they are the first ones. The other axes
/// stay whole, so the result has the rank of `data`.
///
/// Bounds clamp silently, so `i64::MAX` and `i64::MIN` mean "to the end". To include element 0
/// under a negative step, the stop is `i64::MIN` or any number below `-len`; -1 is the last
/// element.
///
/// The typed form is the axis form of a spec, `s![1 => 2:4, -1 => ::-1]`. It differs in one
/// respect: with a negative step and a start below the axis, this begins at element 0, and a spec
/// is empty, as in Python. Two faults of the runtimes are not repeated: OpenVINO crashes on a step
/// of `i64::MIN`, and ONNX Runtime reads `-1:i64::MAX:-1` as a full reverse.
///
/// # Errors
///
/// In OpenVINO's order: if `data` is a scalar; if a list is longer than the rank; if the lists
/// differ in length; if an axis lies outside `-rank..rank`; if an axis is given twice, as -1 and as
/// the last one for example; if a step is 0.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor};
/// use tslice_ops as ops;
///
/// let x = Tensor::from_shape_fn([2, 5], |[i, j]| 5 * i + j).into_dyn();
/// let y = ops::slice(&x.view(), &[1, 0], &[4, 2], &[2, 1], Some(&[-1, 0]))?;
/// assert_eq!(y, [[1, 3], [6, 8]]);
///
/// let y = ops::slice(&x.view(), &[1], &[i64::MIN], &[-1], ops::DEFAULT_AXES)?;
/// assert_eq!(y, [[5, 6, 7, 8, 9], [0, 1, 2, 3, 4]]);
/// # Ok::<(), ops::Slice8Error>(())
/// ```
pub fn slice<'a, T, A: Integer, O: Integer, E: Integer, X: Integer>(
    data: &DynView<'a, T>,
    start: &[A],
    stop: &[O],
    step: &[E],
    axes: Option<&[X]>,
) -> Result<DynView<'a, T>, Slice8Error> {
    let shape = data.shape();
    check_lengths(
        shape.len(),
        [start.len(), stop.len(), step.len()],
        axes.map(<[X]>::len),
    )?;
    let axes = match axes {
        Some(axes) => unique(axes, shape.len())?,
        None => (0..start.len()).collect(),
    };
    let ranges = ranges(shape, start, stop, step, &axes)?;
    let whole = __ops::Range::WHOLE;
    let ranges = ranges.into_iter();
    Ok(data.slice_ranges(ranges.map(|range| range.map_or(whole, Range::bounds))))
}
