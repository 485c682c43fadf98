//! What a spec with lists selects of a shape, for tensors that are no arrays of this crate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use tslice_syntax::Form;

use super::error::PickError;
use super::lists::print;
use super::offsets::offsets;
use super::part::{Part, with_parts};
use super::positions::Group;
use super::source::Source;
use crate::error::SliceError;
use crate::layout::{self, Progression};
use crate::spec::{EncodingRef, Entry};

/// What an entry of a spec selects. All but an index give an axis of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
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
        positions: Vec<usize>,
    },
}

impl Picked {
    /// The length of the axis of the result; `None` if there is none.
    #[must_use]
    pub fn given(&self) -> Option<usize> {
        match self {
            Self::NewAxis => Some(1),
            Self::Index { .. } => None,
            Self::Range { taken, .. } => Some(taken.count()),
            Self::List { positions, .. } => Some(positions.len()),
        }
    }
}

/// What each entry of a spec selects of a shape, in their order; an ellipsis is a range for each of its axes.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, or the shape of the result overflows.
pub fn picked<P: Source>(spec: &P, shape: &[usize]) -> Result<Vec<Picked>, PickError> {
    if let Some(axis) = shape.iter().position(|&len| len > isize::MAX.unsigned_abs()) {
        return Err(SliceError::AxisTooLong { axis, len: shape[axis] }.into());
    }
    let (mut picked, mut result) = (Vec::new(), SmallVec::<[usize; 8]>::new());
    with_parts(spec, shape, |parts| {
        for &part in parts {
            let part = match part {
                Part::NewAxis => Picked::NewAxis,
                Part::Index { axis, at } => Picked::Index { axis, at },
                Part::Range { axis, taken } => Picked::Range { axis, taken },
                Part::List { axis, group } => {
                    let axes = axis..axis + group.len();
                    layout::check_count(&shape[axes.clone()])?;
                    let mut strides: SmallVec<[isize; 8]> = SmallVec::from_elem(1, axes.end);
                    for axis in axes.clone().skip(1).rev() {
                        strides[axis - 1] = strides[axis].wrapping_mul(shape[axis].cast_signed());
                    }
                    let offsets = offsets(group, axis, shape, &strides)?;
                    let mut positions = layout::reserve(&[offsets.len()])?;
                    offsets.each(0..offsets.len(), |block| {
                        positions.extend(block.iter().map(|offset| offset.cast_unsigned()));
                    });
                    Picked::List { axis, axes: axes.len(), positions }
                }
            };
            result.extend(part.given());
            picked.push(part);
        }
        Ok(())
    })?;
    layout::check_count(&result)?;
    Ok(picked)
}

/// The entry of each list of a spec, the number of its lists, and how `s!` writes them.
pub fn written_lists<P: Source>(spec: &P) -> Vec<(usize, usize, String)> {
    struct Written<'g, 'l>(&'g Group<'l>);
    impl fmt::Display for Written<'_, '_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            print(self.0, f)
        }
    }
    let mut written = Vec::new();
    spec.lists(&mut |entry, group| written.push((entry, group.len(), Written(&group).to_string())));
    written
}

/// An encoding with a whole axis in place of each list, and of each list of a group.
#[must_use]
pub fn without_lists(encoding: EncodingRef<'_>) -> EncodingRef<'_> {
    let mut forms = encoding.forms();
    for (at, entry) in encoding.entries().enumerate() {
        match entry {
            Entry::List | Entry::Grouped => forms = forms.with(at, Form::Range { begin: false, end: false }),
            Entry::Ellipsis
            | Entry::NewAxis
            | Entry::Index { .. }
            | Entry::Range(_)
            | Entry::Window { .. } => {}
        }
    }
    EncodingRef { forms, ..encoding }
}
