//! What a spec with lists selects of a shape, for tensors that are not arrays of this crate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::elements::{Group, List};
use super::error::PickError;
use super::lists::{Source, groups};
use super::offsets::{Offsets, Run};
use super::part::{Part, Picked, parts};
use super::selection::{Selection, selected_shape};
use crate::layout::{self, Dynamic, Progression};

/// What each entry of a spec selects of a shape, in their order; an ellipsis is a range for each of
/// its axes.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, the shape of the result
/// overflows, or the positions of a list do not fit in memory.
pub fn picked<P: Source>(spec: &P, shape: &[usize]) -> Result<Vec<Picked>, PickError> {
    let new = |count| Ok(layout::reserve(&[count])?);
    picked_as(spec, shape, new, |positions: &mut Vec<usize>, run| {
        positions.extend((0..run.count()).map(|at| run.at(at)));
    })
}

/// Works like [`picked`], with lists of another type: `new` makes one for a number of positions,
/// and `push` appends positions to it.
///
/// # Errors
///
/// As [`picked`], and those of `new`.
pub fn picked_as<P: Source, L>(
    spec: &P,
    shape: &[usize],
    new: impl Fn(usize) -> Result<L, PickError>,
    push: impl Fn(&mut L, Progression),
) -> Result<Vec<Picked<L>>, PickError> {
    let lists = spec.lists();
    let parts = parts(spec.as_encoding(), &lists, shape)?;
    selected_shape(&parts, shape)?;
    let mut picked = Vec::new();
    for part in parts {
        picked.push(match part {
            Part::NewAxis => Picked::NewAxis,
            Part::Index { axis, at } => Picked::Index { axis, at },
            Part::Range { axis, taken } => Picked::Range { axis, taken },
            Part::List {
                axis,
                axes,
                positions: group,
            } => Picked::List {
                axis,
                axes,
                positions: positions(group, (axis, shape), &new, &push)?,
            },
        });
    }
    Ok(picked)
}

/// The shape of what a spec selects of a shape. It takes no memory for the positions of a list.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, or the shape of the
/// result overflows.
pub fn picked_shape<P: Source>(
    spec: &P,
    shape: &[usize],
) -> Result<SmallVec<[usize; 4]>, PickError> {
    selected_shape(&parts(spec.as_encoding(), &spec.lists(), shape)?, shape)
}

/// The positions of the lists of an entry, whose axes are those from `axis` on, in row-major order
/// of these as if they were one.
fn positions<L>(
    group: &[List<'_>],
    (axis, shape): (usize, &[usize]),
    new: impl Fn(usize) -> Result<L, PickError>,
    push: impl Fn(&mut L, Progression),
) -> Result<L, PickError> {
    let axes = group.len();
    layout::check_count(&shape[axis..axis + axes])?;
    let list = [Part::List {
        axis,
        axes,
        positions: group,
    }];
    // The strides of the last axes of a row-major layout are those of a position of these axes
    // alone.
    let selection = Selection::new::<u8>(&list, &Dynamic::of_shape(&shape[..axis + axes]))?;
    let mut positions = new(selection.len())?;
    let axes = selection.axes(core::iter::once(0));
    selection.batches(&axes, false, &mut |batch| {
        let mut run = |first: isize, len, stride| {
            let first = batch.base.wrapping_add(first).cast_unsigned();
            push(&mut positions, Progression::part_of(first, len, stride));
        };
        match batch.offsets {
            Offsets::Run(Run { first, len, stride }) => run(*first, *len, *stride),
            Offsets::Table(table) => table.iter().for_each(|&offset| run(offset, 1, 1)),
        }
    });
    Ok(positions)
}

/// The entry of each list of a spec, the number of its lists, and how `s!` writes them.
pub fn written_lists<P: Source>(spec: &P) -> Vec<(usize, usize, String)> {
    let written =
        |(entry, group): (usize, &[List<'_>])| (entry, group.len(), Group(group).to_string());
    groups(spec.as_encoding(), &spec.lists())
        .into_iter()
        .map(written)
        .collect()
}
