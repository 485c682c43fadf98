//! The lists of an entry of a spec, and the offsets of the positions that they select together.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::iter;
use core::ops::Range as Positions;
use core::slice;

use super::elements::{Along, Elements, Indices, List, contiguous, each_block, run_of};
use super::error::PickError;
use super::mask;
use super::offsets::{Offsets, Run};
use crate::array::reserve;
use crate::error::ShapeError;
use crate::layout::{self, Dynamic, Progression};

/// The lists of an entry: one, or those of a group, each of which selects positions of an axis.
// Invariant: each list fits its axis, and together they select `count` positions.
#[derive(Clone, Copy)]
pub struct Group<'g, 'l> {
    /// The first axis of the lists.
    pub axis: usize,
    lists: &'g [List<'l>],
    shape: &'g [usize],
    /// How many positions they select.
    pub count: usize,
}

/// `Group`, for tensors of other crates.
pub type ListPart<'p> = Group<'p, 'p>;

impl<'g, 'l> Group<'g, 'l> {
    /// Checks lists of the axes of a shape from `axis` on.
    pub(super) fn new(
        axis: usize,
        lists: &'g [List<'l>],
        shape: &'g [usize],
    ) -> Result<Self, PickError> {
        let mut group = Self {
            axis,
            lists,
            shape,
            count: 1,
        };
        for (number, list) in lists.iter().enumerate() {
            let len = list.check(group.along(number, 0))?;
            if group.count == 1 {
                group.count = len;
            } else if len != 1 && len != group.count {
                return Err(PickError::GroupLength {
                    expected: group.count,
                    len,
                });
            }
        }
        Ok(group)
    }

    /// The axis of a list.
    fn along(&self, number: usize, stride: isize) -> Along {
        let axis = self.axis + number;
        Along {
            axis,
            len: self.shape[axis],
            stride,
        }
    }

    /// The offsets of the positions, by the strides of the axes.
    pub(super) fn offsets(&self, strides: &[isize]) -> Result<Positioned<'l>, PickError> {
        match self.lists {
            [List::Elements(Elements::Mask(mask))] => {
                Ok(Positioned::Mask(contiguous(mask)?, strides[0]))
            }
            [List::Items(items)] => {
                let mut made = Made::new(items.len())?;
                for (at, item) in iter::zip(0.., items) {
                    made.push(Offsets::Run(run_of(item, at, self.along(0, strides[0]))?));
                }
                Ok(Positioned::Made(made))
            }
            [List::Elements(Elements::Indices(list))] => {
                Ok(Positioned::Index((*list, self.along(0, strides[0]))))
            }
            lists => {
                let mut indices = Vec::with_capacity(lists.len());
                for (number, list) in lists.iter().enumerate() {
                    if let List::Elements(Elements::Indices(list)) = list
                        && list.len() == self.count
                    {
                        indices.push((*list, self.along(number, strides[number])));
                    }
                }
                if indices.len() == lists.len() {
                    return Ok(Positioned::Indices(indices));
                }
                Ok(Positioned::Made(self.sums(strides)?))
            }
        }
    }

    /// The sums of the offsets of all lists.
    fn sums(&self, strides: &[isize]) -> Result<Made, PickError> {
        let mut sums = Made::of(self.count, iter::repeat_n(0, self.count))?;
        for number in 0..self.lists.len() {
            let (mut places, mut last) = (sums.table.iter_mut(), 0);
            let mut add = |offset| {
                if let Some(sum) = places.next() {
                    *sum = sum.wrapping_add(offset);
                }
            };
            let list = self.list(number)?;
            list.offsets(&strides[number..])?.each(|offsets| {
                offsets.each(|offset| {
                    last = offset;
                    add(offset);
                });
            });
            // The only position of a list is repeated beside those of the others.
            (list.count..self.count).for_each(|_| add(last));
        }
        Ok(sums)
    }

    /// One of the lists.
    pub(super) fn list(&self, number: usize) -> Result<Self, PickError> {
        Self::new(self.axis + number, &self.lists[number..=number], self.shape)
    }

    /// The lengths of the axes, of which there is one for each list.
    pub fn lengths(&self) -> &[usize] {
        &self.shape[self.axis..][..self.lists.len()]
    }

    /// The positions of all axes, in row-major order of these as if they were one.
    ///
    /// # Errors
    ///
    /// If they do not fit in memory.
    pub fn positions(&self) -> Result<Vec<usize>, PickError> {
        let new = |count| Ok(reserve(&[count])?);
        self.runs(new, |positions: &mut Vec<usize>, run| {
            positions.extend((0..run.count()).map(|at| run.at(at)));
        })
    }

    /// The positions of one of the lists.
    ///
    /// # Errors
    ///
    /// If they do not fit in memory.
    pub fn of_list(&self, number: usize) -> Result<Vec<usize>, PickError> {
        self.list(number)?.positions()
    }

    /// The [`positions`](Self::positions) in a list of any type: `new` makes one with room for a
    /// number of them, and `push` appends those of a run.
    ///
    /// # Errors
    ///
    /// Those of `new`.
    pub fn runs<L>(
        &self,
        new: impl FnOnce(usize) -> Result<L, PickError>,
        push: impl Fn(&mut L, Progression),
    ) -> Result<L, PickError> {
        layout::check_count(self.lengths())?;
        let mut positions = new(self.count)?;
        let mut run = |first: isize, len, stride| {
            push(
                &mut positions,
                Progression::part_of(first.cast_unsigned(), len, stride),
            );
        };
        // The offsets of a row-major array of these axes alone.
        let strides = Dynamic::of_shape(self.lengths()).strides;
        let offsets = self.offsets(&strides)?;
        offsets.each(|offsets| match offsets {
            Offsets::Run(Run { len: 0, .. }) => {}
            Offsets::Run(Run { first, len, stride }) => run(first, len, stride),
            Offsets::Table(table) => table.iter().for_each(|&offset| run(offset, 1, 1)),
        });
        Ok(positions)
    }
}

