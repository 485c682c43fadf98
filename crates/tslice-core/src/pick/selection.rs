//! What a spec with lists selects of an array, as offsets: integers only.
//!
//! Each list is checked once. Its offsets are made once, or a block at a time where they are used
//! if that is only once.

use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;

use super::elements::{Along, Elements, Indices, List};
use super::error::PickError;
use super::lists::Source;
use super::offsets::{Offsets, Run};
use super::part::{Part, Parts, parts, whole_axes};
use crate::array::filled;
use crate::error::ShapeError;
use crate::layout::{self, Dynamic, Layout};

/// An axis of what is selected that has more than one position.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// The position with which a visit begins.
    pub(super) first: usize,
    /// How many positions are visited.
    pub(super) len: usize,
    pub(super) step: Step,
}

/// The offsets of the positions of an axis.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// Multiples of a stride.
    Stride(isize),
    /// Those of some pieces, which no other axis has.
    Pieces(usize, usize),
    /// Those of the indices, which are read where they are used.
    Indices,
    /// Those of the mask, which is read where it is used, multiples of a stride.
    Mask(isize),
}

/// Offsets of some positions of an axis, which follow each other.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    /// Those that are equally far from each other.
    Run(Run),
    /// Those of a part of the table.
    Table { start: usize, len: usize },
}

/// The elements that a spec selects: the offset of an index tuple is the sum of `base` and the
/// offset of a position of each axis.
// Invariant: each offset is that of an element of an array with the layout that the selection was
// made for. Elements without a size, and no elements, have offset 0.
#[derive(Default)]
pub(crate) struct Selection<'l> {
    /// The offset of the first position of each axis.
    pub(super) base: isize,
    pub(super) shape: SmallVec<[usize; 8]>,
    axes: SmallVec<[Axis; 4]>,
    table: SmallVec<[isize; 16]>,
    pub(super) pieces: SmallVec<[Piece; 4]>,
    pub(super) indices: Vec<(Indices<'l>, Along)>,
    pub(super) mask: &'l [bool],
}

/// The lists of a group, each with the axis of which it selects positions.
type AxisLists<'g, 'l> = SmallVec<[(&'g List<'l>, Along); 2]>;

