//! What each entry of a spec with lists selects.

use smallvec::SmallVec;

use super::elements::List;
use super::error::PickError;
use super::source::{Source, groups};
use crate::error::SliceError;
use crate::layout::Progression;
use crate::resolve::{divide, select};
use crate::spec::{EncodingRef, Entry};

/// What an entry selects of a shape: an axis of what is picked, or none if it is an index.
#[derive(Clone, Copy)]
pub(crate) enum Part<'g, 'l> {
    NewAxis,
    Index { axis: usize, at: usize },
    Range { axis: usize, taken: Progression },
    List { axis: usize, group: &'g [List<'l>] },
}

impl Part<'_, '_> {
    /// The offset of what an index or a range selects first. An axis of at most one element never uses its stride, so a product that
    /// wraps does no harm.
    pub(super) fn first(&self, strides: &[isize]) -> isize {
        let (axis, at) = match self {
            Self::NewAxis | Self::List { .. } => return 0,
            Self::Index { axis, at } => (axis, *at),
            Self::Range { axis, taken } => (axis, taken.first()),
        };
        at.cast_signed().wrapping_mul(strides[*axis])
    }

    /// The length of the axis that an entry gives; `None` of an index, and of a list.
    pub(super) fn given(&self) -> Option<usize> {
        match self {
            Self::NewAxis => Some(1),
            Self::Range { taken, .. } => Some(taken.count()),
            Self::Index { .. } | Self::List { .. } => None,
        }
    }
}

/// The parts of a spec, in the order of its entries.
pub(crate) type Parts<'g, 'l> = SmallVec<[Part<'g, 'l>; 4]>;

/// Calls a function with what each entry of a spec selects of a shape.
pub(super) fn with_parts<'l, P: Source + 'l, R>(
    spec: &P,
    shape: &[usize],
    see: impl FnOnce(&[Part<'_, 'l>]) -> Result<R, PickError>,
) -> Result<R, PickError> {
    see(&parts(spec.as_encoding(), &spec.lists(), shape)?)
}

/// What each entry selects of a shape; an ellipsis is a range for each of its axes.
fn parts<'g, 'l>(
    encoding: EncodingRef<'_>,
    lists: &'g [List<'l>],
    shape: &[usize],
) -> Result<Parts<'g, 'l>, PickError> {
    encoding.check_entries()?;
    let (whole, _) = divide(encoding, shape.len())?;
    let groups = groups(encoding, lists);
    let (mut parts, mut axis, mut at) = (Parts::new(), 0, 0);
    let entries = encoding.begin.len();
    let mut has_ellipsis = false;
    while at < entries || !has_ellipsis {
        // A spec without an ellipsis has one behind its last entry.
        let entry = if at < entries { encoding.entry(at) } else { Entry::Ellipsis };
        match entry {
            Entry::Ellipsis => {
                has_ellipsis = true;
                for (axis, &len) in shape.iter().enumerate().skip(axis).take(whole) {
                    parts.push(Part::Range { axis, taken: Progression::whole(len) });
                }
                axis += whole;
            }
            Entry::NewAxis => parts.push(Part::NewAxis),
            Entry::Index { .. } => {
                let at = select(entry, at, axis, shape[axis])?.first();
                parts.push(Part::Index { axis, at });
                axis += 1;
            }
            Entry::Range(_) | Entry::Window { .. } => {
                let taken = select(entry, at, axis, shape[axis])?;
                parts.push(Part::Range { axis, taken });
                axis += 1;
            }
            Entry::List | Entry::Grouped => {
                // An encoding alone has no positions.
                let group = groups.iter().find(|(entry, _)| *entry == at).map_or(&[][..], |(_, group)| group);
                if group.is_empty() {
                    return Err(SliceError::List { entry: at }.into());
                }
                parts.push(Part::List { axis, group });
                (axis, at) = (axis + group.len(), at + group.len() - 1);
            }
        }
        at += 1;
    }
    Ok(parts)
}

/// A list of an axis, the others stay whole.
#[inline]
pub(crate) fn parts_of_axis<'g, 'l>(list: &'g [List<'l>; 1], axis: usize, shape: &[usize]) -> Parts<'g, 'l> {
    let whole = |(axis, &len)| Part::Range { axis, taken: Progression::whole(len) };
    let mut parts: Parts<'g, 'l> = shape.iter().enumerate().map(whole).collect();
    parts[axis] = Part::List { axis, group: list };
    parts
}
