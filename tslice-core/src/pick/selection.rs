//! What a spec with lists selects of an array, as offsets: integers only.
//!
//! Each list is checked once. Its offsets are made once, or a block at a time where they are used if that is only once.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::elements::{Along, Elements, Indices, List, Run, See, each_block, run_of};
use super::error::PickError;
use super::mask;
use super::part::{Part, with_parts};
use super::source::Source;
use crate::error::ShapeError;
use crate::layout::{self, Dynamic, Layout};

/// An axis of what is selected that has more than one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The position with which a visit begins.
    pub(super) first: usize,
    /// How many positions are visited.
    pub(super) len: usize,
    pub(super) step: Step,
}

/// The offsets of the positions of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Multiples of a stride.
    Stride(isize),
    /// Those of the table, from a place on.
    Table(usize),
    /// Those of the runs, which no other axis has.
    Runs(usize, usize),
    /// Those of the indices, which are read where they are used.
    Indices,
    /// Those of the mask, which is read where it is used, multiples of a stride.
    Mask(isize),
}

/// The elements that a spec selects: the offset of an index tuple is the sum of `base` and the offset of a position of each axis.
// Invariant: each offset is that of an element of an array with the layout that the selection was made for. Elements without a size, and no
// elements, have offset 0.
#[derive(Debug, Default)]
pub(crate) struct Selection<'l> {
    /// The offset of the first position of each axis.
    pub(super) base: isize,
    pub(super) shape: SmallVec<[usize; 4]>,
    axes: SmallVec<[Axis; 4]>,
    pub(super) table: SmallVec<[isize; 16]>,
    pub(super) runs: SmallVec<[Run; 4]>,
    pub(super) indices: Vec<(Indices<'l>, Along)>,
    pub(super) mask: &'l [bool],
}