impl<'l> Selection<'l> {
    /// What a spec selects of an array of elements of type T.
    pub(super) fn of<T>(
        spec: &(impl Source + 'l),
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        Self::new::<T>(
            &parts(spec.as_encoding(), &spec.lists(), layout.shape())?,
            layout,
        )
    }

    /// What a list selects of an axis of an array of elements of type T; the others stay whole.
    pub(super) fn along<T>(
        axis: usize,
        list: List<'l>,
        layout: &impl Layout,
    ) -> Result<Self, PickError> {
        let list = [list];
        let mut parts: Parts<'_, '_> = whole_axes(layout.shape()).collect();
        parts[axis] = Part::List {
            axis,
            axes: 1,
            positions: &list,
        };
        Self::new::<T>(&parts, layout)
    }

    /// What some parts select of an array of elements of type T.
    pub(super) fn new<T>(parts: &[Part<'_, 'l>], layout: &impl Layout) -> Result<Self, PickError> {
        let (shape, strides) = (layout.shape(), layout.strides());
        let mut selection = Self {
            shape: selected_shape(parts, shape)?,
            ..Self::default()
        };
        if needs_no_offsets::<T>(&selection.shape) {
            return Ok(Self::without_offsets(selection.shape));
        }
        // An axis of at most one element never uses its stride, so a product that wraps does no
        // harm.
        let offset = |axis: usize, at: usize| at.cast_signed().wrapping_mul(strides[axis]);
        let mut given = 0;
        for part in parts {
            match part {
                Part::Index { axis, at } => {
                    selection.base = selection.base.wrapping_add(offset(*axis, *at));
                    continue;
                }
                Part::NewAxis => {}
                Part::Range { axis, taken } => {
                    selection.base = selection.base.wrapping_add(offset(*axis, taken.first()));
                    selection.push(
                        taken.count(),
                        Step::Stride(strides[*axis].wrapping_mul(taken.step())),
                    );
                }
                Part::List {
                    axis, positions, ..
                } => {
                    let along = |(axis, list)| {
                        let (len, stride) = (shape[axis], strides[axis]);
                        (list, Along { axis, len, stride })
                    };
                    let group = iter::zip(*axis.., *positions).map(along).collect();
                    selection.push_list(selection.shape[given], &group)?;
                }
            }
            given += 1;
        }
        Ok(selection)
    }

    /// A selection of a shape that [`needs_no_offsets`].
    pub(super) fn without_offsets(shape: SmallVec<[usize; 8]>) -> Self {
        let axes = shape.iter().filter(|len| **len != 1);
        let axes = axes.map(|&len| Axis::new(len, Step::Stride(0))).collect();
        Self {
            shape,
            axes,
            ..Self::default()
        }
    }

    /// Parts of a shape, whose elements can be counted, at `count` offsets.
    pub(super) fn of_offsets<T>(
        count: usize,
        offsets: impl Iterator<Item = isize>,
        (inner, strides): (&[usize], &[isize]),
    ) -> Result<Self, PickError> {
        let shape: SmallVec<_> = iter::once(count).chain(inner.iter().copied()).collect();
        if needs_no_offsets::<T>(&shape) {
            return Ok(Self::without_offsets(shape));
        }
        let mut selection = Self {
            shape,
            ..Self::default()
        };
        selection.reserve(count)?;
        selection.table.extend(offsets);
        selection.pieces.push(Piece::Table {
            start: 0,
            len: count,
        });
        selection.push_pieces(0);
        for (len, stride) in inner.iter().zip(strides) {
            selection.push(*len, Step::Stride(*stride));
        }
        Ok(selection)
    }

    /// The same selection without borrowed lists: their offsets are made now.
    pub(super) fn into_owned<'x>(self) -> Result<Selection<'x>, PickError> {
        if let [
            axis @ Axis {
                step: Step::Indices | Step::Mask(_),
                ..
            },
        ] = self.axes[..]
        {
            let mut owned = Selection {
                base: self.base,
                shape: SmallVec::from_slice(&self.shape),
                ..Selection::default()
            };
            owned.reserve(axis.len)?;
            self.row(&axis, |offsets| owned.push_offsets(0, offsets));
            owned.push_pieces(0);
            return Ok(owned);
        }
        let Self {
            base,
            shape,
            axes,
            table,
            pieces,
            ..
        } = self;
        Ok(Selection {
            base,
            shape,
            axes,
            table,
            pieces,
            ..Selection::default()
        })
    }

    /// Room for more offsets.
    fn reserve(&mut self, count: usize) -> Result<(), ShapeError> {
        let too_large = |_| ShapeError::TooLarge {
            shape: [count].into(),
            element: size_of::<isize>(),
        };
        self.table.try_reserve(count).map_err(too_large)
    }

    fn push(&mut self, len: usize, step: Step) {
        if len != 1 {
            self.axes.push(Axis::new(len, step));
        }
    }

    /// Appends the axis of a list, or of a group. The lists were checked, and select `count`
    /// positions.
    fn push_list(&mut self, count: usize, group: &AxisLists<'_, 'l>) -> Result<(), PickError> {
        // A list that is used once is read there.
        if count > 1 && count == layout::len(&self.shape) && self.push_borrowed(count, group) {
            return Ok(());
        }
        let start = self.pieces.len();
        if let [(list, along)] = group[..] {
            if matches!(list, List::Elements(_)) {
                self.reserve(count)?;
            }
            list.offsets(along, &mut |offsets| self.push_offsets(start, offsets))?;
        } else {
            let sums = self.sums(count, group)?;
            self.reserve(count)?;
            self.push_offsets(start, Offsets::Table(&sums));
        }
        self.push_pieces(start);
        Ok(())
    }

    /// Appends the axis of a mask or of indices that can be read where they are used. Says whether
    /// the group is one.
    fn push_borrowed(&mut self, count: usize, group: &AxisLists<'_, 'l>) -> bool {
        if let [(List::Elements(Elements::Mask(mask)), along)] = group[..]
            && let Some(mask) = mask.as_slice()
        {
            self.mask = mask;
            self.push(count, Step::Mask(along.stride));
            return true;
        }
        let mut indices = Vec::new();
        for (list, along) in group {
            match list {
                List::Elements(Elements::Indices(list)) if list.len() == count => {
                    indices.push((*list, *along));
                }
                _ => return false,
            }
        }
        self.indices = indices;
        self.push(count, Step::Indices);
        true
    }

    /// The offsets of the positions of a group, without what all have in common: that goes to the
    /// base.
    fn sums(&mut self, count: usize, group: &AxisLists<'_, 'l>) -> Result<Vec<isize>, PickError> {
        let mut sums = filled(&[count], 0_isize)?;
        for (list, along) in group {
            let (mut visited, mut last) = (0, 0);
            list.offsets(*along, &mut |offsets| {
                offsets.each(|offset| {
                    sums[visited] = sums[visited].wrapping_add(offset);
                    (visited, last) = (visited + 1, offset);
                });
            })?;
            if visited == 1 && count > 1 {
                // The only position of a list is repeated beside those of the others.
                sums[0] = sums[0].wrapping_sub(last);
                self.base = self.base.wrapping_add(last);
            }
        }
        Ok(sums)
    }

    /// Appends offsets to the pieces of an axis, which are those from `start` on.
    fn push_offsets(&mut self, start: usize, offsets: Offsets<'_>) {
        match offsets {
            Offsets::Run(Run { len: 0, .. }) => {}
            Offsets::Run(Run { first, len: 1, .. }) => {
                self.push_offsets(start, Offsets::Table(&[first]))
            }
            Offsets::Run(run) => self.pieces.push(Piece::Run(run)),
            Offsets::Table(block) => {
                if let Some(Piece::Table { len, .. }) = self.pieces[start..].last_mut() {
                    *len += block.len();
                } else {
                    self.pieces.push(Piece::Table {
                        start: self.table.len(),
                        len: block.len(),
                    });
                }
                self.table.extend_from_slice(block);
            }
        }
    }

    /// Appends the axis of the pieces from `start` on.
    fn push_pieces(&mut self, start: usize) {
        let (first, len, step) = match self.pieces[start..] {
            [Piece::Run(Run { first, len, stride })] => (first, len, Step::Stride(stride)),
            [Piece::Table { start, len: 1 }] => (self.table[start], 1, Step::Stride(0)),
            ref pieces => {
                let len = pieces.iter().map(|piece| self.offsets(piece).len()).sum();
                (0, len, Step::Pieces(start, self.pieces.len()))
            }
        };
        self.base = self.base.wrapping_add(first);
        self.push(len, step);
    }

    /// The offsets of a piece.
    pub(super) fn offsets(&self, piece: &Piece) -> Offsets<'_> {
        match *piece {
            Piece::Run(run) => Offsets::Run(run),
            Piece::Table { start, len } => Offsets::Table(&self.table[start..][..len]),
        }
    }

