//! What is selected of an array, by slices and by lists: the positions of each axis.

pub(crate) mod cut;
pub(crate) mod gather;
pub(crate) mod order;
pub(crate) mod positions;

use std::ops::Range;
use std::sync::Arc;

use tslice::{PickError, Progression, traits::Picks};
use tslice_algebra::DynRegion;
use tslice_core::__ops::{Picked, picked_as};

use self::positions::Positions;
use crate::error::ZarrError;

/// Positions of an axis.
#[derive(Clone, Debug)]
pub(crate) enum Taken {
    Steps(Progression),
    List(List),
}

/// Some positions of a list that is shared, by their numbers, counted from another place of the
/// axis.
#[derive(Clone, Debug)]
pub(crate) struct List {
    all: Arc<Positions>,
    numbers: Progression,
    origin: usize,
}

impl Taken {
    /// Positions, as steps if they are that.
    pub(crate) fn of(positions: Positions) -> Self {
        let numbers = Progression::part_of(0, positions.count(), 1);
        let all = Arc::new(positions);
        Self::List(List {
            all,
            numbers,
            origin: 0,
        })
        .simplified()
    }

    fn simplified(self) -> Self {
        self.steps().map_or(self, Self::Steps)
    }

    /// These positions as steps, if they are that.
    fn steps(&self) -> Option<Progression> {
        let count = self.count();
        if count == 0 {
            return Some(Progression::NONE);
        }
        let (first, last) = (self.at(0), self.at(count - 1));
        let step = self.at(1.min(count - 1)).wrapping_sub(first).cast_signed();
        let steps = Progression::part_of(first, count, step);
        // Few lists that are not steps have the last position of steps.
        if steps.at(count - 1) != last || step == 0 && count > 1 {
            return None;
        }
        if let Self::List(list) = self
            && let Positions::Bits(bits) = &*list.all
            && list.numbers.step().unsigned_abs() == 1
        {
            // As many bits are set from the first position to the last.
            let mut all = (0..count).map(|at| steps.at(at).wrapping_add(list.origin));
            return all.all(|position| bits.has(position)).then_some(steps);
        }
        let mut number = 0;
        let mut runs = self.runs(0..count);
        let are_steps = runs.all(|run| {
            let is_here = run.first() == steps.at(number);
            number += run.count();
            is_here && (run.count() == 1 || run.step() == steps.step())
        });
        are_steps.then_some(steps)
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Steps(taken) => taken.count(),
            Self::List(list) => list.numbers.count(),
        }
    }

    /// The position with this number, which is below the count.
    pub(crate) fn at(&self, number: usize) -> usize {
        match self {
            Self::Steps(taken) => taken.at(number),
            Self::List(list) => list
                .all
                .at(list.numbers.at(number))
                .wrapping_sub(list.origin),
        }
    }

    /// Positions with these numbers, as runs.
    pub(crate) fn runs(&self, mut part: Range<usize>) -> impl Iterator<Item = Progression> {
        let mut runs = match self {
            Self::List(List { all, numbers, .. }) if numbers.step() == 1 => {
                let first = numbers.first();
                Some(all.runs(first + part.start..first + part.end))
            }
            _ => None,
        };
        std::iter::from_fn(move || match self {
            Self::List(list) => {
                let run = match &mut runs {
                    Some(runs) => runs.next()?,
                    None => Progression::part_of(list.all.at(list.numbers.at(part.next()?)), 1, 1),
                };
                let first = run.first().wrapping_sub(list.origin);
                Some(Progression::part_of(first, run.count(), run.step()))
            }
            Self::Steps(steps) => {
                let part = std::mem::take(&mut part);
                let first = steps.get(part.start)?;
                let run = Progression::part_of(first, part.len(), steps.step());
                Some(run).filter(|run| run.count() > 0)
            }
        })
    }

    /// Adds `length` times each position to the sum with its number.
    pub(crate) fn add_to(&self, sums: &mut [usize], length: usize) {
        if let Self::List(List {
            all,
            numbers,
            origin,
        }) = self
            && let Positions::Bits(bits) = &**all
            && numbers.step() == 1
        {
            let (first, mut sums) = (numbers.first(), sums.iter_mut());
            bits.each(first..first + numbers.count(), |position| {
                if let Some(sum) = sums.next() {
                    *sum += position.wrapping_sub(*origin) * length;
                }
            });
            return;
        }
        let mut left = sums;
        for run in self.runs(0..self.count()) {
            let (own, rest) = left.split_at_mut(run.count());
            let mut offset = run.first() * length;
            let step = run.step() * length.cast_signed();
            for sum in own {
                *sum += offset;
                offset = offset.wrapping_add_signed(step);
            }
            left = rest;
        }
    }

    /// How many positions, from this number on, follow each other inside of a range of the axis:
    /// `most` if there are more.
    pub(crate) fn inside(&self, begin: usize, range: &Range<usize>, most: usize) -> usize {
        let end = self.count().min(begin.saturating_add(most));
        let own = Progression::part_of(begin, end - begin, 1);
        match self {
            Self::Steps(steps) => leading(composed(*steps, own), range.clone()),
            Self::List(list) => match &*list.all {
                Positions::Bits(bits) => {
                    let before = |at: usize| bits.before(at.wrapping_add(list.origin));
                    let numbers = before(range.start)..before(range.end);
                    leading(composed(list.numbers, own), numbers)
                }
                Positions::Pieces(_) => {
                    let mut count = 0;
                    for run in self.runs(begin..end) {
                        let inside = leading(run, range.clone());
                        count += inside;
                        if inside < run.count() {
                            break;
                        }
                    }
                    count
                }
            },
        }
    }

    /// What is selected of these positions.
    fn then(&self, next: &Self) -> Self {
        match (self, next) {
            (_, Self::Steps(next)) if next.count() == 0 => Self::Steps(Progression::NONE),
            // If there are two positions, both steps together are shorter than the axis.
            (Self::Steps(taken), Self::Steps(next)) => Self::Steps(composed(*taken, *next)),
            (Self::List(list), Self::Steps(next)) => Self::List(List {
                numbers: composed(list.numbers, *next),
                ..list.clone()
            })
            .simplified(),
            (Self::Steps(taken), Self::List(list)) if taken.step() == 1 => Self::List(List {
                origin: list.origin.wrapping_sub(taken.first()),
                ..list.clone()
            }),
            (_, next) => {
                let mut positions = Positions::new(0, 0);
                for run in next.runs(0..next.count()) {
                    match self.then(&Self::Steps(run)) {
                        Self::Steps(run) => positions.push(run),
                        part => part
                            .runs(0..run.count())
                            .for_each(|run| positions.push(run)),
                    }
                }
                Self::of(positions)
            }
        }
    }

    /// Positions with these numbers, one range behind the other.
    pub(crate) fn ordered(&self, order: &[Range<usize>]) -> Self {
        let mut positions = Positions::new(0, 0);
        let runs = order.iter().flat_map(|range| self.runs(range.clone()));
        runs.for_each(|run| positions.push(run));
        Self::of(positions)
    }

    /// Positions that follow each other here, counted from a place that none is before.
    pub(crate) fn part(&self, part: Range<usize>, origin: usize) -> Self {
        let next = Progression::part_of(part.start, part.len(), 1);
        match self.then(&Self::Steps(next)) {
            Self::Steps(taken) => {
                let first = if taken.count() == 0 {
                    0
                } else {
                    taken.first() - origin
                };
                Self::Steps(Progression::part_of(first, taken.count(), taken.step()))
            }
            Self::List(list) => Self::List(List {
                origin: list.origin.wrapping_add(origin),
                ..list
            }),
        }
    }

    /// The memory of a list, however small the part of it is.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Steps(_) => 0,
            Self::List(list) => list.all.bytes(),
        }
    }
}

