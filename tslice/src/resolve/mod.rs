//! The waist: an encoding and a layout give offset, shape and strides.
//!
//! One function serves `s!`, `DynSpec` and the raw operation, typed and dynamic. It works on borrowed arrays
//! without a heap and unrolls when the number of entries and the rank are known.

mod range;
mod typed;
mod unclamped;

use smallvec::SmallVec;

pub(crate) use typed::{copy, likely, or_fail, with_care};

use crate::error::SliceError;
use crate::layout::Picks;
use crate::spec::EncodingRef;

/// TensorFlow keeps its masks in int32 attributes.
pub(crate) const MAX_ENTRIES: usize = 31;

/// Checks what does not depend on a shape, in TensorFlow's order of faults.
#[inline(always)]
pub(crate) const fn check(encoding: EncodingRef<'_>) -> Result<(), SliceError> {
    let EncodingRef { begin, end, strides, masks } = encoding;
    if begin.len() != end.len() || begin.len() != strides.len() {
        return Err(SliceError::LengthMismatch {
            begin: begin.len(),
            end: end.len(),
            strides: strides.len(),
        });
    }
    if begin.len() > MAX_ENTRIES {
        return Err(SliceError::SpecTooLong { entries: begin.len() });
    }
    if masks.ellipsis_mask & masks.ellipsis_mask.wrapping_sub(1) != 0 {
        return Err(SliceError::MultipleEllipsis { mask: masks.ellipsis_mask });
    }
    Ok(())
}

/// What a checked encoding does to the axes of an input.
#[derive(Clone, Copy)]
pub(crate) struct Axes {
    /// Axes that the ellipsis stands for.
    pub(crate) whole: usize,
    /// The rank of the result.
    pub(crate) rank: usize,
}

/// Counts the axes of a checked encoding on an input of rank `rank`.
#[inline(always)]
pub(crate) const fn axes(encoding: EncodingRef<'_>, rank: usize) -> Result<Axes, SliceError> {
    let (taken, given) = encoding.masks.axes(encoding.begin.len());
    if taken > rank {
        return Err(SliceError::TooManyIndices { taken, rank });
    }
    Ok(Axes { whole: rank - taken, rank: rank - taken + given })
}

/// Resolves a checked encoding against `shape` and `strides`, where its ellipsis stands for `whole` axes; writes the result's
/// shape and strides, which have the length that [`axes`] says, and returns the offset of its first element.
///
/// Every length of `shape` is at most `isize::MAX`, and so is the product of the non-zero ones. The offset of an
/// empty result is 0: it never moves a pointer out of its allocation.
pub(crate) const fn resolve(
    encoding: EncodingRef<'_>,
    whole: usize,
    shape: &[usize],
    strides: &[isize],
    out_shape: &mut [usize],
    out_strides: &mut [isize],
) -> Result<isize, SliceError> {
    let masks = encoding.masks;
    let entries = encoding.begin.len();
    // A spec without an ellipsis has one at its end.
    let ellipsis = masks.ellipsis(entries);
    let (mut axis, mut out, mut entry) = (0, 0, 0);
    let (mut offset, mut empty) = (0_isize, false);
    while entry < entries || entry == ellipsis {
        if entry == ellipsis {
            let mut left = whole;
            while left > 0 {
                (out_shape[out], out_strides[out]) = (shape[axis], strides[axis]);
                empty |= shape[axis] == 0;
                (axis, out, left) = (axis + 1, out + 1, left - 1);
            }
        } else if masks.is_new_axis(entry) {
            (out_shape[out], out_strides[out]) = (1, 0);
            out += 1;
        } else {
            let (len, stride) = (shape[axis], strides[axis]);
            let picked = match pick(encoding, entry, axis, len) {
                Ok(picked) => picked,
                Err(error) => return Err(error),
            };
            // An axis of at most one element never uses its stride, so a product that wraps does no harm.
            offset = offset.wrapping_add((picked.start as isize).wrapping_mul(stride));
            if !masks.is_shrink(entry) {
                (out_shape[out], out_strides[out]) =
                    (picked.count, stride.wrapping_mul(picked.step as isize));
                empty |= picked.count == 0;
                out += 1;
            }
            axis += 1;
        }
        entry += 1;
    }
    Ok(if empty { 0 } else { offset })
}

/// What one index or range selects on its axis of length `len`, an index as one position.
#[inline(always)]
const fn pick(encoding: EncodingRef<'_>, entry: usize, axis: usize, len: usize) -> Result<Picks, SliceError> {
    let EncodingRef { begin, end, strides: steps, masks } = encoding;
    let (step, length) = (steps[entry], len.cast_signed() as i64);
    if step == 0 {
        return Err(SliceError::ZeroStride { axis });
    }
    if masks.is_shrink(entry) {
        if step < 0 {
            return Err(SliceError::IndexStrideNotPositive { axis, stride: step });
        }
        let index = begin[entry];
        let start = if index < 0 { index.wrapping_add(length) } else { index };
        if start < 0 || start >= length {
            return Err(SliceError::IndexOutOfBounds { axis, index, len });
        }
        return Ok(Picks { start, count: 1, step: 1 });
    }
    let from = if masks.begin_absent(entry) { None } else { Some(begin[entry]) };
    let to = if masks.end_absent(entry) { None } else { Some(end[entry]) };
    Ok(range::range(from, to, step, length))
}

/// What an encoding selects on each axis of `shape`, for disjointness.
pub(crate) fn picks(encoding: EncodingRef<'_>, shape: &[usize]) -> Result<SmallVec<[Picks; 8]>, SliceError> {
    check(encoding)?;
    let Axes { whole, .. } = axes(encoding, shape.len())?;
    let (masks, entries) = (encoding.masks, encoding.begin.len());
    let mut picks = SmallVec::new();
    for entry in (0..entries).filter(|&entry| !masks.is_new_axis(entry)) {
        let axis = picks.len();
        if masks.is_ellipsis(entry) {
            picks.extend(shape[axis..axis + whole].iter().copied().map(Picks::whole));
        } else {
            picks.push(pick(encoding, entry, axis, shape[axis])?);
        }
    }
    picks.extend(shape[picks.len()..].iter().copied().map(Picks::whole));
    Ok(picks)
}
