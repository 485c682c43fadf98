//! Few rows of elements, by the offset of each: they need no plan.

use smallvec::{SmallVec, smallvec};

use super::block::BLOCK;
use super::element::Along;
use super::elements::Elements;
use super::offsets::offsets;
use super::part::Part;
use super::positions::Positions;
use super::source::Source;
use crate::error::ShapeError;
use crate::layout;
use crate::spec::Entry;

/// The most rows of one element, or of so many that a copy of a row is a call.
const MOST: usize = 512;
const LONG: usize = 128;

/// Lists behind so many rows are for a plan, which reads a few columns as small arrays, and writes them one after the other.
const COLUMNS: usize = 32;

/// Masks of at most so many entries are counted, to tell whether they select few rows.
const COUNTED: usize = 1 << 13;

/// At most how many positions elements select, if they follow each other in memory.
fn at_most(list: &Elements<'_>) -> Option<usize> {
    let len = list.len_in_row()?;
    Some(if list.is_mask() && len <= COUNTED { list.count() } else { len })
}

/// Whether so many rows are few.
fn are_few(rows: usize, row: usize) -> bool {
    rows <= if row == 1 || row >= LONG { MOST } else { BLOCK }
}

/// What a spec selects, as rows of elements that follow each other.
#[derive(Debug)]
pub(in crate::array) struct Few {
    /// The offset that those of the rows are counted from.
    pub(super) first: isize,
    pub(super) offsets: SmallVec<[isize; 16]>,
    /// The number of elements of a row.
    pub(super) row: usize,
    /// The shape of what is selected, and how many of its axes are not in a row.
    pub(super) shape: SmallVec<[usize; 4]>,
    pub(super) outer: usize,
}

impl Few {
    /// What some parts select of an array. `None` if there are many rows or no elements, and if a list is bad: the error is that of a
    /// plan.
    pub(super) fn new(parts: &[Part<'_, '_>], lengths: &[usize], strides: &[isize]) -> Option<Self> {
        let (outer, inner, row) = split(parts, strides)?;
        let (mut count, mut are_columns) = (1_usize, false);
        for part in outer {
            let len = bound(part, lengths, strides)?;
            are_columns = count >= COLUMNS && matches!(part, Part::List { .. });
            count = count.saturating_mul(len.max(1));
        }
        if are_columns || row == 0 || !are_few(count, row) {
            return None;
        }
        let mut few = Self { first: 0, offsets: smallvec![0], row, shape: SmallVec::new(), outer: 0 };
        for part in outer {
            few.first = few.first.wrapping_add(part.first(strides));
            match part {
                Part::Index { .. } => {}
                Part::NewAxis => few.shape.push(1),
                Part::Range { axis, taken } => {
                    let stride = strides[*axis].wrapping_mul(taken.step());
                    few.shape.push(taken.count());
                    expand_by(&mut few.offsets, taken.count(), stride);
                }
                Part::List { axis, group } => {
                    if let [first] = few.offsets[..] {
                        few.first = few.first.wrapping_add(first);
                        put_offsets(&mut few.offsets, group, *axis, lengths, strides)?;
                        few.shape.push(few.offsets.len());
                    } else {
                        let mut list = SmallVec::new();
                        put_offsets(&mut list, group, *axis, lengths, strides)?;
                        few.shape.push(list.len());
                        expand(&mut few.offsets, list.len(), list.iter().copied());
                    }
                }
            }
        }
        few.outer = few.shape.len();
        for part in inner {
            few.first = few.first.wrapping_add(part.first(strides));
            few.shape.extend(part.given());
        }
        if few.has_rows() { Some(few) } else { None }
    }

    /// Whether there are some rows, and their elements can be counted.
    fn has_rows(&self) -> bool {
        !self.offsets.is_empty() && layout::check_count(&self.shape).is_ok()
    }

    /// The rows of an array that a spec selects by a list of its first axis alone, if the others follow each other.
    #[inline]
    pub(super) fn of_rows(spec: &impl Source, lengths: &[usize], strides: &[isize]) -> Option<Self> {
        let encoding = spec.as_encoding();
        let is_alone = match encoding.begin.len() {
            1 => true,
            2 => encoding.entry(1) == Entry::Ellipsis,
            _ => false,
        };
        if !is_alone || encoding.entry(0) != Entry::List {
            return None;
        }
        spec.alone(|lists| match lists {
            [list] => Self::of_list(list, lengths, strides),
            _ => None,
        })
    }

    /// The rows that a list of the first axis selects.
    #[inline(always)]
    pub(super) fn of_list(list: &Elements<'_>, lengths: &[usize], strides: &[isize]) -> Option<Self> {
        let ((&len, inner), (&stride, steps)) = (lengths.split_first()?, strides.split_first()?);
        let (most, row) = (at_most(list)?, layout::len(inner));
        if !are_few(most, row) || row == 0 || !layout::is_row_major(inner, steps) {
            return None;
        }
        let mut few = Self { first: 0, offsets: SmallVec::new(), row, shape: SmallVec::new(), outer: 1 };
        put_list(&mut few.offsets, list, Along { axis: 0, len, stride })?;
        few.shape.push(few.offsets.len());
        few.shape.extend_from_slice(inner);
        if few.has_rows() { Some(few) } else { None }
    }

    /// The distance between the elements of a source for those of a row, if it is always the same.
    pub(super) fn step_in_row(&self, steps: &[isize]) -> Option<isize> {
        layout::only_step(&self.shape[self.outer..], &steps[self.outer..])
    }

