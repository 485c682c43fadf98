//! Converts a spec to the arguments of Slice-8, which is ONNX's Slice, and of the Squeeze and
//! Unsqueeze after it; and back.

mod from_spec;
mod to_spec;

use alloc::vec::Vec;

use super::Slice8Error;
use tslice_core::__ops::errors;
use tslice_core::{ShapeError, SliceError, traits::Integer};

pub use from_spec::slice_args;

/// The arguments that Slice-8 (ONNX Slice), Squeeze and Unsqueeze need, one after the other, to do
/// what a spec does.
///
/// Slice takes `starts`, `ends`, `axes` and `steps`, one number for each axis. Squeeze then drops
/// the axes in `squeeze`, which Slice has cut down to one element. Unsqueeze adds the axes in
/// `unsqueeze`, which count in its result. Leave out an operation whose list is empty; this holds
/// for Slice too, which runtimes refuse on scalars.
///
/// The numbers are `i32` or `i64`, as the graph has them.
///
/// ```
/// use tslice::s;
/// use tslice_ops::{SliceArgs, slice_args};
///
/// let args: SliceArgs = slice_args(s![1, newaxis, ::-1], &[2, 3])?;
/// assert_eq!((args.starts, args.ends), (vec![1, i64::MAX], vec![2, i64::MIN]));
/// assert_eq!((args.axes, args.steps), (vec![0, 1], vec![1, -1]));
/// assert_eq!((args.squeeze, args.unsqueeze), (vec![0], vec![0]));
/// # Ok::<(), tslice_ops::ConvertError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SliceArgs<I = i64> {
    /// Where each range starts.
    pub starts: Vec<I>,
    /// Where each range ends, the end not included.
    pub ends: Vec<I>,
    /// The axes that are sliced.
    pub axes: Vec<I>,
    /// The step of each range.
    pub steps: Vec<I>,
    /// The axes of Slice's result that are dropped.
    pub squeeze: Vec<I>,
    /// The axes of the whole result that are new.
    pub unsqueeze: Vec<I>,
}

/// The integers that slices in a graph are made of: `i32` and `i64`.
pub trait ArgInteger: Integer + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
}

impl ArgInteger for i32 {}
impl ArgInteger for i64 {}

errors! {
    /// Why a spec cannot be converted to arguments, or arguments to a spec.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ConvertError {
        /// The spec does not fit the shape, or would have more than 31 entries.
        Spec(#[from] error: SliceError) => ("{error}"),
        /// The shape counts more than `isize::MAX` elements.
        Shape(#[from] error: ShapeError) => ("{error}"),
        /// The arguments of Slice do not fit the shape or each other.
        Slice(error: Slice8Error) => ("{error}"),
        /// The axes to squeeze do not fit the rank.
        Squeeze(error: Slice8Error) => ("squeeze: {error}"),
        /// The axes to unsqueeze do not fit the rank.
        Unsqueeze(error: Slice8Error) => ("unsqueeze: {error}"),
        /// The length of an axis to squeeze is not 1.
        NotOneElement {
            axis: usize,
            /// Its length after Slice.
            len: usize,
        } => ("axis {axis} has length {len} after slicing, only length 1 can be squeezed"),
        /// An axis is too long for the integer type.
        AxisTooLong {
            axis: usize,
            len: usize,
            /// The largest number of the integer type.
            limit: i64,
        } => ("axis {axis} has length {len}, the integer type ends at {limit}"),
    }
}
