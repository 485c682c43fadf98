//! The waist: an encoding and a layout give offset, shape and strides.
//!
//! One function serves `s!`, `DynSpec` and the raw operation, typed and dynamic. It works on borrowed arrays
//! without a heap and unrolls when the number of entries and the rank are known.

mod range;

use crate::error::SliceError;
use crate::layout::Picks;
use crate::spec::{EncodingRef, Masks};

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
    if masks.ellipsis_mask.count_ones() > 1 {
        return Err(SliceError::MultipleEllipsis { mask: masks.ellipsis_mask });
    }
    Ok(())
}

/// The rank of the result of a checked encoding on an input of rank `rank`.
#[inline(always)]
pub(crate) const fn result_rank(encoding: EncodingRef<'_>, rank: usize) -> Result<usize, SliceError> {
    let (taken, given) = encoding.masks.axes(encoding.begin.len());
    if taken > rank {
        return Err(SliceError::TooManyIndices { taken, rank });
    }
    Ok(rank - taken + given)
}

/// Resolves a checked encoding against `shape` and `strides`; writes the result's shape and strides, which have
/// the length that [`result_rank`] says, and returns the offset of its first element.
///
/// Every length of `shape` is at most `isize::MAX`, and so is the product of the non-zero ones. The offset of an
/// empty result is 0: it never moves a pointer out of its allocation.
#[inline(always)]
pub(crate) const fn resolve(
    encoding: EncodingRef<'_>,
    shape: &[usize],
    strides: &[isize],
    out_shape: &mut [usize],
    out_strides: &mut [isize],
) -> Result<isize, SliceError> {
    let EncodingRef { begin, end, strides: steps, masks } = encoding;
    let entries = begin.len();
    let (taken, _) = masks.axes(entries);
    if taken > shape.len() {
        return Err(SliceError::TooManyIndices { taken, rank: shape.len() });
    }
    let whole = shape.len() - taken;
    let (mut axis, mut out, mut offset, mut empty) = (0, 0, 0_isize, false);
    let mut entry = 0;
    // The round after the last entry is the ellipsis at the end that every spec without one has.
    while entry <= entries {
        if masks.is_ellipsis(entry) || (entry == entries && !masks.has_ellipsis(entries)) {
            let mut i = 0;
            while i < whole {
                out_shape[out] = shape[axis];
                out_strides[out] = strides[axis];
                empty |= shape[axis] == 0;
                axis += 1;
                out += 1;
                i += 1;
            }
        } else if entry == entries {
        } else if masks.is_new_axis(entry) {
            out_shape[out] = 1;
            out_strides[out] = 0;
            out += 1;
        } else if steps[entry] == 0 {
            return Err(SliceError::ZeroStride { axis });
        } else if masks.is_shrink(entry) {
            if steps[entry] < 0 {
                return Err(SliceError::IndexStrideNotPositive { axis, stride: steps[entry] });
            }
            let (index, len) = (begin[entry], shape[axis].cast_signed() as i64);
            let position = if index < 0 { index.wrapping_add(len) } else { index };
            if position < 0 || position >= len {
                return Err(SliceError::IndexOutOfBounds { axis, index, len: shape[axis] });
            }
            offset = offset.wrapping_add((position as isize).wrapping_mul(strides[axis]));
            axis += 1;
        } else {
            let from = if masks.begin_absent(entry) { None } else { Some(begin[entry]) };
            let to = if masks.end_absent(entry) { None } else { Some(end[entry]) };
            let picked = range::range(from, to, steps[entry], shape[axis].cast_signed() as i64);
            // An axis of at most one element never uses its stride, so a product that wraps does no harm.
            offset = offset.wrapping_add((picked.start as isize).wrapping_mul(strides[axis]));
            out_shape[out] = picked.count;
            out_strides[out] = strides[axis].wrapping_mul(steps[entry] as isize);
            empty |= picked.count == 0;
            axis += 1;
            out += 1;
        }
        entry += 1;
    }
    Ok(if empty { 0 } else { offset })
}

/// What a valid encoding selects on each axis of `shape`, an index as one position; for disjointness.
pub(crate) fn picks(
    encoding: EncodingRef<'_>,
    shape: &[usize],
) -> Result<alloc::vec::Vec<Picks>, SliceError> {
    check(encoding)?;
    let rank = result_rank(encoding, shape.len())?;
    // Keeping indices as axes makes the result's axes the input's, after the new ones.
    let entries = encoding.begin.len();
    let kept = Masks { shrink_axis_mask: 0, ..encoding.masks };
    let (mut out_shape, mut out_strides) = (alloc::vec![0; rank], alloc::vec![0; rank]);
    resolve(encoding, shape, &alloc::vec![0; shape.len()], &mut out_shape, &mut out_strides)?;
    let ends: alloc::vec::Vec<Option<i64>> = (0..entries)
        .map(|i| {
            if encoding.masks.is_shrink(i) {
                encoding.begin[i].checked_add(1).filter(|e| *e != 0)
            } else {
                Some(encoding.end[i])
            }
        })
        .collect();
    let end: alloc::vec::Vec<i64> = ends.iter().map(|e| e.unwrap_or(0)).collect();
    let mut end_mask = kept.end_mask;
    let mut begin_mask = kept.begin_mask;
    for (i, e) in ends.iter().enumerate().filter(|(i, _)| encoding.masks.is_shrink(*i)) {
        begin_mask &= !(1 << i);
        end_mask &= !(1 << i);
        if e.is_none() {
            end_mask |= 1 << i;
        }
    }
    let steps: alloc::vec::Vec<i64> =
        (0..entries).map(|i| if encoding.masks.is_shrink(i) { 1 } else { encoding.strides[i] }).collect();
    let masks = Masks { begin_mask, end_mask, ..kept };
    let kept = EncodingRef { begin: encoding.begin, end: &end, strides: &steps, masks };
    let rank = result_rank(kept, shape.len())?;
    let mut picks = alloc::vec::Vec::with_capacity(shape.len());
    for axis in 0..shape.len() {
        let mut unit = alloc::vec![0_isize; shape.len()];
        unit[axis] = 1;
        let (mut out_shape, mut out_strides) = (alloc::vec![0; rank], alloc::vec![0; rank]);
        let start = resolve(kept, shape, &unit, &mut out_shape, &mut out_strides)?;
        let old_axes = (0..rank).filter(|out| !is_new(kept, shape.len(), *out));
        let out = old_axes.into_iter().nth(axis).unwrap_or(0);
        let (count, step) = (out_shape[out], out_strides[out]);
        picks.push(Picks { start: start.unsigned_abs(), count, step: if step == 0 { 1 } else { step } });
    }
    Ok(picks)
}

/// Whether axis `out` of the result stems from a new-axis entry of an encoding without indices.
fn is_new(encoding: EncodingRef<'_>, rank: usize, out: usize) -> bool {
    let entries = encoding.begin.len();
    let (taken, _) = encoding.masks.axes(entries);
    let mut at = 0;
    for entry in 0..entries {
        let width = if encoding.masks.is_ellipsis(entry) { rank - taken } else { 1 };
        if (at..at + width).contains(&out) {
            return encoding.masks.is_new_axis(entry);
        }
        at += width;
    }
    false
}
