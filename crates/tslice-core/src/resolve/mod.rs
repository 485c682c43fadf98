//! Resolves an encoding against a layout into an offset, a shape and strides.
//!
//! One function serves `s!`, `DynSpec` and the raw operations, typed and dynamic. It works on
//! borrowed lists without a heap and unrolls if the number of entries and the rank are known. Typed
//! specs try `typed::fast_path` before it.

pub(crate) mod checked;
mod place;
mod range;
mod slices;
mod typed;

use tslice_entry::axis::least_length;

use crate::error::{SliceError, ok};
use crate::layout::{self, Int, Layout, Uint};
use crate::spec::{EncodingRef, Entry, Range, check_stride};

pub(crate) use place::{check_lengths, selections_on};
pub use place::{place, result_lengths, selections};
pub use slices::Slices;
pub(crate) use typed::const_resolve;
use typed::resolve_or_panic;

/// Divides the axes of an input of rank `rank` among the entries of a checked encoding; returns the
/// number of axes that the ellipsis stands for, and the rank of the result.
#[inline(always)]
pub(crate) const fn divide(
    encoding: EncodingRef<'_>,
    rank: usize,
) -> Result<(usize, usize), SliceError> {
    let (taken, given) = encoding.forms().axes(encoding.begin.len());
    if taken > rank {
        return Err(SliceError::TooManyIndices { taken, rank });
    }
    Ok((rank - taken, rank - taken + given))
}

/// Resolves an encoding against a layout, and writes that of the result; returns the offset of the
/// result's first element. The entries are for the axes from `first` on: the axes before it stay
/// whole.
///
/// The offset of an empty result is 0: it never moves a pointer out of its allocation.
#[inline]
pub(crate) fn resolve<L: Layout, M: Layout>(
    encoding: EncodingRef<'_>,
    first: usize,
    from: &L,
    to: &mut M,
) -> Result<isize, SliceError> {
    encoding.check()?;
    let (whole, rank) = divide(encoding, from.shape().len() - first)?;
    let (shape, strides) = to
        .reset(first + rank)
        .expect("the rank of the result follows from the type of the spec");
    walk(
        encoding,
        [first, whole],
        (from.shape(), from.strides()),
        shape,
        strides,
    )
}

/// [`resolve`] for a checked encoding behind `first` axes, whose ellipsis stands for `whole` axes;
/// writes the result's shape and strides, which have the length that [`divide`] says.
///
/// Every length of `shape` is at most `isize::MAX`, and so is the product of the non-zero ones.
#[inline(always)]
const fn walk(
    encoding: EncodingRef<'_>,
    [first, whole]: [usize; 2],
    (shape, strides): (&[usize], &[isize]),
    out_shape: &mut [usize],
    out_strides: &mut [isize],
) -> Result<isize, SliceError> {
    let (mut axis, mut out, mut at, mut left) = (0, 0, 0, first);
    let (mut offset, mut empty) = (0_isize, false);
    loop {
        while left > 0 {
            (out_shape[out], out_strides[out]) = (shape[axis], strides[axis]);
            empty |= shape[axis] == 0;
            (axis, out, left) = (axis + 1, out + 1, left - 1);
        }
        let Some(entry) = encoding.entry_or_ellipsis(at) else {
            return Ok(if empty { 0 } else { offset });
        };
        at += 1;
        match entry {
            Entry::Ellipsis => {
                left = whole;
                continue;
            }
            Entry::NewAxis => {
                (out_shape[out], out_strides[out]) = (1, 0);
                out += 1;
                continue;
            }
            Entry::Index(_)
            | Entry::Range(_)
            | Entry::Window { .. }
            | Entry::List
            | Entry::Grouped => {}
        }
        let selected = select(entry, encoding.strides[at - 1], at - 1, axis, shape[axis]);
        let (first, count, stride) = ok!(selected);
        // An axis of at most one element never uses its stride, so a product that wraps does no
        // harm.
        offset = offset.wrapping_add((first as isize).wrapping_mul(strides[axis]));
        if !matches!(entry, Entry::Index(_)) {
            out_shape[out] = count;
            out_strides[out] = strides[axis].wrapping_mul(stride as isize);
            empty |= count == 0;
            out += 1;
        }
        axis += 1;
    }
}

/// Resolves a range on each axis, as [`resolve`] does. No stride is 0.
pub(crate) fn resolve_ranges<L: Layout>(
    ranges: impl Iterator<Item = Range>,
    from: &L,
) -> (isize, L) {
    let mut offset = 0_isize;
    let to = layout::changed(from, |shape, strides| {
        for (range, (len, stride)) in ranges.zip(shape.iter_mut().zip(strides)) {
            let (first, count) = range::range(range, len.cast_signed() as i64);
            // As in `walk`, a product that wraps is not used.
            offset = offset.wrapping_add((first as isize).wrapping_mul(*stride));
            (*len, *stride) = (count, stride.wrapping_mul(range.step() as isize));
        }
    });
    let is_empty = to.shape().contains(&0);
    (if is_empty { 0 } else { offset }, to)
}

/// What entry number `number`, which consumes an axis of length `len`, selects of it: the first
/// position, how many, and the distance between them. `stride` is that of an index.
#[inline(always)]
pub(crate) const fn select(
    entry: Entry,
    stride: i64,
    number: usize,
    axis: usize,
    len: usize,
) -> Result<(Int, usize, Int), SliceError> {
    let length = len.cast_signed() as i64;
    ok!(check_stride(entry, stride, axis));
    match entry {
        Entry::Range(range) => {
            let (first, count) = range::range(range, length);
            Ok((first, count, range.step()))
        }
        Entry::Index(index) => {
            let first = if index < 0 {
                index.wrapping_add(length)
            } else {
                index
            };
            if first < 0 || first >= length {
                return Err(SliceError::IndexOutOfBounds { axis, index, len });
            }
            Ok((first, 1, 1))
        }
        Entry::Window {
            start,
            length: count,
            stride,
        } => {
            // An `EncodingRef` has any stride. An exclusive slice would alias by a stride of 0, so
            // it is compared here, whatever the rule of windows says.
            if stride < 1 || least_length(&entry) > length as i128 {
                return Err(SliceError::WindowOutOfBounds {
                    axis,
                    start,
                    length: count,
                    stride,
                    len,
                });
            }
            Ok((
                if start < 0 { start + length } else { start },
                count as usize,
                stride,
            ))
        }
        Entry::List | Entry::Grouped => Err(SliceError::List { entry: number }),
        Entry::Ellipsis | Entry::NewAxis => Ok((0, len, 1)),
    }
}
