//! What a spec selects, in burn's words.

use burn_tensor::Slice;
use tslice::{Progression, Rank, ShapeError, Slices, traits::Picks};
use tslice_algebra::__tensors::{AxisList, ListedRegion};
use tslice_core::__ops::layout::assignable;

use crate::error::TSliceError;

/// What a spec selects of a tensor of rank D: a slice, and what lists select of that slice.
pub(crate) struct Selection<const D: usize> {
    listed: ListedRegion,
    /// The shape of the result while it has all axes of the tensor: an axis that the result lacks
    /// has length 1, and so have all axes of a group but the first.
    pub(crate) kept: [usize; D],
}

impl<const D: usize> Selection<D> {
    pub(crate) fn slice<P: Slices<Rank<D>>>(
        spec: P,
        shape: [usize; D],
    ) -> Result<Self, TSliceError> {
        Ok(Self::of(ListedRegion::without_lists(spec, &shape)?))
    }

    pub(crate) fn pick<P: Picks<Rank<D>>>(
        spec: &P,
        shape: [usize; D],
    ) -> Result<Self, TSliceError> {
        Ok(Self::of(
            ListedRegion::new(spec, &shape).map_err(TSliceError::Pick)?,
        ))
    }

    fn of(listed: ListedRegion) -> Self {
        let mut kept = std::array::from_fn(|axis| listed.region.axes()[axis].count());
        for list in &listed.lists {
            kept[list.axis..list.axis + list.axes].fill(1);
            kept[list.axis] = list.positions.len();
        }
        Self { listed, kept }
    }

    pub(crate) fn lists(&self) -> &[AxisList] {
        &self.listed.lists
    }

    /// The shape of the result.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.listed.shape
    }

    /// Whether the slice is all of the tensor.
    pub(crate) fn is_whole(&self) -> bool {
        let region = &self.listed.region;
        region
            .axes()
            .iter()
            .zip(region.shape())
            .all(|(axis, &len)| axis.is_whole(len))
    }

    /// One slice for each axis of the tensor. That of an axis of a list has no end, so that it also
    /// fits after the list, which changes the length of the axis.
    pub(crate) fn slices(&self) -> Vec<Slice> {
        let region = &self.listed.region;
        let axes = region.axes().iter().zip(region.shape());
        axes.map(|(&axis, &len)| slice(axis, len)).collect()
    }

    /// The steps that select, each of its axes: the slice, and the lists of the selection or what is
    /// left of them. The one that keeps the smallest part is the first.
    pub(crate) fn steps<'l>(&self, lists: &'l [AxisList], shape: [usize; D]) -> Vec<Step<'l>> {
        let mut steps = Vec::new();
        if !self.is_whole() {
            let axes = self.listed.region.axes().iter().zip(shape);
            let share = |(axis, len): (&Progression, usize)| axis.count() as f64 / len as f64;
            steps.push((axes.map(share).product(), Step::Slice(self.slices())));
        }
        for list in lists {
            let [_, len, _] = list.merged(list.axis, &shape);
            steps.push((list.positions.len() as f64 / len as f64, Step::List(list)));
        }
        steps.sort_by(|(a, _), (b, _)| f64::total_cmp(a, b));
        steps.into_iter().map(|(_, step)| step).collect()
    }

    /// The shape that values of shape `from` have beside the tensor: an axis for each of its own,
    /// of length 1 where the values repeat.
    pub(crate) fn shape_beside(&self, from: &[usize]) -> Result<[usize; D], ShapeError> {
        let leading = assignable(from, self.shape())?;
        let mut beside = [1; D];
        for (axis, &len) in self
            .origins()
            .iter()
            .rev()
            .zip(from[leading..].iter().rev())
        {
            if let Some(axis) = *axis {
                beside[axis] = len;
            }
        }
        Ok(beside)
    }

    /// The axis of the tensor for each axis of the result; `None` for a new one.
    fn origins(&self) -> Vec<Option<usize>> {
        let mut origins = self.listed.region.origins();
        for list in self.lists() {
            // Of the axes of a group, the result has the first.
            origins.drain(list.result_axis + 1..list.result_axis + list.axes);
        }
        origins
    }
}

/// A part of a selection.
#[derive(Clone)]
pub(crate) enum Step<'l> {
    /// A slice for each axis.
    Slice(Vec<Slice>),
    /// The positions of a list.
    List(&'l AxisList),
}

/// burn's slice of an axis of a length: of `begin..end`, forwards from its begin or backwards from
/// its end. That of a whole axis has no end.
fn slice(axis: Progression, len: usize) -> Slice {
    if axis.is_whole(len) {
        return Slice::full();
    }
    let hull = axis.hull();
    // Positions of an axis are at most `isize::MAX`, and so is the one after the last.
    Slice {
        start: hull.start.cast_signed(),
        end: Some(hull.end.cast_signed()),
        step: axis.step(),
    }
}
