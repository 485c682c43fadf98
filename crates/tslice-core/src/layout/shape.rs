//! Shapes: how many elements they have, where an index tuple lies, which one comes next.

use alloc::format;

use super::Dims;
use crate::error::{AxisError, ShapeError, plural};

/// The number of elements of a shape; `None` if the product of its non-zero lengths exceeds
/// `isize::MAX`, because offsets could then overflow.
#[inline]
pub const fn count(shape: &[usize]) -> Option<usize> {
    let mut product: usize = 1;
    let mut empty = false;
    let mut axis = 0;
    while axis < shape.len() {
        empty |= shape[axis] == 0;
        let len = if shape[axis] == 0 { 1 } else { shape[axis] };
        match product.checked_mul(len) {
            Some(p) if p <= isize::MAX.unsigned_abs() => product = p,
            _ => return None,
        }
        axis += 1;
    }
    Some(if empty { 0 } else { product })
}

/// The number of elements of a shape that is already known to fit.
#[inline]
pub fn len(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// A length as a signed number. Lengths of shapes are at most `isize::MAX`.
pub fn signed(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

/// Checks that a shape takes exactly `len` elements.
///
/// # Errors
///
/// If it takes another number of them, or more than `isize::MAX`.
pub fn check_len(shape: &[usize], len: usize) -> Result<(), ShapeError> {
    let needed = checked_len(shape)?;
    if needed == len {
        return Ok(());
    }
    let text = format!(
        "shape {shape:?} needs {needed} {}, there {} {len}",
        plural(needed, "element", "elements"),
        plural(len, "is", "are"),
    );
    Err(ShapeError::LengthMismatch(text.into()))
}

/// The first axis with another length than the dims know, and that length.
#[inline(always)]
pub(crate) const fn misfit<D: Dims>(shape: &[usize]) -> Option<(usize, usize)> {
    let mut axis = 0;
    while axis < D::LENGTHS.len() && axis < shape.len() {
        match D::LENGTHS[axis] {
            Some(known) if known != shape[axis] => return Some((axis, known)),
            _ => axis += 1,
        }
    }
    None
}

/// Checks that a shape has the lengths that the dims know.
#[inline]
pub(crate) fn check_known<D: Dims>(shape: &[usize]) -> Result<(), ShapeError> {
    let Some((axis, expected)) = misfit::<D>(shape) else {
        return Ok(());
    };
    Err(ShapeError::Axis(AxisError::LengthMismatch {
        axis,
        len: shape[axis],
        expected,
    }))
}

/// The number of elements of a shape, or an error if it has more than can be counted.
#[inline]
pub(crate) fn checked_len(shape: &[usize]) -> Result<usize, ShapeError> {
    count(shape).ok_or_else(|| overflow(shape))
}

#[cold]
fn overflow(shape: &[usize]) -> ShapeError {
    let most = isize::MAX;
    let text = if shape.contains(&0) {
        format!(
            "shape {shape:?} has strides above isize::MAX ({most}): its lengths other than 0 are \
             multiplied"
        )
    } else {
        format!("shape {shape:?} has more elements than isize::MAX ({most})")
    };
    ShapeError::Overflow(text.into())
}

/// Checks that the elements of a shape can be counted.
///
/// # Errors
///
/// If there are more than `isize::MAX`.
#[inline]
pub fn check_count(shape: &[usize]) -> Result<(), ShapeError> {
    checked_len(shape).map(|_| ())
}

/// Writes the strides of a row-major array of a shape whose elements can be counted.
pub(crate) const fn write_row_major(shape: &[usize], strides: &mut [isize]) {
    let mut stride: isize = 1;
    let mut axis = shape.len();
    while axis > 0 {
        axis -= 1;
        strides[axis] = stride;
        // A length of 0 counts as 1, so that the other strides stay those of the non-empty shape,
        // which `count` bounds.
        let len = if shape[axis] == 0 { 1 } else { shape[axis] };
        stride = stride.wrapping_mul(len.cast_signed());
    }
}

/// Whether elements follow each other in row-major order without gaps.
#[inline]
pub fn is_row_major(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected: isize = 1;
    let mut dense = true;
    for (&len, &stride) in shape.iter().zip(strides).rev() {
        if len == 0 {
            return true;
        }
        dense &= len == 1 || stride == expected;
        expected = expected.wrapping_mul(len.cast_signed());
    }
    dense
}

/// The offset in elements of an index tuple; `None` if the tuple is outside the shape.
#[inline(always)]
pub(crate) fn offset(shape: &[usize], strides: &[isize], index: &[usize]) -> Option<isize> {
    let part = |i: usize, len: usize, stride: isize| {
        (i < len).then(|| i.cast_signed().wrapping_mul(stride))
    };
    // Without a loop for few axes: one is unrolled too late for the caller's loops to be rid of
    // these comparisons.
    match (shape, strides, index) {
        (&[a], &[x], &[i]) => part(i, a, x),
        (&[a, b], &[x, y], &[i, j]) => Some(part(i, a, x)?.wrapping_add(part(j, b, y)?)),
        (&[a, b, c], &[x, y, z], &[i, j, k]) => Some(
            part(i, a, x)?
                .wrapping_add(part(j, b, y)?)
                .wrapping_add(part(k, c, z)?),
        ),
        (&[a, b, c, d], &[x, y, z, w], &[i, j, k, l]) => Some(
            part(i, a, x)?
                .wrapping_add(part(j, b, y)?)
                .wrapping_add(part(k, c, z)?)
                .wrapping_add(part(l, d, w)?),
        ),
        _ if index.len() != shape.len() => None,
        _ => shape
            .iter()
            .zip(strides)
            .zip(index)
            .try_fold(0, |offset: isize, ((&len, &stride), &i)| {
                Some(offset.wrapping_add(part(i, len, stride)?))
            }),
    }
}

/// Advances to the next index tuple of a shape in row-major order, and from the last one to the
/// first.
#[inline]
pub fn advance(index: &mut [usize], shape: &[usize]) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < len {
            break;
        }
        turn();
        *i = 0;
    }
}

/// The end of a row. Because it is cold, the compiler makes a branch of it, and not a choice for
/// which the next index would wait.
#[cold]
#[inline]
fn turn() {}

/// Sets the index tuple at a position of a shape in row-major order. No axis has length 0.
#[inline]
pub(crate) fn unravel(index: &mut [usize], shape: &[usize], mut position: usize) {
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        *i = position % len;
        position /= len;
    }
}