impl<'l> Selection<'l> {
    /// What a spec selects of an array of elements of type T.
    pub(super) fn of<T>(spec: &(impl Source + 'l), layout: &impl Layout) -> Result<Self, PickError> {
        with_parts(spec, layout.shape(), |parts| Self::new::<T>(parts, layout))
    }

    /// What some parts select of an array of elements of type T.
    pub(super) fn new<T>(parts: &[Part<'_, 'l>], layout: &impl Layout) -> Result<Self, PickError> {
        let (shape, strides) = (layout.shape(), layout.strides());
        let mut selection = Self { shape: selected_shape(parts, shape)?, ..Self::default() };
        layout::check_count(&selection.shape)?;
        if selection.shape.contains(&0) || size_of::<T>() == 0 {
            let axes = selection.shape.iter().filter(|len| **len != 1);
            selection.axes = axes.map(|&len| Axis::new(len, Step::Stride(0))).collect();
            return Ok(selection);
        }
        let mut given = 0;
        for part in parts {
            selection.base = selection.base.wrapping_add(part.first(strides));
            match part {
                Part::Index { .. } => continue,
                Part::NewAxis => {}
                Part::Range { axis, taken } => {
                    selection.push(taken.count(), Step::Stride(strides[*axis].wrapping_mul(taken.step())));
                }
                Part::List { axis, group } => {
                    let along = |number: usize| {
                        let axis = axis + number;
                        Along { axis, len: shape[axis], stride: strides[axis] }
                    };
                    selection.push_list(selection.shape[given], group, along)?;
                }
            }
            given += 1;
        }
        Ok(selection)
    }

    /// Parts of a shape at as many offsets as there are, which a function makes.
    pub(super) fn of_offsets(
        count: usize,
        (inner, strides): (&[usize], &[isize]),
        make: impl FnOnce(See<'_>) -> Result<(), ShapeError>,
    ) -> Result<Self, PickError> {
        let mut selection = Self::default();
        selection.shape.push(count);
        selection.shape.extend_from_slice(inner);
        selection.reserve(count)?;
        make(&mut |block| selection.table.extend_from_slice(block))?;
        selection.push_table(0, count);
        for (len, stride) in inner.iter().zip(strides) {
            selection.push(*len, Step::Stride(*stride));
        }
        Ok(selection)
    }

    /// The same selection without borrowed lists: their offsets are made now.
    pub(super) fn into_owned<'x>(mut self) -> Result<Selection<'x>, PickError> {
        if let [Axis { len, step: step @ (Step::Indices | Step::Mask(_)), .. }] = self.axes[..] {
            self.reserve(len)?;
            let mut see = |block: &[isize]| self.table.extend_from_slice(block);
            match step {
                Step::Mask(stride) => mask::offsets(self.mask, 0, stride, &mut see),
                _ => each_block(&self.indices, 0..len, &mut see),
            }
            self.axes[0].step = Step::Table(0);
        }
        let Self { base, shape, axes, table, runs, .. } = self;
        Ok(Selection { base, shape, axes, table, runs, ..Selection::default() })
    }

    /// Room for more offsets.
    fn reserve(&mut self, count: usize) -> Result<(), ShapeError> {
        let too_large = |_| ShapeError::TooLarge { shape: [count].into(), element: size_of::<isize>() };
        self.table.try_reserve(count).map_err(too_large)
    }

    fn push(&mut self, len: usize, step: Step) {
        if len != 1 {
            self.axes.push(Axis::new(len, step));
        }
    }

    /// Appends the axis of a list, or of a group. The lists were checked, and select `count` positions.
    fn push_list(
        &mut self,
        count: usize,
        group: &[List<'l>],
        along: impl Fn(usize) -> Along,
    ) -> Result<(), PickError> {
        let is_all = count > 1 && count == layout::len(&self.shape);
        let start = self.runs.len();
        if let [List::Items(items)] = group {
            for (at, item) in items.iter().enumerate() {
                self.runs.extend(Some(run_of(item, at, along(0))?).filter(|run| run.len > 0));
            }
            self.push_runs(start);
            return Ok(());
        }
        if let [List::Elements(Elements::Mask(mask))] = group
            && let Some(mask) = mask.as_slice()
        {
            let stride = along(0).stride;
            if mask::has_long_runs(mask, count) {
                let all = Run { first: 0, len: mask.len(), stride };
                mask::runs(mask, |begin, len| self.runs.push(all.part(begin..begin + len)));
                self.push_runs(start);
                return Ok(());
            }
            if is_all {
                self.mask = mask;
                self.push(count, Step::Mask(stride));
                return Ok(());
            }
        }
        let indices = group.iter().enumerate().map(|(number, list)| match list {
            List::Elements(Elements::Indices(list)) if list.len() == count => Some((*list, along(number))),
            _ => None,
        });
        if is_all && let Some(indices) = indices.collect() {
            self.indices = indices;
            self.push(count, Step::Indices);
            return Ok(());
        }
        let start = self.table.len();
        self.reserve(count)?;
        for (number, list) in group.iter().enumerate() {
            let (along, mut at) = (along(number), start);
            let is_repeated = count > 1 && group.len() > 1 && list.is_one(along);
            list.offsets(along, &mut |block| {
                if is_repeated {
                    self.base = self.base.wrapping_add(block[0]);
                    return;
                }
                let (sums, rest) = block.split_at(block.len().min(self.table.len() - at));
                let places = self.table[at..].iter_mut().zip(sums);
                places.for_each(|(sum, &offset)| *sum = sum.wrapping_add(offset));
                self.table.extend_from_slice(rest);
                at += block.len();
            })?;
        }
        self.push_table(start, count);
        Ok(())
    }

    /// Appends an axis of the offsets from a place of the table on.
    fn push_table(&mut self, start: usize, count: usize) {
        if count == 1 {
            self.base = self.base.wrapping_add(self.table[start]);
            self.table.truncate(start);
        }
        self.push(count, Step::Table(start));
    }

    /// Appends the axis of the runs from a place on.
    fn push_runs(&mut self, start: usize) {
        if let [run] = self.runs[start..] {
            self.runs.truncate(start);
            self.base = self.base.wrapping_add(run.first);
            self.push(run.len, Step::Stride(run.stride));
        } else {
            let len = self.runs[start..].iter().map(|run| run.len).sum();
            self.push(len, Step::Runs(start, self.runs.len()));
        }
    }

    /// The number of elements that are selected.
    pub(super) fn len(&self) -> usize {
        layout::len(&self.shape)
    }

    /// The axes, each with the stride of a source. `steps` has one for each axis of the shape.
    pub(super) fn axes(&self, steps: impl Iterator<Item = isize>) -> SmallVec<[(Axis, isize); 4]> {
        let steps = self.shape.iter().zip(steps).filter(|(len, _)| **len != 1).map(|(_, step)| step);
        self.axes.iter().copied().zip(steps).collect()
    }

    /// Splits axes behind the last list, or else behind the first axis: those up to it, and what each position of it selects.
    pub(super) fn split<'x>(&self, axes: &'x [(Axis, isize)]) -> (&'x [(Axis, isize)], Listed) {
        let last = axes.iter().rposition(|(axis, _)| !matches!(axis.step, Step::Stride(_))).unwrap_or(0);
        let (outer, inner) = axes.split_at(axes.len().min(last + 1));
        let (axis, step) = outer.last().copied().unwrap_or((Axis::new(1, Step::Stride(0)), 0));
        (outer, Listed { axis, step, block: Block::new(inner.into()) })
    }

    /// The offsets of the positions of a list that has a table.
    pub(super) fn table(&self, axis: &Axis) -> Option<&[isize]> {
        match axis.step {
            Step::Table(start) => self.table.get(start + axis.first..)?.get(..axis.len),
            _ => None,
        }
    }
}

/// The last list of a selection, or its first axis.
pub(super) struct Listed {
    pub(super) axis: Axis,
    /// The stride of the source.
    pub(super) step: isize,
    /// What each position selects.
    pub(super) block: Block,
}

impl Listed {
    /// The length, and the step of the source, of what each position selects, if that is at most four contiguous elements.
    pub(super) fn pixel(&self) -> Option<(usize, isize)> {
        let step = self.block.source_step().filter(|_| self.block.is_row)?;
        (1..=4).contains(&self.block.len).then_some((self.block.len, step))
    }

    /// What the positions of a run select together.
    pub(super) fn block_of(&self, run: Run) -> Block {
        let mut axes = self.block.axes.clone();
        axes.insert(0, (Axis::new(run.len, Step::Stride(run.stride)), self.step));
        Block::new(axes)
    }
}

type BlockAxes = SmallVec<[(Axis, isize); 4]>;

/// The elements that axes without a list select, and the strides of a source.
pub(super) struct Block {
    axes: BlockAxes,
    /// The number of elements.
    pub(super) len: usize,
    /// Whether they are contiguous.
    pub(super) is_row: bool,
}

impl Block {
    pub(super) fn new(axes: BlockAxes) -> Self {
        let (mut len, mut is_row) = (1_usize, true);
        for (axis, _) in axes.iter().rev() {
            is_row &= axis.len == 1 || axis.stride() == len.cast_signed();
            len *= axis.len;
        }
        Self { axes, len, is_row }
    }

    /// The layout of the elements.
    pub(super) fn layout(&self) -> Dynamic {
        self.with_strides(|(axis, _)| axis.stride())
    }

    /// The layout of the source.
    pub(super) fn source(&self) -> Dynamic {
        self.with_strides(|(_, step)| *step)
    }

    fn with_strides(&self, stride: impl Fn(&(Axis, isize)) -> isize) -> Dynamic {
        let (shape, strides) = self.axes.iter().map(|axis| (axis.0.len, stride(axis))).unzip();
        Dynamic { shape, strides }
    }

    /// The distance between the elements of the source, if it is always the same.
    pub(super) fn source_step(&self) -> Option<isize> {
        let mut axes = self.axes.iter().rev();
        let Some((innermost, step)) = axes.next() else { return Some(0) };
        let mut next = step.wrapping_mul(innermost.len.cast_signed());
        let is_next = |(axis, step): &(Axis, isize)| {
            let is_next = *step == next;
            next = next.wrapping_mul(axis.len.cast_signed());
            is_next
        };
        axes.all(is_next).then_some(*step)
    }
}

impl Axis {
    fn new(len: usize, step: Step) -> Self {
        Self { first: 0, len, step }
    }

    /// The stride; 0 of a list.
    fn stride(&self) -> isize {
        if let Step::Stride(stride) = self.step { stride } else { 0 }
    }
}

/// The shape of what some parts select of a shape. Their lists are checked.
pub(super) fn selected_shape(
    parts: &[Part<'_, '_>],
    shape: &[usize],
) -> Result<SmallVec<[usize; 4]>, PickError> {
    let mut selected = SmallVec::new();
    for part in parts {
        let given = match part {
            Part::List { axis, group } => Some(check(group, *axis, shape)?),
            _ => part.given(),
        };
        selected.extend(given);
    }
    Ok(selected)
}

/// The number of positions that the lists of an entry select together.
fn check(group: &[List<'_>], axis: usize, shape: &[usize]) -> Result<usize, PickError> {
    let mut count = 1;
    for (number, list) in group.iter().enumerate() {
        let len = shape[axis + number];
        let selected = list.check(Along { axis: axis + number, len, stride: 0 })?;
        match (number, count, selected) {
            (0, ..) | (_, 1, _) => count = selected,
            (_, _, 1) => {}
            _ if selected == count => {}
            _ => return Err(PickError::GroupLength { axis, expected: count, list: number, len: selected }),
        }
    }
    Ok(count)
}
