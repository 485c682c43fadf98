//! An array that is split into parts, of which lists select some.

use alloc::vec::Vec;
use core::iter;

use super::Picks;
use super::error::PickError;
use super::lists::Source;
use super::part::{Part, Parts, parts};
use super::selection::Selection;
use super::write::PickMut;
use crate::array::{Array, Mut, RawElements};
use crate::error::{SliceError, or_panic};
use crate::layout::{Dims, Layout, Progression};
use crate::resolve::Slices;

/// What a part selects of an axis: runs, none of which is empty, by their lowest position, each
/// with the end of what the runs up to it reach.
type Taken = Vec<(Progression, usize)>;

/// What a part selects of each axis.
type Taking = Vec<Taken>;

/// An array whose parts are taken one after the other: what `split_mut!` makes of an array if lists
/// select a part.
pub struct Split<'a, T, D: Dims> {
    base: RawElements<Mut<'a, T>>,
    layout: D::Layout,
    taken: Vec<Taking>,
}

impl<'a, T, D: Dims> Split<'a, T, D> {
    /// Nothing is taken yet.
    pub fn new(view: Array<Mut<'a, T>, D>) -> Self {
        let (base, layout) = view.into_base();
        Self {
            base,
            layout,
            taken: Vec::new(),
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
        or_panic(self.take(&spec));
        let mut layout = <<P as Slices<D>>::Output as Dims>::Layout::blank();
        let offset = or_panic(spec.resolve(&self.layout, &mut layout));
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
        let selection = or_panic(Selection::of::<T>(&spec, &self.layout));
        let selection = or_panic(selection.owned(selection.rows()));
        or_panic(self.take(&spec));
        // SAFETY: `twin` needs that no element is handed out by both: no part before or behind has
        // those of this one, because `take` lets no two meet.
        let base = unsafe { self.base.twin() };
        // SAFETY: `new` needs a selection for an array of this base: it was made for it.
        unsafe { PickMut::new(base, selection) }
    }

    /// Notes what a part selects, if no part before has an element of it.
    fn take(&mut self, spec: &impl Source) -> Result<(), PickError> {
        let (lists, mut selected) = (spec.lists(), Parts::new());
        parts(
            spec.as_encoding(),
            &lists,
            self.layout.shape(),
            &mut selected,
        )?;
        let mut taking = Taking::new();
        for part in selected {
            match part {
                Part::NewAxis => {}
                Part::Index { at, .. } => taking.push(taken([Progression::part_of(at, 1, 1)])),
                Part::Range { taken: range, .. } => taking.push(taken([range])),
                // Each list of a group is a list of its axis: that may be more than the group
                // selects, and is never less.
                Part::List {
                    axes, positions, ..
                } => {
                    for number in 0..axes {
                        let list = positions.list(number)?;
                        taking.push(taken(list.runs(|_| Ok(Vec::new()), Vec::push)?));
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
        Ok(())
    }
}

fn taken(runs: impl IntoIterator<Item = Progression>) -> Taken {
    let runs = runs.into_iter().filter(|run| run.count() > 0);
    let mut taken: Taken = runs.map(|run| (run, run.hull().end)).collect();
    taken.sort_unstable_by_key(|(run, _)| run.hull().start);
    let mut reach = 0;
    for (_, end) in &mut taken {
        reach = reach.max(*end);
        *end = reach;
    }
    taken
}

/// Whether two selections of an axis have a common position. Runs that end before another one or
/// begin behind it are not compared with it: lists and masks have a run for each few positions.
fn have_common(a: &Taken, b: &Taken) -> bool {
    a.iter().any(|(run, _)| {
        let hull = run.hull();
        let from = b.partition_point(|(_, end)| *end <= hull.start);
        let near = b[from..].iter().map(|(near, _)| near);
        near.take_while(|near| near.hull().start < hull.end)
            .any(|near| near.common(*run).is_some())
    })
}