    /// The number of elements that are selected.
    pub(super) fn len(&self) -> usize {
        layout::len(&self.shape)
    }

    /// The axes, each with the stride of a source. `steps` has one for each axis of the shape.
    pub(super) fn axes(&self, steps: impl Iterator<Item = isize>) -> SmallVec<[(Axis, isize); 4]> {
        let steps = self
            .shape
            .iter()
            .zip(steps)
            .filter(|(len, _)| **len != 1)
            .map(|(_, step)| step);
        self.axes.iter().copied().zip(steps).collect()
    }

    /// Splits axes behind the last list, or else behind the first axis: those up to it, and what
    /// each position of it selects.
    pub(super) fn split<'x>(&self, axes: &'x [(Axis, isize)]) -> (&'x [(Axis, isize)], Block<'x>) {
        let last = axes
            .iter()
            .rposition(|(axis, _)| !matches!(axis.step, Step::Stride(_)))
            .unwrap_or(0);
        let (outer, inner) = axes.split_at(axes.len().min(last + 1));
        (outer, Block::new(None, inner))
    }

    /// The offsets of the positions of a list that has a table.
    pub(super) fn table(&self, axis: &Axis) -> Option<&[isize]> {
        let Step::Pieces(begin, end) = axis.step else {
            return None;
        };
        let [Piece::Table { start, .. }] = self.pieces[begin..end] else {
            return None;
        };
        self.table.get(start + axis.first..)?.get(..axis.len)
    }
}

