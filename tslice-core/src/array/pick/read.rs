//! Copying what a plan selects.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use smallvec::SmallVec;

use super::offsets::Offsets;
use super::plan::{Axis, Block, Step, walk};
use crate::array::raw::Base;
use crate::array::{DynView, Ref};
#[cfg(feature = "rayon")]
use crate::copy::parallel::{self, Spare};
use crate::copy::{Buffer, HugeRows, Sink};
use crate::error::ShapeError;
use crate::layout;

/// The positions of a list that tell whether most follow each other.
const LOOKED_AT: usize = 1 << 10;

/// Blocks of elements that lists lead to.
pub(super) struct Reader<'r, T> {
    pub(super) from: Base<Ref<'r, T>>,
    /// The offset of the first element.
    pub(super) first: isize,
    /// The whole array as a slice, if it is one.
    source: Option<&'r [T]>,
    pub(super) outer: SmallVec<[(&'r Axis, isize); 6]>,
    /// The last list, and which of its positions.
    pub(super) offsets: &'r Offsets,
    pub(super) positions: Range<usize>,
    /// What each of them selects.
    pub(super) block: Block,
}

impl<'r, T> Reader<'r, T> {
    /// # Safety
    ///
    /// The offsets of the outer axes and of the list lead to blocks of the elements.
    pub(super) unsafe fn new(
        from: Base<Ref<'r, T>>,
        source: Option<&'r [T]>,
        first: isize,
        outer: SmallVec<[(&'r Axis, isize); 6]>,
        offsets: &'r Offsets,
        block: Block,
    ) -> Self {
        Self { from, first, source, outer, offsets, positions: 0..offsets.len(), block }
    }
}

impl<T: Clone> Reader<'_, T> {
    /// The elements in a new vector, for which their shape has been counted.
    pub(super) fn collect(&self, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        match self.columns() {
            Some(2) => return self.collect_with(shape, Self::few_columns::<2>),
            Some(3) => return self.collect_with(shape, Self::few_columns::<3>),
            Some(4) => return self.collect_with(shape, Self::few_columns::<4>),
            Some(5) => return self.collect_with(shape, Self::few_columns::<5>),
            Some(6) => return self.collect_with(shape, Self::few_columns::<6>),
            _ => {}
        }
        match self.chunk() {
            Some(1) => self.collect_with(shape, Self::chunks::<1>),
            Some(2) => self.collect_with(shape, Self::chunks::<2>),
            Some(3) => self.collect_with(shape, Self::chunks::<3>),
            Some(4) => self.collect_with(shape, Self::chunks::<4>),
            Some(_) => self.collect_with(shape, Self::chunks::<8>),
            None => {
                let mut data = layout::reserve(shape)?;
                self.blocks(&mut data);
                Ok(data)
            }
        }
    }

    /// Writes the elements over a buffer of as many.
    pub(super) fn write(&self, target: &mut [T]) {
        match self.columns() {
            Some(2) => return self.few_columns::<2>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(3) => return self.few_columns::<3>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(4) => return self.few_columns::<4>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(5) => return self.few_columns::<5>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(6) => return self.few_columns::<6>(&mut Buffer::new(target.as_chunks_mut().0)),
            _ => {}
        }
        match self.chunk() {
            Some(1) => self.chunks::<1>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(2) => self.chunks::<2>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(3) => self.chunks::<3>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(4) => self.chunks::<4>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(_) => self.chunks::<8>(&mut Buffer::new(target.as_chunks_mut().0)),
            None => self.blocks(&mut Buffer::new(target)),
        }
    }

    /// Calls a function with the offset and the length of each run of rows that follow each other.
    fn runs(&self, row: usize, mut see: impl FnMut(isize, usize)) {
        let mut run: Option<(isize, usize)> = None;
        self.offsets.each(self.positions.clone(), |offsets| {
            for &offset in offsets {
                run = match run {
                    Some((first, len)) if first.wrapping_add(len.cast_signed()) == offset => {
                        Some((first, len + row))
                    }
                    _ => {
                        run.inspect(|&(first, len)| see(first, len));
                        Some((offset, row))
                    }
                };
            }
        });
        run.inspect(|&(first, len)| see(first, len));
    }

    /// The elements of a block that move as one, if there is code for so many, and runs of blocks are rare.
    fn chunk(&self) -> Option<usize> {
        let Block::Row(len @ (1 | 2 | 3 | 4 | 8)) = self.block else { return None };
        let looked_at = self.offsets.len().min(LOOKED_AT);
        let follows = |pair: &&[isize]| pair[1].wrapping_sub(pair[0]) == len.cast_signed();
        let mut follow = 0;
        self.offsets.each(0..looked_at, |offsets| follow += offsets.windows(2).filter(follows).count());
        (follow * 4 < (looked_at - 1) * 3).then_some(len)
    }

    fn collect_with<const N: usize>(
        &self,
        shape: &[usize],
        write: impl FnOnce(&Self, &mut Vec<[T; N]>),
    ) -> Result<Vec<T>, ShapeError> {
        let mut data: Vec<[T; N]> = Vec::new();
        let too_large = |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<T>() };
        data.try_reserve_exact(layout::len(shape) / N).map_err(too_large)?;
        write(self, &mut data);
        Ok(data.into_flattened())
    }

    /// How many positions the list has, if they are elements, and selected of more than one row.
    fn columns(&self) -> Option<usize> {
        (matches!(self.block, Block::Row(1)) && !self.outer.is_empty()).then_some(self.positions.len())
    }

    /// Copies N elements of each row.
    fn few_columns<const N: usize>(&self, to: &mut impl Sink<[T; N]>) {
        let Some(((rows, _), outer)) = self.outer.split_last() else { return };
        let columns: [isize; N] = array::from_fn(|at| self.offsets.at(self.positions.start + at));
        let from = self.from;
        // What it uses is moved into the loops, so that it stays in registers.
        let row = move |first: isize| {
            // SAFETY: `item` needs the offset of an element: the offsets of the outer axes and of the list lead to one.
            columns.map(|column| unsafe { from.item(first.wrapping_add(column)) }.clone())
        };
        walk(outer, (self.first, 0), &mut |first, _| match &rows.step {
            &Step::Stride(stride) => {
                let at = move |at: usize| first.wrapping_add(stride.wrapping_mul(at.cast_signed()));
                to.elements((0..rows.len).map(move |number| row(at(number))));
            }
            Step::Offsets(offsets) => offsets.each(0..rows.len, |offsets| {
                to.elements(offsets.iter().map(move |offset| row(first.wrapping_add(*offset))));
            }),
        });
    }

    /// Copies blocks of N elements.
    fn chunks<const N: usize>(&self, to: &mut impl Sink<[T; N]>) {
        walk(&self.outer, (self.first, 0), &mut |outer, _| {
            self.offsets.each(self.positions.clone(), |offsets| {
                to.elements(offsets.iter().map(|offset| {
                    // SAFETY: `slice` needs N elements in a row: the offsets of the outer axes and of the list lead to a block of the
                    // plan, which has as many, contiguous.
                    let block = unsafe { self.from.slice(outer.wrapping_add(*offset), N) };
                    block.first_chunk::<N>().unwrap_or_else(|| unreachable!("a block has N elements")).clone()
                }));
            });
        });
    }

    fn blocks(&self, to: &mut impl Sink<T>) {
        let row = match &self.block {
            Block::Row(len) => *len,
            Block::Gaps(layout) => {
                return walk(&self.outer, (self.first, 0), &mut |outer, _| {
                    for offset in self.positions.clone().map(|at| self.offsets.at(at)) {
                        // SAFETY: `array` needs index tuples that lead to elements: the offsets of the outer axes and of the list lead to a
                        // block of the plan, and this is its layout.
                        let block: DynView<'_, T> =
                            unsafe { self.from.array(outer.wrapping_add(offset), layout.clone()) };
                        // SAFETY: `block` needs live elements for each index tuple of the layout: those of a view.
                        unsafe { to.block(block.layout(), block.as_ptr()) };
                    }
                });
            }
        };
        let start = |at| usize::try_from(self.first.wrapping_add(self.offsets.at(at))).unwrap_or(usize::MAX);
        if let (Some(huge), [], Some(source)) =
            (HugeRows::of(row, self.positions.len()), &self.outer[..], self.source)
            && to.rows(huge, source, self.positions.clone().map(start))
        {
            return;
        }
        // SAFETY: `slice` needs as many elements in a row: the offsets of the outer axes and of the list lead to blocks of the plan, which
        // are contiguous, and follow each other in a run.
        let mut copy = |first: isize, len| to.run(unsafe { self.from.slice(first, len) });
        if self.outer.is_empty() {
            return self.runs(row, |offset, len| copy(self.first.wrapping_add(offset), len));
        }
        let mut runs: SmallVec<[(isize, usize); 16]> = SmallVec::new();
        self.runs(row, |offset, len| runs.push((offset, len)));
        walk(&self.outer, (self.first, 0), &mut |outer, _| {
            runs.iter().for_each(|&(offset, len)| copy(outer.wrapping_add(offset), len));
        });
    }
}

#[cfg(feature = "rayon")]
impl<T: Clone + Send + Sync> Reader<'_, T> {
    /// Works like [`collect`](Self::collect), on several threads: each copies some positions of the first axis.
    pub(super) fn par_collect(&self, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        let (len, count) =
            (layout::len(shape), self.outer.first().map_or(self.positions.len(), |(axis, _)| axis.len));
        let copy = |range: Range<usize>, to: &mut Spare<'_, T>| {
            match self.outer.first() {
                Some((axis, _)) => range.for_each(|at| {
                    let first = self.first.wrapping_add(axis.offset(at));
                    self.part(first, &self.outer[1..], self.positions.clone()).blocks(to);
                }),
                None => self.part(self.first, &[], range).blocks(to),
            }
            Ok(())
        };
        parallel::collect(layout::reserve(shape)?, len, len / count, &copy)
    }

    /// Some of the outer axes, and some positions of the list.
    fn part<'p>(
        &'p self,
        first: isize,
        outer: &[(&'p Axis, isize)],
        positions: Range<usize>,
    ) -> Reader<'p, T> {
        let (outer, block) = (outer.into(), self.block.clone());
        Reader { from: self.from, first, source: self.source, outer, offsets: self.offsets, positions, block }
    }
}
