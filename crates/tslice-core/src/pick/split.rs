//! An array that is split into parts, of which lists select some.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;

use super::Picks;
use super::elements::{Along, List};
use super::error::PickError;
use super::lists::Source;
use super::offsets::Offsets;
use super::part::{Part, parts};
use super::selection::Selection;
use super::write::PickMut;
use crate::array::{Array, Mut, RawElements};
use crate::error::{SliceError, or_panic};
use crate::layout::{Dims, Layout, Progression};
use crate::resolve::Slices;

/// What a part selects of an axis: the positions of some runs, and some more.
struct Taken {
    /// By their lowest position, each with the end of what the runs up to it reach. None is empty.
    runs: Vec<(Progression, usize)>,
    /// In ascending order.
    positions: Vec<usize>,
}

/// What a part selects of each axis.
type Taking = SmallVec<[Taken; 4]>;

/// An array whose parts are taken one after the other: what `split_mut!` makes of an array if lists
/// select a part.
pub struct Split<'a, T, D: Dims> {
    base: RawElements<Mut<'a, T>>,
    layout: D::Layout,
    taken: SmallVec<[Taking; 4]>,
}

impl<'a, T, D: Dims> Split<'a, T, D> {
    /// Nothing is taken yet.
    pub fn new(view: Array<Mut<'a, T>, D>) -> Self {
        let (base, layout) = view.into_base();
        Self {
            base,
            layout,
            taken: SmallVec::new(),
        }
    }

    /// Takes a part that strides lead through.
    ///
    /// # Panics
    ///
    /// If the spec does not fit the array, or a part before has one of its elements.
    #[track_caller]
    pub fn slice<P: Slices<D> + Source>(
        &mut self,
        spec: P,
    ) -> Array<Mut<'a, T>, <P as Slices<D>>::Output> {
        or_panic(self.take(&spec, |_, _| Ok(())));
        let (offset, layout) = spec.resolve_or_panic(&self.layout);
        // SAFETY: `array` needs index tuples that point to elements, different ones to different
        // elements, and the offset of an element, or 0 if there is none: what a spec is resolved
        // to. No part before has the elements: `take` found none.
        unsafe { self.base.array(offset, layout) }
    }

    /// Takes a part that lists select.
    ///
    /// # Panics
    ///
    /// If the spec does not fit the array, or a part before has one of its elements.
    #[track_caller]
    pub fn pick<P: Picks<D>>(&mut self, spec: P) -> PickMut<'a, T> {
        let select =
            |parts: &[Part<'_, '_>], layout: &_| Selection::new::<T>(parts, layout)?.into_owned();
        let selection = or_panic(self.take(&spec, select));
        // SAFETY: `twin` needs that no element is handed out by both: no part before or behind has
        // those of this one, because `take` lets no two meet.
        let base = unsafe { self.base.twin() };
        // SAFETY: `new` needs a selection for an array of this base: it was made for it.
        unsafe { PickMut::new(base, selection) }
    }

    /// Notes what a part selects, if no part before has an element of it, and returns what `see`
    /// makes of its entries.
    fn take<R>(
        &mut self,
        spec: &impl Source,
        see: impl FnOnce(&[Part<'_, '_>], &D::Layout) -> Result<R, PickError>,
    ) -> Result<R, PickError> {
        let (lists, shape) = (spec.lists(), self.layout.shape());
        let parts = parts(spec.as_encoding(), &lists, shape)?;
        let seen = see(&parts, &self.layout)?;
        let mut taking = Taking::new();
        for part in &parts {
            match part {
                Part::NewAxis => {}
                Part::Index { at, .. } => {
                    taking.push(Taken::new(
                        vec![Progression::part_of(*at, 1, 1)],
                        Vec::new(),
                    ));
                }
                Part::Range { taken, .. } => taking.push(Taken::new(vec![*taken], Vec::new())),
                Part::List {
                    axis,
                    positions: group,
                    ..
                } => {
                    // Each list of a group is a list of its axis: that may be more than the group
                    // selects, and is never less.
                    for (axis, list) in iter::zip(*axis.., *group) {
                        taking.push(listed(list, axis, shape[axis])?);
                    }
                }
            }
        }
        // Two parts have a common element if they have a common position of each axis; none has one
        // with an empty selection.
        let meets = |before: &Taking| iter::zip(before, &taking).all(|(a, b)| have_common(a, b));
        if let Some(first) = self.taken.iter().position(meets) {
            return Err(SliceError::Overlap {
                first,
                second: self.taken.len(),
            }
            .into());
        }
        self.taken.push(taking);
        Ok(seen)
    }
}

/// What a list selects of an axis. A run takes as much memory as one position.
fn listed(list: &List<'_>, axis: usize, len: usize) -> Result<Taken, PickError> {
    let along = Along {
        axis,
        len,
        stride: 1,
    };
    list.check(along)?;
    let (mut runs, mut positions) = (Vec::new(), Vec::new());
    // With a stride of 1, an offset is a position.
    list.offsets(along, &mut |offsets| match offsets {
        Offsets::Run(run) => {
            let first = run.first.cast_unsigned();
            runs.push(Progression::part_of(first, run.len, run.stride));
        }
        Offsets::Table(table) => {
            positions.extend(table.iter().map(|offset| offset.cast_unsigned()));
        }
    })?;
    Ok(Taken::new(runs, positions))
}

impl Taken {
    fn new(runs: Vec<Progression>, mut positions: Vec<usize>) -> Self {
        let runs = runs.into_iter().filter(|run| run.count() > 0);
        let mut runs: Vec<_> = runs.map(|run| (run, run.hull().end)).collect();
        runs.sort_unstable_by_key(|(run, _)| run.hull().start);
        let mut reach = 0;
        for (_, end) in &mut runs {
            reach = reach.max(*end);
            *end = reach;
        }
        positions.sort_unstable();
        Self { runs, positions }
    }

    /// Whether a run has one of these positions. Runs that end before it or begin behind it are not
    /// compared: a mask may have a run for each few positions.
    fn meets(&self, other: Progression) -> bool {
        let hull = other.hull();
        let from = self.runs.partition_point(|(_, end)| *end <= hull.start);
        let near = self.runs[from..].iter();
        near.take_while(|(run, _)| run.hull().start < hull.end)
            .any(|(run, _)| run.common(other).is_some())
    }
}

/// Whether two selections of an axis have a common position.
fn have_common(a: &Taken, b: &Taken) -> bool {
    let in_runs = |runs: &Taken, positions: &Taken| {
        let mut positions = positions.positions.iter();
        positions.any(|position| runs.meets(Progression::part_of(*position, 1, 1)))
    };
    a.runs.iter().any(|(run, _)| b.meets(*run))
        || in_runs(a, b)
        || in_runs(b, a)
        || a.positions
            .iter()
            .any(|position| b.positions.binary_search(position).is_ok())
}
