//! What is selected of an array, by slices and by lists: the positions of each axis.

pub(crate) mod cut;
pub(crate) mod gather;
pub(crate) mod order;
pub(crate) mod positions;

use std::ops::Range;
use std::sync::Arc;

use tslice::{PickError, Progression};
use tslice_algebra::DynRegion;
use tslice_core::__ops::{Picked, Source, picked_by};

use self::positions::Positions;

/// Positions of an axis: some that follow each other in a list that is shared, by their numbers,
/// counted from another place of the axis. Steps are a list of one run.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    all: Arc<Positions>,
    numbers: Range<usize>,
    origin: usize,
}

impl Taken {
    /// Positions of a list, or of a mask.
    pub(crate) fn of(positions: Positions) -> Self {
        let positions = positions.simplified();
        Self {
            numbers: 0..positions.count(),
            all: Arc::new(positions),
            origin: 0,
        }
    }

    pub(crate) fn steps(steps: Progression) -> Self {
        let mut positions = Positions::new(0, 0);
        positions.push(steps);
        Self::of(positions)
    }

    /// These positions as steps, if they are of one run.
    pub(crate) fn as_steps(&self) -> Option<Progression> {
        match self.runs(0..self.count()).next() {
            Some(run) => (run.count() == self.count()).then_some(run),
            None => Some(Progression::NONE),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.numbers.len()
    }

    /// The position with this number, which is below the count.
    pub(crate) fn at(&self, number: usize) -> usize {
        let position = self.all.at(self.numbers.start + number);
        position.wrapping_sub(self.origin)
    }

    /// Positions with these numbers, as runs.
    pub(crate) fn runs(&self, part: Range<usize>) -> impl Iterator<Item = Progression> {
        let first = self.numbers.start;
        let runs = self.all.runs(first + part.start..first + part.end);
        runs.map(|run| {
            let first = run.first().wrapping_sub(self.origin);
            Progression::part_of(first, run.count(), run.step())
        })
    }

    /// Adds `length` times each position to the sum with its number.
    pub(crate) fn add_to(&self, sums: &mut [usize], length: usize) {
        let mut sums = sums.iter_mut();
        self.all.each(self.numbers.clone(), |position| {
            if let Some(sum) = sums.next() {
                *sum += position.wrapping_sub(self.origin) * length;
            }
        });
    }

    /// How many positions, from this number on, follow each other inside of a range of the axis, in
    /// which the first one is: `most` if there are more.
    pub(crate) fn inside(&self, begin: usize, range: &Range<usize>, most: usize) -> usize {
        let end = self.count().min(begin.saturating_add(most));
        if let Positions::Bits(bits) = &*self.all {
            let behind = bits.before(range.end.wrapping_add(self.origin));
            return behind.min(self.numbers.start + end) - (self.numbers.start + begin);
        }
        let mut count = 0;
        for run in self.runs(begin..end) {
            let inside = leading(run, range);
            count += inside;
            if inside < run.count() {
                break;
            }
        }
        count
    }

    /// What is selected of these positions.
    fn then(&self, next: &Self) -> Self {
        let (steps, next_steps) = (self.as_steps(), next.as_steps());
        if let Some(next) = next_steps
            && (next.step() == 1 || next.count() <= 1)
        {
            return self.part(next.first()..next.first() + next.count(), 0);
        }
        if let Some(steps) = steps
            && steps.step() == 1
        {
            return Self {
                origin: next.origin.wrapping_sub(steps.first()),
                ..next.clone()
            };
        }
        let mut positions = Positions::new(0, 0);
        for run in next.runs(0..next.count()) {
            match steps {
                Some(steps) => {
                    // If there are two positions, both steps together are shorter than the axis.
                    let step = steps.step().wrapping_mul(run.step());
                    let first = steps.at(run.first());
                    positions.push(Progression::part_of(first, run.count(), step));
                }
                None => (0..run.count())
                    .flat_map(|at| self.runs(run.at(at)..run.at(at) + 1))
                    .for_each(|position| positions.push(position)),
            }
        }
        Self::of(positions)
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
        let first = self.numbers.start;
        Self {
            all: self.all.clone(),
            numbers: first + part.start..first + part.end,
            origin: self.origin.wrapping_add(origin),
        }
    }

    /// The memory of a list, however small the part of it is.
    pub(crate) fn bytes(&self) -> usize {
        match self.as_steps() {
            Some(_) => 0,
            None => self.all.bytes(),
        }
    }
}

/// How many positions, from the first on, are in a range.
fn leading(run: Progression, range: &Range<usize>) -> usize {
    let step = run.step().unsigned_abs();
    let room = match run.step() {
        _ if !range.contains(&run.first()) => 0,
        ..0 => (run.first() - range.start) / step + 1,
        _ => (range.end - 1 - run.first()) / step + 1,
    };
    room.min(run.count())
}

/// All of each axis.
pub(crate) fn whole(shape: &[usize]) -> Vec<Range<usize>> {
    shape.iter().map(|&len| 0..len).collect()
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
}

impl Selection {
    /// All of an array.
    pub(crate) fn whole(shape: &[usize]) -> Self {
        let mut selection = Self {
            axes: vec![],
            shape: vec![],
        };
        for &len in shape {
            selection = selection.with_last_axis(len);
        }
        selection
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
            taken: Taken::steps(taken),
            result,
        });
        Self {
            axes: along.collect(),
            shape: region.result_shape(),
        }
    }

    /// The same selection of a source with one more axis, all of which is selected.
    pub(crate) fn with_last_axis(mut self, len: usize) -> Self {
        let taken = Taken::steps(Progression::part_of(0, len, 1));
        self.axes.push(Along {
            len,
            taken,
            result: Some(self.shape.len()),
        });
        self.shape.push(len);
        self
    }

    /// What a spec with lists selects of the result.
    pub(crate) fn picked(&self, spec: &impl Source) -> Result<Self, PickError> {
        let longest = self.shape.iter().copied().max().unwrap_or(0);
        let new = |count| Ok(Positions::new(count, longest));
        let (mut axes, mut shape) = (Vec::with_capacity(self.shape.len()), vec![]);
        let mut add = |axis: usize, taken, result| {
            let len = self.shape[axis];
            axes.push(Along { len, taken, result });
        };
        for entry in picked_by(spec, &self.shape, |list| list.runs(new, Positions::push))? {
            let result = Some(shape.len());
            match entry {
                Picked::NewAxis => shape.push(1),
                Picked::Index { axis, at } => {
                    add(axis, Taken::steps(Progression::part_of(at, 1, 1)), None);
                }
                Picked::Range { axis, taken } => {
                    shape.push(taken.count());
                    add(axis, Taken::steps(taken), result);
                }
                // Without a copy of a list that may be long.
                Picked::List {
                    axis,
                    axes: 1,
                    positions,
                } => {
                    shape.push(positions.count());
                    add(axis, Taken::of(positions), result);
                }
                Picked::List {
                    axis,
                    axes: count,
                    positions,
                } => {
                    shape.push(positions.count());
                    for own in axis..axis + count {
                        let inner: usize = self.shape[own + 1..axis + count].iter().product();
                        let mut list = Positions::new(0, 0);
                        positions.each(0..positions.count(), |position| {
                            let position = position / inner % self.shape[own];
                            list.push(Progression::part_of(position, 1, 1));
                        });
                        add(own, Taken::of(list), result);
                    }
                }
            }
        }
        Ok(self.joined(&Self { axes, shape }))
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
        Self {
            axes: axes.collect(),
            shape: ranges.iter().map(Range::len).collect(),
        }
    }

    /// A selection of the result as one of the source.
    pub(crate) fn joined(&self, next: &Self) -> Self {
        let axes = self.axes.iter().map(|along| match along.result {
            None => along.clone(),
            Some(result) => Along {
                len: along.len,
                taken: along.taken.then(&next.axes[result].taken),
                result: next.axes[result].result,
            },
        });
        Self {
            axes: axes.collect(),
            shape: next.shape.clone(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Whether all elements of the source are selected.
    pub(crate) fn is_all(&self) -> bool {
        let mut dropped = self.axes.iter().filter(|along| along.result.is_none());
        dropped.all(|along| along.len == 1) && (0..self.shape.len()).all(|axis| self.has_all(axis))
    }

    /// Whether all positions of the axes that go along an axis of the result are selected.
    fn has_all(&self, result: usize) -> bool {
        let axes = self.along(result).map(|(_, along)| along);
        let mut lengths = axes.clone().map(|along| along.len);
        let all = lengths.try_fold(1, usize::checked_mul);
        let Some(all) = all.filter(|&all| all <= self.shape[result]) else {
            return false;
        };
        if !self.is_listed(result) {
            return true;
        }
        let mut seen = vec![false; all];
        for at in 0..self.shape[result] {
            let place = |place, along: &Along| place * along.len + along.taken.at(at);
            seen[axes.clone().fold(0, place)] = true;
        }
        seen.into_iter().all(|seen| seen)
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
        axes.next().is_some() || first.is_some_and(|(_, along)| along.taken.as_steps().is_none())
    }
}
