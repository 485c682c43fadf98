//! Converts a spec to arguments.

use alloc::vec::Vec;

use super::{ArgInteger, ConvertError, SliceArgs};
use tslice_core::__ops::{Entry, Range, bound, layout, selections};
use tslice_core::traits::AsEncoding;

/// Returns the arguments of Slice-8 (ONNX Slice), Squeeze and Unsqueeze that do what `spec` does to
/// a tensor of shape `shape`.
///
/// Every index and range becomes one axis of Slice, in order. An index becomes a range of one
/// element whose axis is squeezed. An absent begin or end becomes the smallest or the largest
/// number of the integer type: an absent end under a negative stride is the smallest number, never
/// -1. Bounds and strides that are present are clamped just outside the axis, which keeps them in
/// `i32` and avoids the faults that runtimes have at the extremes. A range with a negative stride
/// and a begin below the axis is empty here and not in Slice-8; it becomes the empty `0:0`.
///
/// # Errors
///
/// If the spec does not fit the shape, or a sliced axis is longer than the largest number of the
/// integer type.
///
/// # Examples
///
/// ```
/// use tslice::{DynSpec};
/// use tslice_ops as ops;
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
    layout::check_count(shape)?;
    let selected = selections(encoding, shape)?;
    let whole = shape.len() - encoding.entries().filter(|entry| entry.axes().0).count();
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
            Entry::Index(_) => {
                args.squeeze.push(number(axis));
                let at = selected[axis].first();
                [layout::signed(at), layout::signed(at + 1), 1].map(exact)
            }
            Entry::Range(bounds) => {
                out += 1;
                range(bounds, shape[axis])
            }
            Entry::Window { stride, .. } => {
                out += 1;
                let (first, count) = (
                    layout::signed(selected[axis].first()),
                    selected[axis].count(),
                );
                let end = if count == 0 {
                    first
                } else {
                    first + (layout::signed(count) - 1) * stride + 1
                };
                [first, end, stride].map(exact)
            }
            // `selections` refuses them.
            Entry::List | Entry::Grouped => continue,
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

fn range<I: ArgInteger>(range: Range, len: usize) -> [I; 3] {
    let (Range { begin, end, .. }, stride) = (range, range.step());
    let len = layout::signed(len);
    let (first, last) = if stride > 0 {
        (I::zero(), I::max_value())
    } else {
        (I::max_value(), I::min_value())
    };
    if stride < 0 && begin.is_some_and(|begin| begin < -len) {
        return [I::zero(), I::zero(), exact(-1)];
    }
    // All bounds below -len mean the same, and so do all bounds above len.
    let clamped = |number: i64| exact(number.clamp((-len).saturating_sub(1), len));
    [
        begin.map_or(first, clamped),
        end.map_or(last, clamped),
        exact(stride.clamp(-len.max(1), len.max(1))),
    ]
}

fn check_length<I: ArgInteger>(axis: usize, len: usize) -> Result<(), ConvertError> {
    match I::from(len) {
        Some(_) => Ok(()),
        None => Err(ConvertError::AxisTooLong {
            axis,
            len,
            limit: bound(I::max_value()),
        }),
    }
}

/// A number up to the length of an axis, which [`check_length`] makes sure is one of the type; any
/// number for a length that it refuses.
fn exact<I: ArgInteger>(number: i64) -> I {
    I::from(number).unwrap_or(I::max_value())
}

/// The number of an axis, of which there are far fewer than numbers in any of the types.
fn number<I: ArgInteger>(axis: usize) -> I {
    I::from(axis).unwrap_or(I::max_value())
}