/// The elements that axes without a list select, and the strides of a source.
pub(super) struct Block<'x> {
    /// The axes of one position.
    inner: &'x [(Axis, isize)],
    /// The layout of the elements.
    pub(super) layout: Dynamic,
    pub(super) steps: SmallVec<[isize; 8]>,
    /// The number of elements.
    pub(super) len: usize,
    /// Whether they are contiguous.
    pub(super) is_row: bool,
}

impl<'x> Block<'x> {
    /// What some axes select at one position, or at those of a run together.
    fn new(run: Option<(Axis, isize)>, inner: &'x [(Axis, isize)]) -> Self {
        let (mut layout, mut steps) = (Dynamic::of(&[], &[]), SmallVec::new());
        for (axis, step) in run.iter().chain(inner) {
            // Lists are outside of a block.
            let Step::Stride(stride) = axis.step else {
                continue;
            };
            layout.shape.push(axis.len);
            layout.strides.push(stride);
            steps.push(*step);
        }
        let len = layout::len(&layout.shape);
        let is_row = layout::is_row_major(&layout.shape, &layout.strides);
        Self {
            inner,
            layout,
            steps,
            len,
            is_row,
        }
    }

    /// What the positions of a run select together, for which those of the source are `step` apart.
    pub(super) fn of_run(&self, Run { len, stride, .. }: Run, step: isize) -> Self {
        Self::new(
            Some((Axis::new(len, Step::Stride(stride)), step)),
            self.inner,
        )
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

impl Axis {
    pub(super) fn new(len: usize, step: Step) -> Self {
        Self {
            first: 0,
            len,
            step,
        }
    }
}

/// Whether elements of a shape have no offsets: they have no size, or are none.
pub(super) fn needs_no_offsets<T>(shape: &[usize]) -> bool {
    shape.contains(&0) || size_of::<T>() == 0
}

/// The shape of what some parts select of a shape, whose elements can be counted. Their lists are
/// checked.
pub(super) fn selected_shape(
    parts: &[Part<'_, '_>],
    shape: &[usize],
) -> Result<SmallVec<[usize; 8]>, PickError> {
    let mut selected = SmallVec::new();
    for part in parts {
        selected.push(match part {
            Part::NewAxis => 1,
            Part::Index { .. } => continue,
            Part::Range { taken, .. } => taken.count(),
            Part::List {
                axis, positions, ..
            } => check(positions, *axis, shape)?,
        });
    }
    layout::check_count(&selected)?;
    Ok(selected)
}

/// The number of positions that the lists of an entry select together.
fn check(group: &[List<'_>], first: usize, shape: &[usize]) -> Result<usize, PickError> {
    let mut count = 1;
    for (number, list) in group.iter().enumerate() {
        let axis = first + number;
        let (len, stride) = (shape[axis], 0);
        let selected = list.check(Along { axis, len, stride })?;
        if count == 1 {
            count = selected;
        } else if selected != 1 && selected != count {
            return Err(PickError::GroupLength {
                axis: first,
                expected: count,
                list: number,
                len: selected,
            });
        }
    }
    Ok(count)
}