/// How many positions, from the first on, are in a range.
fn leading(run: Progression, range: Range<usize>) -> usize {
    let step = run.step().unsigned_abs();
    let room = match run.step() {
        _ if !range.contains(&run.first()) => 0,
        ..0 => (run.first() - range.start) / step + 1,
        _ => (range.end - 1 - run.first()) / step + 1,
    };
    room.min(run.count())
}

/// What is selected of positions that are steps, and some of which are selected.
fn composed(taken: Progression, next: Progression) -> Progression {
    let step = taken.step().wrapping_mul(next.step());
    Progression::part_of(taken.at(next.first()), next.count(), step)
}

/// An axis of a source: its length, the selected positions, and its axis in the result; `None` if
/// an index selects one position.
#[derive(Clone, Debug)]
pub(crate) struct Along {
    pub(crate) len: usize,
    pub(crate) taken: Taken,
    pub(crate) result: Option<usize>,
}

/// The index `i` of the result points to position `taken.at(i[result])` of each axis of the source.
/// Axes that were picked together have one axis of the result.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub(crate) axes: Vec<Along>,
    /// The shape of the result.
    pub(crate) shape: Vec<usize>,
    pub(crate) is_empty: bool,
}

impl Selection {
    pub(crate) fn new(axes: Vec<Along>, shape: Vec<usize>) -> Self {
        let is_empty = shape.contains(&0) || axes.iter().any(|along| along.taken.count() == 0);
        Self {
            axes,
            shape,
            is_empty,
        }
    }

    /// All of an array.
    pub(crate) fn whole(shape: &[usize]) -> Self {
        shape
            .iter()
            .fold(Self::new(vec![], vec![]), |selection, &len| {
                selection.with_last_axis(len)
            })
    }

    /// What a region selects.
    pub(crate) fn of(region: &DynRegion) -> Self {
        let mut results = vec![None; region.shape().len()];
        for (result, origin) in region.origins().into_iter().enumerate() {
            if let Some(axis) = origin {
                results[axis] = Some(result);
            }
        }
        let axes = region.shape().iter().zip(region.axes()).zip(results);
        let along = axes.map(|((&len, &taken), result)| Along {
            len,
            taken: Taken::Steps(taken),
            result,
        });
        let mut selection = Self::new(along.collect(), region.result_shape());
        selection.is_empty |= region.is_empty();
        selection
    }

