//! What a spec selects, in burn's words.

use burn_tensor::{Bool, Device, Int, Slice, Tensor};
use tslice::{PickError, Progression, Rank, ShapeError, Slices, traits::Picks};
use tslice_algebra::__tensors::{AxisList, ListedRegion};
use tslice_core::__ops::layout::assignable;
use tslice_core::__ops::{Picked, Relisted, Source, picked_by};

use crate::error::TSliceError;
use crate::list::{Check, Places, TensorList, ids, is_here, together};

/// The positions of a list.
#[derive(Clone, Debug)]
pub(crate) enum Positions {
    /// Known to the host.
    Here(Vec<usize>),
    /// Known to the device alone.
    There(Box<Tensor<1, Int>>),
}

impl Positions {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Here(positions) => positions.len(),
            Self::There(positions) => positions.dims()[0],
        }
    }

    pub(crate) fn ids(&self, device: &Device) -> Tensor<1, Int> {
        match self {
            Self::Here(positions) => ids(positions, device),
            Self::There(positions) => (**positions).clone(),
        }
    }
}

/// What a spec selects of a tensor of rank D: a slice, and what lists select of that slice.
pub(crate) struct Selection<const D: usize> {
    listed: ListedRegion<Positions>,
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

    pub(crate) fn pick<P: Picks<Rank<D>, TensorList>>(
        spec: &P,
        shape: [usize; D],
        device: &Device,
        check: Check,
    ) -> Result<Self, TSliceError> {
        let mut lists = Vec::new();
        for list in spec.foreign() {
            lists.push(match list {
                Some(list) => Some(Places::new(list, device)?),
                None => None,
            });
        }
        let stand_ins: Result<Vec<_>, ShapeError> = lists
            .iter()
            .map(|list| list.as_ref().map(Places::stand_in).transpose())
            .collect();
        let spec = Relisted::new(spec, stand_ins.map_err(TSliceError::Shape)?);
        if lists.iter().any(Option::is_some) {
            check_lists(&spec, &shape, &lists, check, device)?;
        }
        let mut next = 0;
        let listed = ListedRegion::by(&spec, &shape, |part| {
            let first = next;
            next += part.lengths().len();
            let of_part = lists.get(first..next).unwrap_or(&[]);
            if of_part.iter().any(Option::is_some) {
                Ok(Positions::There(together(&part, of_part, device)?.into()))
            } else {
                Ok(Positions::Here(part.positions()?))
            }
        });
        Ok(Self::of(listed?))
    }

    /// What a list of an axis, or of some axes that follow each other, selects.
    pub(crate) fn along(
        shape: [usize; D],
        (axis, axes): (usize, usize),
        positions: Tensor<1, Int>,
    ) -> Result<Self, TSliceError> {
        let mut listed = ListedRegion::without_lists(tslice::s![..], &shape)?;
        listed.shape.drain(axis + 1..axis + axes);
        listed.shape[axis] = positions.dims()[0];
        if !listed.shape.contains(&0) {
            listed.lists.push(AxisList {
                axis,
                axes,
                result_axis: axis,
                positions: Positions::There(positions.into()),
            });
        }
        Ok(Self::of(listed))
    }

    fn of(listed: ListedRegion<Positions>) -> Self {
        let mut kept = std::array::from_fn(|axis| listed.region.axes()[axis].count());
        for list in &listed.lists {
            kept[list.axis..list.axis + list.axes].fill(1);
            kept[list.axis] = list.positions.len();
        }
        Self { listed, kept }
    }

    pub(crate) fn lists(&self) -> &[AxisList<Positions>] {
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
    pub(crate) fn steps<'l>(
        &self,
        lists: &'l [AxisList<Positions>],
        shape: [usize; D],
    ) -> Vec<Step<'l>> {
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

    /// The shape of what a step selects of a tensor of a shape, with all axes of it.
    pub(crate) fn selected_shape(&self, shape: [usize; D], step: &Step<'_>) -> [usize; D] {
        let mut selected = shape;
        match step {
            Step::List(list) => {
                let axes = list.axis..list.axis + list.axes;
                selected[axes.clone()].copy_from_slice(&self.kept[axes]);
            }
            Step::Slice(_) => {
                let is_of_list = |axis: &usize| {
                    let mut lists = self.lists().iter();
                    lists.any(|list| (list.axis..list.axis + list.axes).contains(axis))
                };
                for axis in (0..D).filter(|axis| !is_of_list(axis)) {
                    selected[axis] = self.kept[axis];
                }
            }
        }
        selected
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
    List(&'l AxisList<Positions>),
}

/// Checks masks, and positions if they are to be checked.
fn check_lists(
    spec: &impl Source,
    shape: &[usize],
    lists: &[Option<Places>],
    check: Check,
    device: &Device,
) -> Result<(), PickError> {
    let mut axes = Vec::new();
    for entry in picked_by(spec, shape, |_| Ok(()))? {
        if let Picked::List {
            axis, axes: count, ..
        } = entry
        {
            axes.extend(axis..axis + count);
        }
    }
    let lists = || {
        let lists = axes.iter().zip(lists);
        lists.filter_map(|(&axis, list)| Some((axis, shape[axis], list.as_ref()?)))
    };
    for (axis, len, list) in lists() {
        list.check_mask(axis, len)?;
    }
    if check == Check::IfHere && !is_here(device) {
        return Ok(());
    }
    let outside: Vec<Tensor<1, Bool>> = lists()
        .filter_map(|(_, len, list)| list.is_outside(len))
        .collect();
    if outside.is_empty() || !Tensor::cat(outside, 0).any().into_scalar::<bool>() {
        return Ok(());
    }
    lists().try_for_each(|(axis, len, list)| list.check(axis, len))
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