/// The offsets of the positions that the lists of an entry select.
pub(super) enum Positioned<'l> {
    /// Those at which a mask is true, of an axis of a stride.
    Mask(Cow<'l, [bool]>, isize),
    /// Those of indices.
    Index((Indices<'l>, Along)),
    /// Those of indices of one length, which are taken together.
    Indices(Vec<(Indices<'l>, Along)>),
    Made(Made),
}

impl Positioned<'_> {
    /// Calls a function with the offsets of the positions. They are made now, a block at a time, if
    /// they were not before.
    pub(super) fn each(&self, mut see: impl FnMut(Offsets<'_>)) {
        match self {
            Self::Mask(mask, stride) => mask::offsets(mask, *stride, &mut see),
            Self::Index(indices) => each_block(slice::from_ref(indices), &mut see),
            Self::Indices(indices) => each_block(indices, &mut see),
            Self::Made(made) => made.each(see),
        }
    }

    /// Those of some positions, made now.
    pub(super) fn made<'x>(&self, some: Positions<usize>) -> Result<Positioned<'x>, ShapeError> {
        let room = match self {
            Self::Made(made) => made.table.len(),
            _ => some.len(),
        };
        let (mut made, mut first) = (Made::new(room)?, 0);
        self.each(|offsets| {
            let from = some.start.max(first) - first;
            let to = some.end.clamp(first, first + offsets.len()) - first;
            if from < to {
                made.push(offsets.part(from..to));
            }
            first += offsets.len();
        });
        Ok(Positioned::Made(made))
    }
}

/// Offsets in memory: those of runs, and a table of all others.
pub(super) struct Made {
    table: Vec<isize>,
    /// Each run, and how many offsets of the table are before it.
    runs: Vec<(usize, Run)>,
}

impl Made {
    /// Room for `count` offsets.
    fn new(count: usize) -> Result<Self, ShapeError> {
        Ok(Self {
            table: reserve(&[count])?,
            runs: Vec::new(),
        })
    }

    /// A table of `count` offsets.
    pub(super) fn of(
        count: usize,
        offsets: impl IntoIterator<Item = isize>,
    ) -> Result<Self, ShapeError> {
        let mut made = Self::new(count)?;
        made.table.extend(offsets);
        Ok(made)
    }

    /// All offsets, if none is in a run.
    pub(super) fn table(&self) -> Option<&[isize]> {
        self.runs.is_empty().then_some(&self.table)
    }

    fn push(&mut self, offsets: Offsets<'_>) {
        match offsets {
            Offsets::Run(Run { len: 0, .. }) => {}
            Offsets::Run(Run { first, len: 1, .. }) => self.table.push(first),
            Offsets::Run(run) => self.runs.push((self.table.len(), run)),
            Offsets::Table(block) => self.table.extend_from_slice(block),
        }
    }

    /// Calls a function with all of them, in order.
    fn each(&self, mut see: impl FnMut(Offsets<'_>)) {
        let mut seen = 0;
        for (before, run) in &self.runs {
            if seen < *before {
                see(Offsets::Table(&self.table[seen..*before]));
            }
            see(Offsets::Run(*run));
            seen = *before;
        }
        if seen < self.table.len() {
            see(Offsets::Table(&self.table[seen..]));
        }
    }
}
