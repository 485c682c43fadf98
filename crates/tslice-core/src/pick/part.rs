//! What each entry of a spec with lists selects.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::elements::List;
use super::error::PickError;
use super::lists::groups;
use crate::error::SliceError;
use crate::layout::Progression;
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
pub(crate) type Part<'g, 'l> = Picked<&'g [List<'l>]>;

/// The parts of a spec, in the order of its entries.
pub(crate) type Parts<'g, 'l> = SmallVec<[Part<'g, 'l>; 4]>;

/// What each entry of a spec with these lists selects of a shape; an ellipsis is a range for each
/// of its axes.
pub(super) fn parts<'g, 'l>(
    encoding: EncodingRef<'g>,
    lists: &'g [List<'l>],
    shape: &[usize],
) -> Result<Parts<'g, 'l>, PickError> {
    check_lengths(shape)?;
    encoding.check_entries()?;
    let (whole, _) = divide(encoding, shape.len())?;
    let mut groups = groups(encoding, lists);
    let (mut parts, mut axis, mut at) = (Parts::new(), 0, 0);
    while let Some(entry) = encoding.entry_or_ellipsis(at) {
        match entry {
            Entry::Ellipsis => {
                parts.extend(whole_axes(shape).skip(axis).take(whole));
                axis += whole;
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
                let (_, positions) = groups
                    .next()
                    .filter(|(entry, lists)| *entry == at && !lists.is_empty())
                    // An encoding alone has no positions.
                    .ok_or(SliceError::List { entry: at })?;
                let axes = positions.len();
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
    Ok(parts)
}

/// A range for each axis.
pub(super) fn whole_axes<'g, 'l: 'g>(shape: &[usize]) -> impl Iterator<Item = Part<'g, 'l>> {
    shape.iter().enumerate().map(|(axis, &len)| Part::Range {
        axis,
        taken: Progression::whole(len),
    })
}
