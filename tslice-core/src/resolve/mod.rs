//! Resolves an encoding against a layout into an offset, a shape and strides.
//!
//! One function serves `s!`, `DynSpec` and the raw operations, typed and dynamic. It works on borrowed lists without a heap
//! and unrolls if the number of entries and the rank are known. Typed specs try `typed::fast_path` before it.

pub(crate) mod checked;
mod inside;
mod place;
mod range;
mod slices;
mod strict;
mod typed;

use tslice_syntax::Form;
use tslice_syntax::proof::window_fault;

use crate::error::SliceError;
use crate::layout::{Dynamic, Int, Layout, Progression, Resizable, Uint};
use crate::spec::{Bounds, EncodingRef, Entry};

pub use place::{Origin, place, rank_of, result_lengths, selections};
pub use slices::Slices;
pub(crate) use typed::const_resolve;

/// Divides the axes of an input of rank `rank` among the entries of a checked encoding; returns the number of axes that the ellipsis
/// stands for, and the rank of the result.
#[inline(always)]
pub(crate) const fn divide(encoding: EncodingRef<'_>, rank: usize) -> Result<(usize, usize), SliceError> {
    let (taken, given) = encoding.forms().axes(encoding.begin.len());
    if taken > rank {
        return Err(SliceError::TooManyIndices { taken, rank });
    }
    Ok((rank - taken, rank - taken + given))
}

/// Resolves an encoding against a layout into that of the result; returns the offset of the result's first element.
///
/// The offset of an empty result is 0: it never moves a pointer out of its allocation.
pub(crate) fn resolve<L: Layout, M: Resizable>(
    encoding: EncodingRef<'_>,
    from: &L,
) -> Result<(isize, M), SliceError> {
    resolve_from(encoding, 0, from)
}

/// [`resolve`] for an encoding whose entries are for the axes from `first` on: those before it stay whole. Errors count from `first`, too.
/// The offset is 0 if an axis from there on is empty.
#[inline]
pub(crate) fn resolve_from<L: Layout, M: Resizable>(
    encoding: EncodingRef<'_>,
    first: usize,
    from: &L,
) -> Result<(isize, M), SliceError> {
    encoding.check()?;
    let mut to = M::blank();
    let (before, lengths) = from.shape().split_at(first);
    let (steps_before, steps) = from.strides().split_at(first);
    let (whole, rank) = divide(encoding, lengths.len())?;
    let (shape, strides) =
        to.reset(first + rank).expect("the rank of the result follows from the type of the spec");
    let ((shape_before, shape), (strides_before, strides)) =
        (shape.split_at_mut(first), strides.split_at_mut(first));
    shape_before.copy_from_slice(before);
    strides_before.copy_from_slice(steps_before);
    let offset = walk(encoding, whole, (lengths, steps), shape, strides)?;
    Ok((offset, to))
}

/// [`resolve`] for a checked encoding whose ellipsis stands for `whole` axes; writes the result's shape and strides, which
/// have the length that [`divide`] says.
///
/// Every length of `shape` is at most `isize::MAX`, and so is the product of the non-zero ones.
#[inline(always)]
const fn walk(
    encoding: EncodingRef<'_>,
    whole: usize,
    (shape, strides): (&[usize], &[isize]),
    out_shape: &mut [usize],
    out_strides: &mut [isize],
) -> Result<isize, SliceError> {
    let entries = encoding.begin.len();
    let (mut axis, mut out, mut at) = (0, 0, 0);
    let (mut offset, mut empty) = (0_isize, false);
    // A spec without an ellipsis has one behind its last entry.
    let implicit = encoding.forms().first(Form::Ellipsis, entries) == entries;
    while at < entries + implicit as usize {
        let entry = if at < entries { encoding.entry(at) } else { Entry::Ellipsis };
        at += 1;
        let (selected, stride) = match entry {
            Entry::Ellipsis => {
                let mut left = whole;
                while left > 0 {
                    (out_shape[out], out_strides[out]) = (shape[axis], strides[axis]);
                    empty |= shape[axis] == 0;
                    (axis, out, left) = (axis + 1, out + 1, left - 1);
                }
                continue;
            }
            Entry::NewAxis => {
                (out_shape[out], out_strides[out]) = (1, 0);
                out += 1;
                continue;
            }
            Entry::Index { index, stride } => match select_index(index, stride, axis, shape[axis]) {
                Ok(first) => {
                    offset = offset.wrapping_add((first as isize).wrapping_mul(strides[axis]));
                    axis += 1;
                    continue;
                }
                Err(error) => return Err(error),
            },
            Entry::Range(bounds) => (select_range(bounds, axis, shape[axis]), bounds.stride),
            Entry::Window { start, length, stride } => {
                (select_window([start, length, stride], axis, shape[axis]), stride)
            }
            Entry::List | Entry::Grouped => return Err(SliceError::List { entry: at - 1 }),
        };
        let (first, count) = match selected {
            Ok(selected) => selected,
            Err(error) => return Err(error),
        };
        // An axis of at most one element never uses its stride, so a product that wraps does no harm.
        offset = offset.wrapping_add((first as isize).wrapping_mul(strides[axis]));
        out_shape[out] = count;
        out_strides[out] = strides[axis].wrapping_mul(stride as isize);
        empty |= count == 0;
        (axis, out) = (axis + 1, out + 1);
    }
    Ok(if empty { 0 } else { offset })
}

