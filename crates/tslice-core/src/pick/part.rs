//! What each entry of a spec with lists selects.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::elements::List;
use super::error::PickError;
use super::group::Group;
use super::lists::next_group;
use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Progression};
use crate::resolve::{check_lengths, divide, select};
use crate::spec::{EncodingRef, Entry};

/// What an entry of a spec selects. All but an index give an axis of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked<P = Vec<usize>> {
    /// A new axis of length 1.
    NewAxis,
    /// A position of an axis, which is dropped.
    Index {
        /// The axis.
        axis: usize,
        /// The position.
        at: usize,
    },
    /// A range of an axis, or all of it.
    Range {
        /// The axis.
        axis: usize,
        /// The positions.
        taken: Progression,
    },
    /// A list of positions of some axes that follow each other, of more than one for a group.
    List {
        /// The first axis.
        axis: usize,
        /// How many axes there are.
        axes: usize,
        /// The positions, in row-major order of these axes as if they were one.
        positions: P,
    },
}

/// What an entry selects, as its lists.
pub(crate) type Part<'g, 'l> = Picked<Group<'g, 'l>>;

impl Part<'_, '_> {
    /// All of an axis of a shape.
    pub(super) fn whole(axis: usize, shape: &[usize]) -> Self {
        let taken = Progression::whole(shape[axis]);
        Self::Range { axis, taken }
    }

    /// The length of the axis of the result.
    pub(super) fn len(&self) -> Option<usize> {
        match self {
            Self::NewAxis => Some(1),
            Self::Index { .. } => None,
            Self::Range { taken, .. } => Some(taken.count()),
            Self::List { positions, .. } => Some(positions.count),
        }
    }
}

/// The parts of a spec, in the order of its entries.
pub(crate) type Parts<'g, 'l> = SmallVec<[Part<'g, 'l>; 4]>;

/// Appends what each entry of a spec with these lists selects of a shape; an ellipsis is a range
/// for each of its axes.
pub(super) fn parts<'g, 'l>(
    encoding: EncodingRef<'_>,
    mut lists: &'g [List<'l>],
    shape: &'g [usize],
    parts: &mut Parts<'g, 'l>,
) -> Result<(), PickError> {
    check_lengths(shape)?;
    encoding.check_entries()?;
    let (whole, _) = divide(encoding, shape.len())?;
    let (mut axis, mut at) = (0, 0);
    while let Some(entry) = encoding.entry_or_ellipsis(at) {
        match entry {
            Entry::Ellipsis => {
                for _ in 0..whole {
                    parts.push(Part::whole(axis, shape));
                    axis += 1;
                }
            }
            Entry::NewAxis => parts.push(Part::NewAxis),
            Entry::Index(_) | Entry::Range(_) | Entry::Window { .. } => {
                let selected = select(entry, encoding.strides[at], at, axis, shape[axis]);
                let (first, count, step) = selected?;
                let taken = Progression::new(first, count, step);
                parts.push(match entry {
                    Entry::Index(_) => Part::Index {
                        axis,
                        at: taken.first(),
                    },
                    _ => Part::Range { axis, taken },
                });
                axis += 1;
            }
            Entry::List | Entry::Grouped => {
                let group = next_group(encoding, at, &mut lists);
                let axes = group.len();
                if axes == 0 {
                    // An encoding alone has no positions.
                    return Err(SliceError::List { entry: at }.into());
                }
                let positions = Group::new(axis, group, shape)?;
                parts.push(Part::List {
                    axis,
                    axes,
                    positions,
                });
                axis += axes;
                at += axes - 1;
            }
        }
        at += 1;
    }
    Ok(())
}

/// Appends the lengths of what some parts select to an empty shape, whose elements can be counted.
pub(super) fn selected_shape(
    parts: &[Part<'_, '_>],
    shape: &mut SmallVec<[usize; 8]>,
) -> Result<(), ShapeError> {
    for len in parts.iter().filter_map(Part::len) {
        shape.push(len);
    }
    layout::check_count(shape)?;
    Ok(())
}
