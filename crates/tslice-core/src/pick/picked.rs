//! What a spec with lists selects of a shape, for tensors that are not arrays of this crate.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::marker::PhantomData;

use smallvec::SmallVec;

use super::elements::{Elements, List, Written};
use super::error::PickError;
use super::group::ListPart;
use super::lists::{IsList, SeeList, Source, groups};
use super::part::{Part, Parts, Picked, parts, selected_shape};
use crate::spec::{AsEncoding, EncodingRef, Trust};

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
    let (lists, mut selected) = (spec.lists(), Parts::new());
    parts(spec.as_encoding(), &lists, shape, &mut selected)?;
    selected_shape(&selected, &mut SmallVec::new())?;
    let mut picked = Vec::new();
    for part in selected {
        picked.push(match part {
            Part::NewAxis => Picked::NewAxis,
            Part::Index { axis, at } => Picked::Index { axis, at },
            Part::Range { axis, taken } => Picked::Range { axis, taken },
            Part::List {
                axis,
                axes,
                positions,
            } => Picked::List {
                axis,
                axes,
                positions: of(positions)?,
            },
        });
    }
    Ok(picked)
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
    const TRUST: Trust<Self> = Trust::OWN;

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

/// The entry of each list of a spec, the number of its lists, and how `s!` writes them.
pub fn written_lists<P: Source>(spec: &P) -> Vec<(usize, usize, String)> {
    let written =
        |(entry, group): (usize, &[List<'_>])| (entry, group.len(), Written(group).to_string());
    groups(spec.as_encoding(), &spec.lists())
        .map(written)
        .collect()
}
