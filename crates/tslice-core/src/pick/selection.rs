//! What a spec with lists selects of an array, as offsets: integers only.
//!
//! The offsets of a list are made once, or a block at a time where they are used if that is only
//! once.

use alloc::vec::Vec;
use core::ops::Range as Positions;

use smallvec::SmallVec;

use super::elements::List;
use super::error::PickError;
use super::group::{Group, Positioned};
use super::lists::Source;
use super::offsets::Run;
use super::part::{Part, Parts, parts, selected_shape};
use crate::error::ShapeError;
use crate::layout::{self, Dynamic, Layout};

/// The elements that a spec selects: the offset of an index tuple is the sum of `base` and the
/// offset of a position of each axis.
// Invariant: each offset is that of an element of an array with the layout that the selection was
// made for. Elements without a size, and no elements, have offset 0.
pub(crate) struct Selection<'l> {
    pub(super) base: isize,
    /// The shape, and the strides of the axes without a list.
    pub(super) layout: Dynamic,
    /// The offsets of the positions of the other axes, in their order. In a `Vec`, whose borrowed
    /// elements may end before it is dropped.
    pub(super) lists: Vec<(usize, Positioned<'l>)>,
}

impl<'l> Selection<'l> {
    /// A selection without axes, whose shape is written where it is.
    fn nothing() -> Self {
        let (shape, strides) = (SmallVec::new(), SmallVec::new());
        Self {
            base: 0,
            layout: Dynamic { shape, strides },
            lists: Vec::new(),
        }
    }

    /// What a spec selects of an array of elements of type T.
    pub(super) fn of<T>(
        spec: &(impl Source + 'l),
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        let (lists, mut selected) = (spec.lists(), Parts::new());
        parts(spec.as_encoding(), &lists, layout.shape(), &mut selected)?;
        let mut selection = Self::nothing();
        selected_shape(&selected, &mut selection.layout.shape)?;
        selection.begin_strides();
        if !needs_no_offsets::<T>(selection.shape()) {
            selection.set_parts(&selected, layout.strides())?;
        }
        Ok(selection)
    }

    /// What a list selects of an axis of an array of elements of type T; the others stay whole.
    pub(super) fn along<T>(
        axis: usize,
        list: List<'l>,
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        let (list, strides) = ([list], &layout.strides()[axis..]);
        let group = Group::new(axis, &list, layout.shape())?;
        let axes = axis..axis + 1;
        Self::in_place_of::<T>(axes, group.count, layout, || group.offsets(strides))
    }

    /// What `count` positions in place of some axes select of an array of elements of type T; the
    /// other axes stay whole.
    pub(super) fn in_place_of<T>(
        axes: Positions<usize>,
        count: usize,
        layout: &impl Layout,
        positions: impl FnOnce() -> Result<Positioned<'l>, PickError>,
    ) -> Result<Self, PickError> {
        let mut selection = Self::nothing();
        let shape = &mut selection.layout.shape;
        shape.extend_from_slice(&layout.shape()[..axes.start]);
        shape.push(count);
        shape.extend_from_slice(&layout.shape()[axes.end..]);
        layout::check_count(shape)?;
        selection.begin_strides();
        if !needs_no_offsets::<T>(selection.shape()) {
            let (outer, inner) = selection.layout.strides.split_at_mut(axes.start);
            outer.copy_from_slice(&layout.strides()[..axes.start]);
            inner[1..].copy_from_slice(&layout.strides()[axes.end..]);
            selection.set_list(axes.start, positions()?)?;
        }
        Ok(selection)
    }

    /// A selection of a shape whose elements are all the first one, as if they had no size.
    pub(super) fn of_first(shape: &[usize]) -> Self {
        let mut selection = Self::nothing();
        selection.layout.shape.extend_from_slice(shape);
        selection.begin_strides();
        selection
    }

    /// Gives each axis of the shape the stride 0.
    fn begin_strides(&mut self) {
        let Dynamic { shape, strides } = &mut self.layout;
        strides.resize(shape.len(), 0);
    }

    /// Sets what some parts select of an array of these strides.
    fn set_parts(&mut self, parts: &[Part<'_, 'l>], strides: &[isize]) -> Result<(), PickError> {
        // An axis of at most one element never uses its stride, so a product that wraps does no
        // harm.
        let offset = |axis: usize, at: usize| at.cast_signed().wrapping_mul(strides[axis]);
        let mut given = 0;
        for part in parts {
            match part {
                Part::NewAxis => {}
                Part::Index { axis, at } => {
                    self.base = self.base.wrapping_add(offset(*axis, *at));
                    continue;
                }
                Part::Range { axis, taken } => {
                    self.base = self.base.wrapping_add(offset(*axis, taken.first()));
                    self.layout.strides[given] = strides[*axis].wrapping_mul(taken.step());
                }
                Part::List {
                    axis, positions, ..
                } => self.set_list(given, positions.offsets(&strides[*axis..])?)?,
            }
            given += 1;
        }
        Ok(())
    }

    /// Makes an axis that of a list.
    fn set_list(&mut self, axis: usize, list: Positioned<'l>) -> Result<(), ShapeError> {
        let (outer, inner) = self.layout.shape.split_at(axis);
        // A list that is used once is read there.
        let is_kept = matches!(list, Positioned::Made(_)) || outer.iter().all(|len| *len == 1);
        let list = if is_kept {
            list
        } else {
            list.made(0..inner[0])?
        };
        self.layout.strides[axis] = 0;
        self.lists.push((axis, list));
        Ok(())
    }

    /// The same selection of some positions of the first axis, without borrowed lists: their
    /// offsets are made now.
    pub(super) fn owned<'x>(&self, rows: Positions<usize>) -> Result<Selection<'x>, PickError> {
        let mut owned = Selection {
            base: self.base,
            layout: self.layout.clone(),
            lists: Vec::new(),
        };
        for (axis, list) in &self.lists {
            let all = 0..self.layout.shape[*axis];
            let positions = if *axis == 0 { rows.clone() } else { all };
            owned.lists.push((*axis, list.made(positions)?));
        }
        if let Some(len) = owned.layout.shape.first_mut() {
            *len = rows.len();
            // The stride is 0 if the axis is that of a list.
            let before = owned.layout.strides[0].wrapping_mul(rows.start.cast_signed());
            owned.base = owned.base.wrapping_add(before);
        }
        Ok(owned)
    }

    /// The shape of what is selected.
    pub(super) fn shape(&self) -> &[usize] {
        &self.layout.shape
    }

    /// The number of elements that are selected.
    pub(super) fn len(&self) -> usize {
        layout::len(self.shape())
    }

    /// The positions of the first axis.
    pub(super) fn rows(&self) -> Positions<usize> {
        0..self.shape().first().copied().unwrap_or(0)
    }

    /// The list of an axis.
    pub(super) fn list(&self, axis: usize) -> Option<&Positioned<'l>> {
        let mut lists = self.lists.iter();
        lists.find_map(|(of, list)| (*of == axis).then_some(list))
    }