    /// Calls a function with the offset of each row, and that of its first element in a source whose strides were broadcast.
    pub(super) fn each(&self, steps: &[isize], mut see: impl FnMut(isize, isize)) {
        let (shape, steps, first) = (&self.shape[..self.outer], &steps[..self.outer], self.first);
        let rows = self.offsets.iter().map(move |offset| first.wrapping_add(*offset));
        if let Some(step) = layout::only_step(shape, steps) {
            // The function is moved into the loop, so that what it uses stays in registers.
            rows.fold((see, 0_isize), |(mut see, source), row| {
                see(row, source);
                (see, source.wrapping_add(step))
            });
            return;
        }
        let mut sources: SmallVec<[isize; 16]> = smallvec![0];
        for (&len, step) in shape.iter().zip(steps) {
            expand_by(&mut sources, len, *step);
        }
        rows.zip(sources).for_each(|(row, source)| see(row, source));
    }
}

/// The last parts that select elements which follow each other, those before them, and the number of these elements.
fn split<'p, 'g, 'l>(
    parts: &'p [Part<'g, 'l>],
    strides: &[isize],
) -> Option<(&'p [Part<'g, 'l>], &'p [Part<'g, 'l>], usize)> {
    let (mut outer, mut row) = (parts, 1_usize);
    while let [before @ .., last] = outer {
        match last {
            Part::List { .. } => break,
            Part::NewAxis | Part::Index { .. } => {}
            Part::Range { axis, taken } => {
                if taken.count() != 1 && strides[*axis].wrapping_mul(taken.step()) != row.cast_signed() {
                    break;
                }
                row = row.checked_mul(taken.count())?;
            }
        }
        outer = before;
    }
    Some((outer, &parts[outer.len()..], row))
}

/// How many positions a part selects at most.
fn bound(part: &Part<'_, '_>, lengths: &[usize], strides: &[isize]) -> Option<usize> {
    let Part::List { axis, group } = part else { return Some(part.given().unwrap_or(1)) };
    group.iter().enumerate().try_fold(0, |most, (number, list)| {
        let axis = axis + number;
        let along = Along { axis, len: lengths[axis], stride: strides[axis] };
        let bound = match list.elements() {
            Some(elements) => at_most(&elements)?,
            None => list.count(along).ok()?,
        };
        Some(bound.max(most))
    })
}

/// Puts the offsets of few positions in the place of others.
fn put_offsets(
    rows: &mut SmallVec<[isize; 16]>,
    group: &[&dyn Positions],
    axis: usize,
    lengths: &[usize],
    strides: &[isize],
) -> Option<()> {
    let [list] = group else {
        let offsets = offsets(group, axis, lengths, strides).ok()?;
        rows.clear();
        offsets.each(0..offsets.len(), |block| rows.extend_from_slice(block));
        return Some(());
    };
    let along = Along { axis, len: lengths[axis], stride: strides[axis] };
    if let Some(elements) = list.elements() {
        return put_list(rows, &elements, along);
    }
    rows.clear();
    list.offsets(along, &mut appended_to(rows)).ok()
}

fn appended_to(rows: &mut SmallVec<[isize; 16]>) -> impl FnMut(&[isize]) -> Result<(), ShapeError> {
    |block| {
        rows.extend_from_slice(block);
        Ok(())
    }
}

/// Puts the offsets of few elements of a list, or of a mask, in the place of others.
fn put_list(rows: &mut SmallVec<[isize; 16]>, list: &Elements<'_>, along: Along) -> Option<()> {
    rows.clear();
    if list.is_mask() {
        return list.offsets(along, &mut appended_to(rows)).ok();
    }
    rows.resize(list.len_in_row()?, 0);
    list.add(0, along, rows)
}

/// Puts `len` offsets in the place of each, in row-major order.
fn expand(rows: &mut SmallVec<[isize; 16]>, len: usize, offsets: impl Iterator<Item = isize> + Clone) {
    /// A loop for each row would take longer than what it does.
    fn expand_few<const N: usize>(
        rows: &mut [isize],
        outer: usize,
        mut offsets: impl Iterator<Item = isize>,
    ) {
        let offsets: [isize; N] = core::array::from_fn(|_| offsets.next().unwrap_or(0));
        for row in (0..outer).rev() {
            let first = rows[row];
            let places = rows.get_mut(row * N..).and_then(<[_]>::first_chunk_mut);
            places.into_iter().for_each(|places| *places = offsets.map(|offset| first.wrapping_add(offset)));
        }
    }
    let outer = rows.len();
    rows.resize(outer * len, 0);
    match len {
        0 => {}
        1 => expand_few::<1>(rows, outer, offsets),
        2 => expand_few::<2>(rows, outer, offsets),
        3 => expand_few::<3>(rows, outer, offsets),
        4 => expand_few::<4>(rows, outer, offsets),
        _ => {
            for row in (0..outer).rev() {
                let first = rows[row];
                let places = rows[row * len..][..len].iter_mut().zip(offsets.clone());
                places.for_each(|(place, offset)| *place = first.wrapping_add(offset));
            }
        }
    }
}

fn expand_by(rows: &mut SmallVec<[isize; 16]>, len: usize, stride: isize) {
    expand(rows, len, (0..len).map(|at| stride.wrapping_mul(at.cast_signed())));
}
