//! What a spec with lists selects of a shape, for tensors that are not arrays of this crate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::marker::PhantomData;

use smallvec::SmallVec;

use super::elements::{Elements, Group, List};
use super::error::PickError;
use super::lists::{IsList, SeeList, Source, groups};
use super::offsets::{Offsets, Run};
use super::part::{Part, Picked, parts};
use super::selection::{Selection, selected_shape};
use crate::array::reserve;
use crate::layout::{self, Dynamic, Progression};
use crate::spec::{AsEncoding, EncodingRef};

/// What each entry of a spec selects of a shape, in their order, with what a function makes of the
/// lists of an entry; an ellipsis is a range for each of its axes.
///
/// # Errors
///
/// If the spec does not fit the shape, an axis is longer than `isize::MAX`, or the shape of the
/// result overflows; and those of the function.
pub fn picked_by<P: Source, T>(
    spec: &P,
    shape: &[usize],
    mut of: impl FnMut(ListPart<'_>) -> Result<T, PickError>,
) -> Result<Vec<Picked<T>>, PickError> {
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
                positions: of(ListPart { axis, group, shape })?,
            },
        });
    }
    Ok(picked)
}

/// The lists of an entry, which was checked: one, or those of a group.
#[derive(Clone, Copy)]
pub struct ListPart<'p> {
    /// The first axis of the lists.
    pub axis: usize,
    group: &'p [List<'p>],
    shape: &'p [usize],
}

impl ListPart<'_> {
    /// The lengths of the axes, of which there is one for each list.
    pub fn lengths(&self) -> &[usize] {
        &self.shape[self.axis..][..self.group.len()]
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
        let list = Self {
            axis: self.axis + number,
            group: &self.group[number..=number],
            ..*self
        };
        list.positions()
    }

    /// As [`positions`](Self::positions), as any type: `new` makes it for a number of positions,
    /// and `push` appends some.
    ///
    /// # Errors
    ///
    /// Those of `new`.
    pub fn runs<L>(
        &self,
        new: impl FnOnce(usize) -> Result<L, PickError>,
        push: impl Fn(&mut L, Progression),
    ) -> Result<L, PickError> {
        let shape = &self.shape[..self.axis + self.group.len()];
        layout::check_count(self.lengths())?;
        let list = [Part::List {
            axis: self.axis,
            axes: self.group.len(),
            positions: self.group,
        }];
        // The strides of the last axes of a row-major layout are those of a position of these axes
        // alone.
        let selection = Selection::new::<u8>(&list, &Dynamic::of_shape(shape))?;
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
}

/// A spec with other lists in the places of those that belong to another crate.
pub struct Relisted<'a, S> {
    encoding: EncodingRef<'a>,
    lists: Vec<List<'a>>,
    slice: PhantomData<S>,
}

impl<'a, S> Relisted<'a, S> {
    /// A list for each of [`Source::foreign`] that is not `None`.
    pub fn new<F, P: Source<F, Slice = S>>(
        spec: &'a P,
        foreign: impl IntoIterator<Item = Option<Elements<'a>>>,
    ) -> Self {
        let mut lists = spec.lists().into_vec();
        for (list, foreign) in lists.iter_mut().zip(foreign) {
            if let Some(elements) = foreign {
                *list = List::Elements(elements);
            }
        }
        Self {
            encoding: spec.as_encoding(),
            lists,
            slice: PhantomData,
        }
    }
}

#[doc(hidden)]
impl<S> AsEncoding for Relisted<'_, S> {
    fn as_encoding(&self) -> EncodingRef<'_> {
        self.encoding
    }
}

impl<S> Source for Relisted<'_, S> {
    type Slice = S;

    fn each_list<'a>(&self, see: SeeList<'_, 'a, IsList>)
    where
        Self: 'a,
    {
        self.lists.iter().for_each(|list| see(list.clone(), None));
    }
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
) -> Result<SmallVec<[usize; 8]>, PickError> {
    selected_shape(&parts(spec.as_encoding(), &spec.lists(), shape)?, shape)
}

/// The entry of each list of a spec, the number of its lists, and how `s!` writes them.
pub fn written_lists<P: Source>(spec: &P) -> Vec<(usize, usize, String)> {
    let written =
        |(entry, group): (usize, &[List<'_>])| (entry, group.len(), Group(group).to_string());
    groups(spec.as_encoding(), &spec.lists())
        .map(written)
        .collect()
}