    /// The number of axes up to the last list, or else of those up to the first one, and what each
    /// position of these selects beside a source of these strides.
    pub(super) fn split<'b>(&'b self, steps: &'b [isize]) -> (usize, Block<'b>) {
        let behind = self.lists.last().map_or(1, |(axis, _)| axis + 1);
        let outer = behind.min(steps.len());
        let Dynamic { shape, strides } = &self.layout;
        let block = Block::of(&shape[outer..], &strides[outer..], &steps[outer..]);
        (outer, block)
    }
}

/// The elements that axes without a list select, and the strides of a source.
pub(super) struct Block<'b> {
    shape: &'b [usize],
    strides: &'b [isize],
    steps: &'b [isize],
    /// The number of elements.
    pub(super) len: usize,
    /// Whether they are contiguous.
    pub(super) is_row: bool,
}

impl<'b> Block<'b> {
    fn of(shape: &'b [usize], strides: &'b [isize], steps: &'b [isize]) -> Self {
        Self {
            shape,
            strides,
            steps,
            len: layout::len(shape),
            is_row: layout::is_row_major(shape, strides),
        }
    }

    /// Calls a function with what the positions of a run select together, for which those of the
    /// source are `step` apart.
    pub(super) fn of_run(&self, run: Run, step: isize, see: impl FnOnce(&Block<'_>)) {
        let (mut layout, mut steps) = (
            self.layout(),
            SmallVec::<[isize; 8]>::from_slice(self.steps),
        );
        layout.shape.insert(0, run.len);
        layout.strides.insert(0, run.stride);
        steps.insert(0, step);
        see(&Block::of(&layout.shape, &layout.strides, &steps));
    }

    /// The layout of the elements.
    pub(super) fn layout(&self) -> Dynamic {
        Dynamic::of(self.shape, self.strides)
    }

    /// The layout of the elements of the source.
    pub(super) fn of_source(&self) -> Dynamic {
        Dynamic::of(self.shape, self.steps)
    }

    /// The distance between the elements of the source, if it is always the same, and the block is
    /// contiguous.
    pub(super) fn row_step(&self) -> Option<isize> {
        layout::only_step(self.shape, self.steps).filter(|_| self.is_row)
    }

    /// The length of the block, and the distance between the elements of the source, if it is at
    /// most four contiguous elements.
    pub(super) fn pixel(&self) -> Option<(usize, isize)> {
        self.row_step()
            .filter(|_| (1..=4).contains(&self.len))
            .map(|step| (self.len, step))
    }
}

/// Whether elements of a shape have no offsets: they have no size, or are none.
pub(super) fn needs_no_offsets<T>(shape: &[usize]) -> bool {
    shape.contains(&0) || size_of::<T>() == 0
}