    /// The same selection of a source with one more axis, all of which is selected.
    pub(crate) fn with_last_axis(mut self, len: usize) -> Self {
        let taken = Taken::Steps(Progression::part_of(0, len, 1));
        self.axes.push(Along {
            len,
            taken,
            result: Some(self.shape.len()),
        });
        self.shape.push(len);
        self.is_empty |= len == 0;
        self
    }

    /// What a spec, with lists or without, selects of the result.
    pub(crate) fn then<P: Picks<D>, D: tslice::Dims>(&self, spec: &P) -> Result<Self, ZarrError> {
        Ok(match spec.as_encoding().has_lists() {
            false => self.sliced(&DynRegion::new(spec.as_encoding(), &self.shape)?),
            true => self.listed(self.picked(spec)?),
        })
    }

    /// The entries of a spec with lists.
    fn picked<P: Picks<D>, D: tslice::Dims>(
        &self,
        spec: &P,
    ) -> Result<Vec<Picked<Positions>>, PickError> {
        let longest = self.shape.iter().copied().max().unwrap_or(0);
        let new = |count| Ok(Positions::new(count, longest));
        picked_as(spec, &self.shape, new, Positions::push)
    }

    /// What a region of the result selects.
    pub(crate) fn sliced(&self, region: &DynRegion) -> Self {
        self.joined(&Self::of(region))
    }

    /// What the entries of a spec, resolved, select of the result.
    pub(crate) fn listed(&self, entries: Vec<Picked<Positions>>) -> Self {
        let (mut axes, mut shape) = (Vec::with_capacity(self.shape.len()), vec![]);
        for entry in entries {
            let result = Some(shape.len());
            match entry {
                Picked::NewAxis => shape.push(1),
                Picked::Index { axis, at } => {
                    let taken = Taken::Steps(Progression::part_of(at, 1, 1));
                    axes.push(Along {
                        len: self.shape[axis],
                        taken,
                        result: None,
                    });
                }
                Picked::Range { axis, taken } => {
                    shape.push(taken.count());
                    axes.push(Along {
                        len: self.shape[axis],
                        taken: Taken::Steps(taken),
                        result,
                    });
                }
                Picked::List {
                    axis,
                    axes: count,
                    positions,
                } => {
                    let lengths = &self.shape[axis..axis + count];
                    shape.push(positions.count());
                    if count == 1 {
                        // Without a copy of a list that may be long.
                        let (len, taken) = (lengths[0], Taken::of(positions));
                        axes.push(Along { len, taken, result });
                        continue;
                    }
                    for (number, &len) in lengths.iter().enumerate() {
                        let inner: usize = lengths[number + 1..].iter().product();
                        let mut own = Positions::new(0, 0);
                        for run in positions.runs(0..positions.count()) {
                            for at in 0..run.count() {
                                let position = run.at(at) / inner.max(1) % len.max(1);
                                own.push(Progression::part_of(position, 1, 1));
                            }
                        }
                        let taken = Taken::of(own);
                        axes.push(Along { len, taken, result });
                    }
                }
            }
        }
        self.joined(&Self::new(axes, shape))
    }

    /// Ranges of the axes of the result.
    pub(crate) fn part(&self, ranges: &[Range<usize>]) -> Self {
        let axes = self.axes.iter().map(|along| match along.result {
            None => along.clone(),
            Some(result) => Along {
                taken: along.taken.part(ranges[result].clone(), 0),
                ..*along
            },
        });
        Self::new(axes.collect(), ranges.iter().map(Range::len).collect())
    }

    /// A selection of the result as one of the source.
    fn joined(&self, next: &Self) -> Self {
        let axes =
            self.axes.iter().map(
                |along| match along.result.map(|result| &next.axes[result]) {
                    None => along.clone(),
                    Some(next) => Along {
                        len: along.len,
                        taken: along.taken.then(&next.taken),
                        result: next.result,
                    },
                },
            );
        let mut both = Self::new(axes.collect(), next.shape.clone());
        both.is_empty |= self.is_empty || next.is_empty;
        both
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`.
    pub(crate) fn len(&self) -> Option<usize> {
        match self.is_empty {
            true => Some(0),
            false => self
                .shape
                .iter()
                .try_fold(1_usize, |count, &len| count.checked_mul(len)),
        }
    }

    /// The axes of the source that go along an axis of the result.
    pub(crate) fn along(&self, result: usize) -> impl Iterator<Item = (usize, &Along)> + Clone {
        self.axes
            .iter()
            .enumerate()
            .filter(move |(_, along)| along.result == Some(result))
    }

    /// Whether an axis of the result has positions of a list, or of more than one axis.
    pub(crate) fn is_listed(&self, result: usize) -> bool {
        let mut axes = self.along(result);
        let first = axes.next();
        axes.next().is_some()
            || first.is_some_and(|(_, along)| matches!(along.taken, Taken::List(_)))
    }
}
