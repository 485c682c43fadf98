//! Strides that give the same elements another shape.

use smallvec::SmallVec;

use super::{Layout, count};
use crate::error::ShapeError;

/// The strides with which the elements of a layout read as another shape in the same row-major order.
///
/// Both shapes are cut into the shortest groups of axes that count as many elements as each other. Inside a group the axes of
/// the layout must be contiguous with each other, whatever lies between groups.
pub(crate) fn reshape_strides(
    layout: &impl Layout,
    to: &[usize],
) -> Result<SmallVec<[isize; 8]>, ShapeError> {
    let (from, steps) = (layout.shape(), layout.strides());
    let len = count(to).ok_or_else(|| ShapeError::Overflow { shape: to.into() })?;
    if len != super::len(from) {
        return Err(ShapeError::ReshapeLength { from: from.into(), to: to.into() });
    }
    let mut strides: SmallVec<[isize; 8]> = SmallVec::from_elem(0, to.len());
    if len == 0 {
        super::write_row_major(to, &mut strides);
        return Ok(strides);
    }
    // The axes not yet in a group are `..old` and `..new`. Axes of length 1 have no step, they are in any group.
    let (mut old, mut new) = (from.len(), to.len());
    while new > 0 {
        new -= 1;
        if to[new] == 1 {
            continue;
        }
        while from[old - 1] == 1 {
            old -= 1;
        }
        // The innermost axis of the group: its stride, and elements that are counted on either side.
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
                    let (from, strides, to) = (from.into(), steps.into(), to.into());
                    return Err(ShapeError::ReshapeStrides { from, strides, to, axis: old });
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
    // An axis of length 1 steps over what is inside of it, as NumPy shows it: row-major strides stay so.
    let mut step: isize = 1;
    for (&len, stride) in to.iter().zip(&mut strides).rev() {
        if len == 1 {
            *stride = step;
        }
        step = stride.wrapping_mul(len.cast_signed());
    }
    Ok(strides)
}
