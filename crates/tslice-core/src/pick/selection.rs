//! What a spec with lists selects of an array, as offsets: integers only.
//!
//! The offsets of a list are made once, or a block at a time where they are used if that is only
//! once.

use alloc::vec::Vec;
use core::iter;
use core::ops::Range as Positions;

use smallvec::SmallVec;

use super::elements::List;
use super::error::PickError;
use super::group::{Group, Made, Positioned};
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
    /// What a spec selects of an array of elements of type T.
    pub(super) fn of<T>(
        spec: &(impl Source + 'l),
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        let lists = spec.lists();
        let parts = parts(spec.as_encoding(), &lists, layout.shape())?;
        Self::new::<T>(&parts, layout)
    }

    /// What a list selects of an axis of an array of elements of type T; the others stay whole.
    pub(super) fn along<T>(
        axis: usize,
        list: List<'l>,
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        let list = [list];
        let (mut parts, shape) = (Parts::new(), layout.shape());
        for whole in 0..shape.len() {
            parts.push(Part::whole(whole, shape));
        }
        parts[axis] = Part::List {
            axis,
            axes: 1,
            positions: Group::new(axis, &list, shape)?,
        };
        Self::new::<T>(&parts, layout)
    }

    /// What some parts select of an array of elements of type T.
    fn new<T>(parts: &[Part<'_, 'l>], layout: &impl Layout) -> Result<Self, PickError> {
        let mut selection = Self::of_first(selected_shape(parts)?);
        if needs_no_offsets::<T>(&selection.layout.shape) {
            return Ok(selection);
        }
        let strides = layout.strides();
        // An axis of at most one element never uses its stride, so a product that wraps does no
        // harm.
        let offset = |axis: usize, at: usize| at.cast_signed().wrapping_mul(strides[axis]);
        let mut given = 0;
        for part in parts {
            match part {
                Part::NewAxis => {}
                Part::Index { axis, at } => {
                    selection.base = selection.base.wrapping_add(offset(*axis, *at));
                    continue;
                }
                Part::Range { axis, taken } => {
                    selection.base = selection.base.wrapping_add(offset(*axis, taken.first()));
                    selection.layout.strides[given] = strides[*axis].wrapping_mul(taken.step());
                }
                Part::List {
                    axis, positions, ..
                } => selection.set_list(given, positions.offsets(&strides[*axis..])?)?,
            }
            given += 1;
        }
        Ok(selection)
    }

    /// A selection of a shape whose elements are all the first one, as if they had no size.
    pub(super) fn of_first(shape: SmallVec<[usize; 8]>) -> Self {
        let strides = SmallVec::from_elem(0, shape.len());
        Self {
            base: 0,
            layout: Dynamic { shape, strides },
            lists: Vec::new(),
        }
    }

    /// Parts of a shape, whose elements can be counted, at `count` offsets.
    pub(super) fn of_offsets<T>(
        count: usize,
        offsets: impl Iterator<Item = isize>,
        (inner, strides): (&[usize], &[isize]),
    ) -> Result<Self, PickError> {
        let shape = iter::once(count).chain(inner.iter().copied()).collect();
        let mut selection = Self::of_first(shape);
        if !needs_no_offsets::<T>(&selection.layout.shape) {
            selection.layout.strides[1..].copy_from_slice(strides);
            selection.set_list(0, Positioned::Made(Made::of(count, offsets)?))?;
        }
        Ok(selection)
    }

    /// Makes an axis that of a list.
    fn set_list(&mut self, axis: usize, list: Positioned<'l>) -> Result<(), ShapeError> {
        let count = self.layout.shape[axis];
        // A list that is used once is read there.
        let is_kept = count == self.len() || matches!(list, Positioned::Made(_));
        let list = if is_kept { list } else { list.made(0..count)? };
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
    pub(super) fn split(&self, steps: &[isize]) -> (usize, Block) {
        let behind = self.lists.last().map_or(1, |(axis, _)| axis + 1);
        let outer = behind.min(steps.len());
        let Dynamic { shape, strides } = &self.layout;
        let inner = Dynamic::of(&shape[outer..], &strides[outer..]);
        (
            outer,
            Block::of(inner, SmallVec::from_slice(&steps[outer..])),
        )
    }
}

/// The elements that axes without a list select, and the strides of a source.
pub(super) struct Block {
    /// The layout of the elements.
    pub(super) layout: Dynamic,
    pub(super) steps: SmallVec<[isize; 8]>,
    /// The number of elements.
    pub(super) len: usize,
    /// Whether they are contiguous.
    pub(super) is_row: bool,
}

impl Block {
    fn of(layout: Dynamic, steps: SmallVec<[isize; 8]>) -> Self {
        Self {
            len: layout::len(&layout.shape),
            is_row: layout::is_row_major(&layout.shape, &layout.strides),
            layout,
            steps,
        }
    }

    /// What the positions of a run select together, for which those of the source are `step` apart.
    pub(super) fn of_run(&self, Run { len, stride, .. }: Run, step: isize) -> Self {
        let (mut layout, mut steps) = (self.layout.clone(), self.steps.clone());
        layout.shape.insert(0, len);
        layout.strides.insert(0, stride);
        steps.insert(0, step);
        Self::of(layout, steps)
    }

    /// The distance between the elements of the source, if it is always the same, and the block is
    /// contiguous.
    pub(super) fn row_step(&self) -> Option<isize> {
        layout::only_step(&self.layout.shape, &self.steps).filter(|_| self.is_row)
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