/// Resolves a range on each axis, or the whole axis, as [`resolve`] does. No stride is 0.
pub(crate) fn resolve_ranges(
    ranges: impl Iterator<Item = Option<Bounds>>,
    from: &Dynamic,
) -> (isize, Dynamic) {
    let mut to = from.clone();
    let mut offset = 0_isize;
    for (range, (len, stride)) in ranges.zip(to.shape.iter_mut().zip(&mut to.strides)) {
        if let Some(bounds) = range {
            let (first, count) = range::range(bounds, len.cast_signed() as i64);
            // As in `walk`, a product that wraps is not used.
            offset = offset.wrapping_add((first as isize).wrapping_mul(*stride));
            (*len, *stride) = (count, stride.wrapping_mul(bounds.stride as isize));
        }
    }
    if to.shape.contains(&0) { (0, to) } else { (offset, to) }
}

/// The position that an index selects on its axis of length `len`.
#[inline(always)]
const fn select_index(index: i64, stride: i64, axis: usize, len: usize) -> Result<Int, SliceError> {
    if stride <= 0 {
        return Err(if stride == 0 {
            SliceError::ZeroStride { axis }
        } else {
            SliceError::IndexStrideNotPositive { axis, stride }
        });
    }
    let length = len.cast_signed() as i64;
    let start = if index < 0 { index.wrapping_add(length) } else { index };
    if start < 0 || start >= length {
        return Err(SliceError::IndexOutOfBounds { axis, index, len });
    }
    Ok(start)
}

/// The first position that a range selects on its axis of length `len`, and how many.
#[inline(always)]
pub(crate) const fn select_range(
    bounds: Bounds,
    axis: usize,
    len: usize,
) -> Result<(Int, usize), SliceError> {
    if bounds.stride == 0 {
        return Err(SliceError::ZeroStride { axis });
    }
    Ok(range::range(bounds, len.cast_signed() as i64))
}

/// The first position that `length` positions from `start` on select of an axis of length `len`, and how many they are.
#[inline(always)]
pub(crate) const fn select_window(
    [start, length, stride]: [i64; 3],
    axis: usize,
    len: usize,
) -> Result<(Int, usize), SliceError> {
    let axis_length = len.cast_signed() as i64;
    if window_fault(start, length, stride, axis_length).is_some() {
        return Err(SliceError::WindowOutOfBounds { axis, start, length, stride, len });
    }
    Ok((if start < 0 { start + axis_length } else { start }, length as usize))
}

/// What an entry that consumes an axis of length `len` selects of it.
#[inline(always)]
pub(crate) const fn select(
    entry: Entry,
    number: usize,
    axis: usize,
    len: usize,
) -> Result<Progression, SliceError> {
    let (selected, stride) = match entry {
        Entry::Ellipsis | Entry::NewAxis => return Ok(Progression::whole(len)),
        Entry::Index { index, stride } => match select_index(index, stride, axis, len) {
            Ok(first) => (Ok((first, 1)), 1),
            Err(error) => (Err(error), 1),
        },
        Entry::Range(bounds) => (select_range(bounds, axis, len), bounds.stride),
        Entry::Window { start, length, stride } => {
            (select_window([start, length, stride], axis, len), stride)
        }
        Entry::List | Entry::Grouped => (Err(SliceError::List { entry: number }), 1),
    };
    match selected {
        Ok((first, count)) => Ok(Progression::new(first, count, stride)),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
