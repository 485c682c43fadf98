//! What is picked of the positions of an axis: ids, or runs of positions.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::picked::Picks;
use crate::array::IndexedAxis;
use crate::array::Integer;
use crate::copy::HugeRows;
use crate::copy::Sink;
use crate::error::ShapeError;
use crate::layout;

/// Ids of any integer type. Those that are out of bounds pick the `fill`; without one, all are inside.
pub(super) struct Ids<'i, I, T> {
    pub(super) ids: &'i [I],
    pub(super) axis: IndexedAxis,
    pub(super) fill: Option<T>,
}

impl<I: Integer, T> Ids<'_, I, T> {
    /// Where the first bad id is.
    pub(super) fn first_bad(&self) -> Option<usize> {
        let inside = |id: &I| self.axis.position(*id).is_some();
        // Parts without an early end, which the compiler turns into vector instructions.
        let sound = |part: &[I]| part.iter().fold(true, |sound, id| sound & inside(id));
        if self.ids.chunks(256).all(sound) { None } else { self.ids.iter().position(|id| !inside(id)) }
    }
}

impl<I: Integer, T> Picks<T> for Ids<'_, I, T> {
    fn runs(&self) -> Option<Vec<Range<usize>>> {
        let positions = self.ids.iter().map(|&id| self.axis.position(id).map(|at| at..at + 1));
        positions.collect()
    }

    fn elements<const N: usize>(&self, row: &[[T; N]], to: &mut impl Sink<[T; N]>)
    where
        T: Clone,
    {
        let ids = self.ids.iter();
        match &self.fill {
            None => to.elements(ids.map(|&id| row[self.axis.position(id).unwrap_or(0)].clone())),
            Some(fill) => to.elements(ids.map(|&id| match self.axis.position(id) {
                Some(position) => row[position].clone(),
                None => array::from_fn(|_| fill.clone()),
            })),
        }
    }

    fn blocks(&self, row: &[T], block: usize, huge: Option<HugeRows<T>>, to: &mut impl Sink<T>)
    where
        T: Clone,
    {
        let positions = self.ids.iter().map(|&id| self.axis.position(id).unwrap_or(0) * block);
        if let (Some(huge), None) = (huge, &self.fill)
            && to.rows(huge, row, positions)
        {
            return;
        }
        for &id in self.ids {
            match (self.axis.position(id), &self.fill) {
                (None, Some(fill)) => to.repeat(fill, block),
                (position, _) => to.run(&row[position.unwrap_or(0) * block..][..block]),
            }
        }
    }
}

/// Runs of positions that follow each other.
pub(super) struct Runs(pub(super) Vec<Range<usize>>);

impl<T> Picks<T> for Runs {
    fn runs(&self) -> Option<Vec<Range<usize>>> {
        Some(self.0.clone())
    }

    fn elements<const N: usize>(&self, row: &[[T; N]], to: &mut impl Sink<[T; N]>)
    where
        T: Clone,
    {
        self.0.iter().for_each(|run| to.run(&row[run.clone()]));
    }

    fn blocks(&self, row: &[T], block: usize, _: Option<HugeRows<T>>, to: &mut impl Sink<T>)
    where
        T: Clone,
    {
        self.0.iter().for_each(|run| to.run(&row[run.start * block..run.end * block]));
    }
}

impl Runs {
    /// The runs of a mask.
    pub(super) fn of(mask: &[bool]) -> Result<Self, ShapeError> {
        let count = mask.chunk_by(|a, b| a == b).filter(|part| part[0]).count();
        let mut runs = layout::reserve(&[count])?;
        let mut at = 0;
        for part in mask.chunk_by(|a, b| a == b) {
            if part[0] {
                runs.push(at..at + part.len());
            }
            at += part.len();
        }
        Ok(Self(runs))
    }
}

/// The positions that a mask selects, of which there are `count`.
pub(super) fn positions(mask: &[bool], count: usize) -> Result<Vec<usize>, ShapeError> {
    let mut positions = layout::reserve(&[count + 1])?;
    positions.resize(count + 1, 0);
    let mut at = 0;
    // Each position is written, and kept if it is selected: no branch has to be foreseen.
    for (position, &selected) in mask.iter().enumerate() {
        positions[at] = position;
        at += usize::from(selected);
    }
    positions.truncate(count);
    Ok(positions)
}
