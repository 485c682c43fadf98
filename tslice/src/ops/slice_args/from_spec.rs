//! Converts a spec to arguments.

use alloc::vec::Vec;

use super::{ArgInteger, ConvertError, SliceArgs};
use crate::array::bound;
use crate::layout;
use crate::rank::Rank;
use crate::resolve::{self, Slices};
use crate::spec::{AsEncoding, Bounds, Entry, Kind, Spec};

/// Returns the arguments of Slice-8 (ONNX Slice), Squeeze and Unsqueeze that do what `spec` does to a tensor of shape `shape`.
///
/// Every index and range becomes one axis of Slice, in order. An index becomes a range of one element whose axis is squeezed.
/// An absent begin or end becomes the smallest or the largest number of the integer type: an absent end under a negative
/// stride is the smallest number, never -1. Bounds and strides that are present are clamped just outside the axis, which
/// keeps them in `i32` and avoids the faults that runtimes have at the extremes. A range with a negative stride and a begin
/// below the axis is empty here and not in Slice-8; it becomes the empty `0:0`.
///
/// The typed form is [`Spec::slice_args`].
///
/// # Errors
///
/// If the spec does not fit the shape, or a sliced axis is longer than the largest number of the integer type.
///
/// # Examples
///
/// ```
/// use tslice::{DynSpec, ops};
///
/// let spec: DynSpec = "-1, ..., 1:-3:-1".parse()?;
/// let args = ops::slice_args::<i32>(&spec, &[2, 3, 4])?;
/// assert_eq!((args.starts, args.ends), (vec![1, 1], vec![2, -3]));
/// assert_eq!((args.axes, args.steps, args.squeeze), (vec![0, 2], vec![1, -1], vec![0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn slice_args<I: ArgInteger>(
    spec: impl AsEncoding,
    shape: &[usize],
) -> Result<SliceArgs<I>, ConvertError> {
    let encoding = spec.as_encoding();
    // All faults of the spec are found here.
    let selections = resolve::selections_on::<ConvertError>(encoding, shape)?;
    let whole = resolve::divide(encoding, shape.len())?.whole;
    let mut args = empty(encoding.begin.len());
    let (mut axis, mut out) = (0, 0);
    for entry in encoding.entries() {
        let range = match entry {
            Entry::Ellipsis => {
                (axis, out) = (axis + whole, out + whole);
                continue;
            }
            Entry::NewAxis => {
                args.unsqueeze.push(number(out));
                out += 1;
                continue;
            }
            Entry::Index { .. } => {
                args.squeeze.push(number(axis));
                let at = layout::signed(selections[axis].first());
                [at, at + 1, 1].map(exact)
            }
            Entry::Range(bounds) => {
                out += 1;
                range(bounds, shape[axis])
            }
        };
        check_length::<I>(axis, shape[axis])?;
        push(&mut args, axis, range);
        axis += 1;
    }
    Ok(args)
}

fn empty<I>(entries: usize) -> SliceArgs<I> {
    let list = || Vec::with_capacity(entries);
    SliceArgs {
        starts: list(),
        ends: list(),
        axes: list(),
        steps: list(),
        squeeze: Vec::new(),
        unsqueeze: Vec::new(),
    }
}

fn push<I: ArgInteger>(args: &mut SliceArgs<I>, axis: usize, [start, end, step]: [I; 3]) {
    args.starts.push(start);
    args.ends.push(end);
    args.steps.push(step);
    args.axes.push(number(axis));
}

fn range<I: ArgInteger>(Bounds { begin, end, stride }: Bounds, len: usize) -> [I; 3] {
    let len = layout::signed(len);
    let (first, last) =
        if stride > 0 { (I::zero(), I::max_value()) } else { (I::max_value(), I::min_value()) };
    if stride < 0 && begin.is_some_and(|begin| begin < -len) {
        return [I::zero(), I::zero(), exact(-1)];
    }
    // All bounds below -len mean the same, and so do all bounds above len.
    let clamped = |number: i64| exact(number.clamp((-len).saturating_sub(1), len));
    [begin.map_or(first, clamped), end.map_or(last, clamped), exact(stride.clamp(-len.max(1), len.max(1)))]
}

fn check_length<I: ArgInteger>(axis: usize, len: usize) -> Result<(), ConvertError> {
    match I::from(len) {
        Some(_) => Ok(()),
        None => Err(ConvertError::AxisTooLong { axis, len, limit: bound(I::max_value()) }),
    }
}

/// A number up to the length of an axis, which [`check_length`] makes sure is one of the type; any number for a length that
/// it refuses.
fn exact<I: ArgInteger>(number: i64) -> I {
    I::from(number).unwrap_or(I::max_value())
}

/// The number of an axis, of which there are far fewer than numbers in any of the types.
fn number<I: ArgInteger>(axis: usize) -> I {
    I::from(axis).unwrap_or(I::max_value())
}

impl<const N: usize, K: Kind> Spec<N, K> {
    /// Returns the arguments of Slice-8 (ONNX Slice), Squeeze and Unsqueeze that do what this spec does to an array of shape
    /// `shape`.
    ///
    /// It is [`ops::slice_args`](slice_args), but a spec that takes more axes than the shape has is a compile error.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or a sliced axis is longer than the largest number of the integer
    /// type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{ops::SliceArgs, s};
    ///
    /// let args: SliceArgs<i32> = s![:-3:-1, ..].slice_args([5, 2])?;
    /// assert_eq!((args.starts, args.ends, args.steps), (vec![i32::MAX], vec![-3], vec![-1]));
    /// # Ok::<(), tslice::ops::ConvertError>(())
    /// ```
    pub fn slice_args<I: ArgInteger, const R: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<SliceArgs<I>, ConvertError>
    where
        Self: Slices<Rank<R>>,
    {
        slice_args(self, &shape)
    }
}
