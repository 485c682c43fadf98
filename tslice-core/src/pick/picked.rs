//! What a spec with lists selects of a shape, for tensors that are not arrays of this crate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::elements::{Group, List};
use super::error::PickError;
use super::lists::{Source, groups};
use super::part::{Part, Picked, with_parts};
use super::selection::{Selection, selected_shape};
use crate::error::SliceError;
use crate::layout::{self, Dynamic};

/// What each entry of a spec selects of a shape, in their order; an ellipsis is a range for each of its axes.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, the shape of the result overflows, or the positions of a list do
/// not fit in memory.
pub fn picked<P: Source>(spec: &P, shape: &[usize]) -> Result<Vec<Picked>, PickError> {
    check_axes(shape)?;
    let mut picked = Vec::new();
    with_parts(spec, shape, |parts| {
        layout::check_count(&selected_shape(parts, shape)?)?;
        for &part in parts {
            picked.push(match part {
                Part::NewAxis => Picked::NewAxis,
                Part::Index { axis, at } => Picked::Index { axis, at },
                Part::Range { axis, taken } => Picked::Range { axis, taken },
                Part::List { axis, axes, positions: group } => {
                    Picked::List { axis, axes, positions: positions(group, &shape[axis..axis + axes])? }
                }
            });
        }
        Ok(())
    })?;
    Ok(picked)
}

/// The shape of what a spec selects of a shape. It takes no memory for the positions of a list.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, or the shape of the result overflows.
pub fn picked_shape<P: Source>(spec: &P, shape: &[usize]) -> Result<SmallVec<[usize; 4]>, PickError> {
    check_axes(shape)?;
    let selected = with_parts(spec, shape, |parts| selected_shape(parts, shape))?;
    layout::check_count(&selected)?;
    Ok(selected)
}

fn check_axes(shape: &[usize]) -> Result<(), PickError> {
    match shape.iter().position(|&len| len > isize::MAX.unsigned_abs()) {
        Some(axis) => Err(SliceError::AxisTooLong { axis, len: shape[axis] }.into()),
        None => Ok(()),
    }
}

/// The positions of the lists of an entry, in row-major order of their axes.
fn positions(group: &[List<'_>], shape: &[usize]) -> Result<Vec<usize>, PickError> {
    layout::check_count(shape)?;
    let list = [Part::List { axis: 0, axes: group.len(), positions: group }];
    let selection = Selection::new::<u8>(&list, &Dynamic::of_shape(shape))?;
    let mut positions = layout::reserve(&selection.shape)?;
    let axes = selection.axes(core::iter::once(0));
    selection.batches(&axes, false, &mut |batch| {
        batch.each(|offset, _| positions.push(offset.cast_unsigned()));
    });
    Ok(positions)
}

/// The entry of each list of a spec, the number of its lists, and how `s!` writes them.
pub fn written_lists<P: Source>(spec: &P) -> Vec<(usize, usize, String)> {
    let written = |(entry, group): (usize, &[List<'_>])| (entry, group.len(), Group(group).to_string());
    groups(spec.as_encoding(), &spec.lists()).into_iter().map(written).collect()
}
