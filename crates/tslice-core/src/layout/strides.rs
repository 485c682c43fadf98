//! Strides that give the same elements another shape: reshaped, or repeated by NumPy's rules for
//! broadcasting and for assignment; and how far strides reach, and whether they reach an element
//! twice.

use alloc::format;
use core::iter;

use smallvec::SmallVec;

use super::{Dims, Layout, check_count, checked_len, made};
use crate::error::{ShapeError, plural};

/// The strides with which the elements of a layout read as another shape in the same row-major
/// order.
///
/// Both shapes are cut into the shortest groups of axes that count as many elements as each other.
/// Inside a group the axes of the layout must be contiguous with each other, whatever lies between
/// groups.
pub(crate) fn reshape_strides(
    layout: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let (from, steps) = (layout.shape(), layout.strides());
    let len = checked_len(to)?;
    if len != super::len(from) {
        // The largest number stands for more.
        let count = |shape: &[usize]| {
            shape
                .iter()
                .fold(1_usize, |count, len| count.saturating_mul(*len))
        };
        let text = format!(
            "shape {from:?} with {} {} does not reshape to {to:?} with {}",
            count(from),
            plural(count(from), "element", "elements"),
            count(to),
        );
        return Err(ShapeError::Reshape(text.into()));
    }
    let mut strides: SmallVec<[isize; 8]> = SmallVec::from_elem(0, to.len());
    if len == 0 {
        super::write_row_major(to, &mut strides);
        return Ok(strides);
    }
    // The axes not yet in a group are `..old` and `..new`. Axes of length 1 have no step, they are
    // in any group.
    let (mut old, mut new) = (from.len(), to.len());
    while new > 0 {
        new -= 1;
        if to[new] == 1 {
            continue;
        }
        while from[old - 1] == 1 {
            old -= 1;
        }
        // The innermost axis of the group: its stride, and elements that are counted on either
        // side.
        old -= 1;
        let (mut stride, mut covered, mut needed) = (steps[old], from[old], to[new]);
        let mut expected = stride.wrapping_mul(from[old].cast_signed());
        strides[new] = stride;
        while covered != needed {
            if covered < needed {
                old -= 1;
                if from[old] == 1 {
                    continue;
                }
                if steps[old] != expected {
                    let text = format!(
                        "shape {from:?} with strides {steps:?} does not reshape to {to:?} without \
                         a copy: axis {old} is not contiguous with the axes inside it; \
                         `to_tensor().into_shape(..)` copies"
                    );
                    return Err(ShapeError::NotContiguous(text.into()));
                }
                covered *= from[old];
                expected = expected.wrapping_mul(from[old].cast_signed());
            } else {
                stride = stride.wrapping_mul(to[new].cast_signed());
                new -= 1;
                needed *= to[new];
                strides[new] = stride;
            }
        }
    }
    // An axis of length 1 steps over what is inside of it, as NumPy shows it: row-major strides
    // stay so.
    let mut step: isize = 1;
    for (&len, stride) in to.iter().zip(&mut strides).rev() {
        if len == 1 {
            *stride = step;
        }
        step = stride.wrapping_mul(len.cast_signed());
    }
    Ok(strides)
}

/// The layout with which the elements of `from` read as an array of shape `to`, whose elements can
/// be counted: axes align at the end, and a missing axis or one of length 1 repeats with stride 0.
#[inline]
pub(crate) fn broadcast<D: Dims>(
    from: &impl Layout,
    to: &[usize],
) -> Result<D::Layout, ShapeError> {
    if from.shape().len() > to.len() {
        return Err(mismatch(from.shape(), to));
    }
    let mut fits = Ok(());
    let layout = made::<D>(to, |strides| fits = assignment_strides(from, to, strides));
    fits.map(|()| layout.expect("a shape as long as its rank"))
}

/// Checks that a source of shape `from` can be assigned to a target of shape `to`, by NumPy's rule:
/// the axes align at the end, a missing axis or one of length 1 repeats, and axes beyond the rank
/// of the target must have length 1. Returns how many there are of these: leading axes of the
/// source that are dropped.
///
/// This is the only rule of assignment, of arrays, picks, and the crates for tensors and Zarr.
///
/// # Errors
///
/// If the source does not broadcast to the target; the error names both shapes as they are.
pub fn assignable(from: &[usize], to: &[usize]) -> Result<usize, ShapeError> {
    let (dropped, kept) = from.split_at(from.len().saturating_sub(to.len()));
    let fit = |(&len, &target): (&usize, &usize)| len == target || len == 1;
    if dropped.iter().all(|&len| len == 1) && kept.iter().rev().zip(to.iter().rev()).all(fit) {
        Ok(dropped.len())
    } else {
        Err(mismatch(from, to))
    }
}

