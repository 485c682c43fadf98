//! What is selected of an array, by slices and by lists: the positions of each axis.

pub(crate) mod chunked_region;
pub(crate) mod cut;
pub(crate) mod gather;
pub(crate) mod order;

use std::ops::Range;
use std::sync::Arc;

use tslice::{Progression, traits::Picks};
use tslice_algebra::DynRegion;
use tslice_core::__ops::{Picked, picked};

use crate::error::ZarrError;

/// Positions of an axis.
#[derive(Clone, Debug)]
pub(crate) enum Taken {
    Steps(Progression),
    List(List),
}

/// A part of a list that is shared, counted from another place of the axis.
#[derive(Clone, Debug)]
pub(crate) struct List {
    all: Arc<Vec<usize>>,
    part: Range<usize>,
    origin: usize,
}

impl Taken {
    /// Positions, as steps if they are that.
    fn of(positions: Vec<usize>) -> Self {
        steps(&positions).map_or_else(|| Self::list(positions), Self::Steps)
    }

    fn list(positions: Vec<usize>) -> Self {
        Self::List(List {
            part: 0..positions.len(),
            all: Arc::new(positions),
            origin: 0,
        })
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Steps(taken) => taken.count(),
            Self::List(list) => list.part.len(),
        }
    }

    /// The position with this number, which is below the count.
    pub(crate) fn at(&self, number: usize) -> usize {
        match self {
            Self::Steps(taken) => taken.at(number),
            Self::List(list) => list.all[list.part.start + number] - list.origin,
        }
    }

    /// What is selected of these positions.
    fn then(&self, next: &Self) -> Self {
        match (self, next) {
            (Self::Steps(_), Self::Steps(next)) if next.count() == 0 => {
                Self::Steps(Progression::NONE)
            }
            // If there are two positions, both steps together are shorter than the axis.
            (Self::Steps(taken), Self::Steps(next)) => {
                let step = taken.step().wrapping_mul(next.step());
                Self::Steps(Progression::part_of(
                    taken.at(next.first()),
                    next.count(),
                    step,
                ))
            }
            (_, Self::Steps(next)) if next.step() == 1 => {
                self.part(next.first()..next.first() + next.count(), 0)
            }
            _ => Self::of(
                (0..next.count())
                    .map(|number| self.at(next.at(number)))
                    .collect(),
            ),
        }
    }

    /// Some of these positions in another order.
    pub(crate) fn ordered(&self, order: &[usize]) -> Self {
        Self::list(order.iter().map(|&number| self.at(number)).collect())
    }

    /// Positions that follow each other here, counted from a place that none is before.
    pub(crate) fn part(&self, part: Range<usize>, origin: usize) -> Self {
        match self {
            Self::Steps(taken) => {
                let first = taken.get(part.start).map_or(0, |first| first - origin);
                Self::Steps(Progression::part_of(first, part.len(), taken.step()))
            }
            Self::List(list) => {
                let (part, origin) = (
                    list.part.start + part.start..list.part.start + part.end,
                    list.origin + origin,
                );
                match steps(&list.all[part.clone()]) {
                    Some(steps) => {
                        let first = steps.get(0).map_or(0, |first| first - origin);
                        Self::Steps(Progression::part_of(first, steps.count(), steps.step()))
                    }
                    None => Self::List(List {
                        all: list.all.clone(),
                        part,
                        origin,
                    }),
                }
            }
        }
    }
}

/// Positions as steps, if they are that.
fn steps(positions: &[usize]) -> Option<Progression> {
    match *positions {
        [] => Some(Progression::NONE),
        [first] => Some(Progression::part_of(first, 1, 1)),
        [first, second, ..] => {
            let step = second.cast_signed().wrapping_sub(first.cast_signed());
            let next = |pair: &[usize]| pair[0].wrapping_add_signed(step) == pair[1];
            (step != 0 && positions.windows(2).all(next))
                .then(|| Progression::part_of(first, positions.len(), step))
        }
    }
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
            true => self.listed(picked(spec, &self.shape)?),
        })
    }

    /// What a region of the result selects.
    pub(crate) fn sliced(&self, region: &DynRegion) -> Self {
        self.joined(&Self::of(region))
    }

    /// What the entries of a spec, resolved, select of the result.
    pub(crate) fn listed(&self, entries: Vec<Picked>) -> Self {
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
                    shape.push(positions.len());
                    if count == 1 {
                        // Without a copy of a list that may be long.
                        let (len, taken) = (lengths[0], Taken::of(positions));
                        axes.push(Along { len, taken, result });
                        continue;
                    }
                    for (number, &len) in lengths.iter().enumerate() {
                        let inner: usize = lengths[number + 1..].iter().product();
                        let along = |&position: &usize| position / inner.max(1) % len.max(1);
                        let taken = Taken::of(positions.iter().map(along).collect());
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
