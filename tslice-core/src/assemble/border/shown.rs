//! A window row after row, by what it shows of each axis.

use core::ops::Range;

use smallvec::SmallVec;

use super::rule::{Border, Stretch};
use super::window::Window;
use crate::array::DynView;
use crate::copy::Sink;
use crate::error::ShapeError;
use crate::layout::{self, Dims, Dynamic};

/// Stretches of at most this many elements that are not contiguous are read by a table of offsets, because a call for each position takes
/// longer: row `pad reflect, 16 around u8 img`.
const SHORT: usize = 64;

/// Elements of a row that follow each other in the result.
enum Segment {
    /// The value of the border, this many times.
    Constant(usize),
    /// Elements that are contiguous in the array, from an offset on.
    Run(isize, usize),
    /// Those at the offsets of a part of the table.
    Table(Range<usize>),
    /// Units of contiguous elements that are equally far from each other.
    Units { first: isize, len: usize, step: isize },
}

/// A row of the result: an axis, with the axes inside it that are contiguous and shown as a whole.
struct Row {
    axis: usize,
    /// The elements of a position.
    unit: usize,
    segments: SmallVec<[Segment; 3]>,
    table: SmallVec<[isize; 32]>,
}

impl<T: Clone, D: Dims> Window<'_, T, D> {
    /// Copies what the window shows, in row-major order.
    pub(super) fn copy(&self, to: &mut Sink<'_, T>) -> Result<(), ShapeError> {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (lengths, steps) = (self.view.lengths(), self.view.steps());
        if shape.contains(&0) {
            return Ok(());
        }
        let (mut outer, mut unit) = (shape.len(), 1_usize);
        while let Some(axis) = outer.checked_sub(1)
            && (start[axis], shape[axis]) == (0, lengths[axis])
            && (lengths[axis] == 1 || steps[axis] == unit.cast_signed())
        {
            (outer, unit) = (axis, unit * lengths[axis]);
        }
        let Some(axis) = outer.checked_sub(1) else {
            // SAFETY: `slice` needs contiguous elements: all of the array are.
            to.run(unsafe { self.view.base().slice(0, unit) });
            return Ok(());
        };
        let mut row = Row { axis, unit, segments: SmallVec::new(), table: SmallVec::new() };
        let mut at = 0;
        while at < shape[axis] {
            let stretch = self.stretch(axis, at);
            at += stretch.len;
            row.push(stretch, steps[axis])?;
        }
        self.copy_rows(&row, 0, 0, to);
        Ok(())
    }

    /// The stretch of an axis that begins at a position of the window.
    fn stretch(&self, axis: usize, at: usize) -> Stretch {
        let (start, shape) = (self.start.as_ref()[axis], self.shape.as_ref()[axis]);
        self.border.stretch(self.view.lengths()[axis], start as i128 + at as i128, shape - at)
    }

    /// Copies the rows of one position of each axis before `axis`, at which the array has the offset `first`.
    fn copy_rows(&self, row: &Row, axis: usize, first: isize, to: &mut Sink<'_, T>) {
        if axis == row.axis {
            return self.copy_row(row, first, to);
        }
        let (shape, step) = (self.shape.as_ref(), self.view.steps()[axis]);
        let mut at = 0;
        while at < shape[axis] {
            let Stretch { len, source } = self.stretch(axis, at);
            at += len;
            match source {
                Some((position, along)) => (0..len.cast_signed()).for_each(|number| {
                    let position = position.cast_signed().wrapping_add(along.wrapping_mul(number));
                    self.copy_rows(row, axis + 1, first.wrapping_add(position.wrapping_mul(step)), to);
                }),
                None => self.repeat(len * layout::len(&shape[axis + 1..]), to),
            }
        }
    }

    fn copy_row(&self, row: &Row, first: isize, to: &mut Sink<'_, T>) {
        let elements = self.view.base();
        for segment in &row.segments {
            match *segment {
                Segment::Constant(len) => self.repeat(len, to),
                Segment::Run(offset, len) => {
                    // SAFETY: `slice` needs contiguous elements: those of a run of positions of the axes (`Border::stretch`).
                    to.run(unsafe { elements.slice(first.wrapping_add(offset), len) });
                }
                Segment::Table(ref range) => {
                    let element = |offset: &isize| {
                        // SAFETY: `item` needs the offset of an element: a position of each axis (`Border::stretch`) has one.
                        unsafe { elements.item(first.wrapping_add(*offset)) }.clone()
                    };
                    to.elements(row.table[range.clone()].iter().map(element));
                }
                Segment::Units { first: offset, len, step } if row.unit == 1 => {
                    let layout = Dynamic::of(&[len], &[step]);
                    // SAFETY: `array` needs index tuples that point to elements: a stretch has positions of the axis (`Border::stretch`).
                    let view: DynView<'_, T> = unsafe { elements.array(first.wrapping_add(offset), layout) };
                    // SAFETY: `block` needs live elements for each index tuple of the layout: those of a view.
                    unsafe { to.block(view.layout(), view.as_ptr()) };
                }
                Segment::Units { first: offset, len, step } => {
                    for number in 0..len.cast_signed() {
                        let at = first.wrapping_add(offset).wrapping_add(step.wrapping_mul(number));
                        // SAFETY: `slice` needs contiguous elements: those of a position, of which a stretch has some (`Border::stretch`).
                        to.run(unsafe { elements.slice(at, row.unit) });
                    }
                }
            }
        }
    }

    fn repeat(&self, count: usize, to: &mut Sink<'_, T>) {
        match &self.border {
            Border::Constant(value) => to.repeat(value, count),
            _ => unreachable!("another border shows the array"),
        }
    }

    /// An element that the window shows.
    pub(super) fn some_element(&self) -> Option<&T> {
        match &self.border {
            Border::Constant(value) => Some(value),
            _ if self.view.is_empty() => None,
            // SAFETY: `item` needs the offset of an element: the view has a first one.
            _ => Some(unsafe { self.view.base().item(0) }),
        }
    }
}

impl Row {
    /// Appends a stretch of the axis, which has a stride.
    fn push(&mut self, Stretch { len, source }: Stretch, stride: isize) -> Result<(), ShapeError> {
        let (unit, count) = (self.unit, len * self.unit);
        let Some((position, step)) = source else {
            self.segments.push(Segment::Constant(count));
            return Ok(());
        };
        let (first, step) = (position.cast_signed().wrapping_mul(stride), step.wrapping_mul(stride));
        if len == 1 || step == unit.cast_signed() {
            self.segments.push(Segment::Run(first, count));
            return Ok(());
        }
        if count > SHORT {
            self.segments.push(Segment::Units { first, len, step });
            return Ok(());
        }
        let start = self.table.len();
        let too_large = |_| ShapeError::TooLarge { shape: [count].into(), element: size_of::<isize>() };
        self.table.try_reserve(count).map_err(too_large)?;
        for number in 0..len.cast_signed() {
            let first = first.wrapping_add(step.wrapping_mul(number));
            self.table.extend((0..unit.cast_signed()).map(|at| first.wrapping_add(at)));
        }
        match self.segments.last_mut() {
            Some(Segment::Table(range)) => range.end = self.table.len(),
            _ => self.segments.push(Segment::Table(start..self.table.len())),
        }
        Ok(())
    }
}