/// Writes the strides with which the elements of `from` are assigned to an array of shape `to`.
#[inline]
pub(crate) fn assignment_strides(
    from: &impl Layout,
    to: &[usize],
    strides: &mut [isize],
) -> Result<(), ShapeError> {
    let dropped = assignable(from.shape(), to)?;
    let (shape, steps) = (&from.shape()[dropped..], &from.strides()[dropped..]);
    let missing = to.len() - shape.len();
    strides[..missing].fill(0);
    let axes = iter::zip(shape, steps).zip(&to[missing..]);
    for (((&len, &step), &target), stride) in axes.zip(&mut strides[missing..]) {
        *stride = if len == target { step } else { 0 };
    }
    Ok(())
}

#[cold]
fn mismatch(from: &[usize], to: &[usize]) -> ShapeError {
    // An axis in front of those of the target has length 1.
    let target = |axis: usize| {
        (axis + to.len())
            .checked_sub(from.len())
            .map_or(1, |at| to[at])
    };
    let mut text = format!("shape {from:?} does not broadcast to shape {to:?}");
    if let Some(axis) = (0..from.len()).find(|&axis| ![1, target(axis)].contains(&from[axis])) {
        text += &format!(
            ": its axis {axis} has length {}, not {}",
            from[axis],
            target(axis)
        );
    }
    ShapeError::Broadcast(text.into())
}

/// The distance between elements that follow each other in row-major order, if it is always the
/// same.
pub(crate) fn only_step(shape: &[usize], steps: &[isize]) -> Option<isize> {
    let mut axes = shape.iter().zip(steps).rev().filter(|(len, _)| **len != 1);
    let Some((&len, &step)) = axes.next() else {
        return Some(0);
    };
    let mut next = step.wrapping_mul(len.cast_signed());
    axes.all(|(&len, &step)| {
        let is_next = step == next;
        next = next.wrapping_mul(len.cast_signed());
        is_next
    })
    .then_some(step)
}

/// Checks that every index tuple of a shape, which has a stride for each axis, lies inside `len`
/// elements, if index 0 is element `first`.
pub(crate) fn check_reach(
    shape: &[usize],
    strides: &[isize],
    first: usize,
    len: usize,
) -> Result<(), ShapeError> {
    check_count(shape)?;
    let is_inside = match hull(shape, strides) {
        Some((lowest, highest)) => {
            first as i128 + lowest >= 0 && first as i128 + highest < len as i128
        }
        None => first <= len,
    };
    if is_inside {
        return Ok(());
    }
    let text = format!(
        "shape {shape:?} with strides {strides:?} from element {first} reaches outside the slice \
         of {len} {}",
        plural(len, "element", "elements"),
    );
    Err(ShapeError::OutOfReach(text.into()))
}

/// The offsets of the lowest and the highest element of a shape that `count` can count; `None` if
/// the shape is empty.
pub(crate) const fn hull(shape: &[usize], strides: &[isize]) -> Option<(i128, i128)> {
    let (mut lowest, mut highest, mut axis) = (0, 0, 0);
    while axis < shape.len() {
        if shape[axis] == 0 {
            return None;
        }
        // The lengths have a product below 2^63, and strides are of 64 bits, so no sum of products
        // overflows.
        let reach = (shape[axis] as i128 - 1) * strides[axis] as i128;
        if reach < 0 {
            lowest += reach;
        } else {
            highest += reach;
        }
        axis += 1;
    }
    Some((lowest, highest))
}

/// Checks that no two index tuples share an element, by [`are_distinct`].
pub(crate) fn check_distinct(shape: &[usize], strides: &[isize]) -> Result<(), ShapeError> {
    if are_distinct(shape, strides) {
        return Ok(());
    }
    let text = format!(
        "shape {shape:?} with strides {strides:?} may give one element two indices, which an \
         exclusive view must not"
    );
    Err(ShapeError::Aliased(text.into()))
}

/// Whether no two index tuples of a shape that `count` can count share an element: each axis steps
/// over all that the axes of smaller strides reach.
///
/// It is `false` for layouts that interleave without sharing an element, too.
pub(crate) fn are_distinct(shape: &[usize], strides: &[isize]) -> bool {
    if shape.contains(&0) {
        return true;
    }
    // Stride and reach of each axis longer than 1. A shape that can be counted has 63 at most.
    let long = || {
        iter::zip(shape, strides)
            .filter(|(len, _)| **len > 1)
            .map(|(&len, stride)| (stride.unsigned_abs() as u128, len as u128 - 1))
            .map(|(stride, steps)| (stride, stride * steps))
    };
    long().all(|(stride, reach)| {
        // The axis itself is one of them.
        let up_to = long().filter(|other| other.0 <= stride);
        stride > up_to.map(|other| other.1).sum::<u128>() - reach
    })
}
