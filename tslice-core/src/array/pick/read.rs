//! Copying what a plan selects.

use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use core::ops::Range;
use smallvec::SmallVec;

use super::plan::{Axis, Plan, Step};
use super::walk::walk;
use crate::array::raw::Base;
use crate::array::{Array, DynView, Read, Ref};
#[cfg(feature = "rayon")]
use crate::copy::parallel::{self, Spare};
use crate::copy::{Buffer, HugeRows, Sink};
use crate::error::ShapeError;
use crate::layout::{self, Dims, Dynamic};

/// The most elements of blocks with gaps that are read one by one, each by an offset of its own.
const SCATTERED: usize = 1 << 12;

/// An array with a plan of which elements to copy.
pub(super) struct Reader<'r, T> {
    from: Base<Ref<'r, T>>,
    /// The offset of the first element.
    first: isize,
    /// The whole array as a slice, if it is one.
    source: Option<&'r [T]>,
    outer: SmallVec<[(&'r Axis, isize); 6]>,
    /// The last list, and what each of its positions selects.
    offsets: alloc::borrow::Cow<'r, [isize]>,
    block: Dynamic,
}

/// What is selected: a view, or elements that only lists lead to.
pub(super) enum Selected<'r, T> {
    View(DynView<'r, T>),
    Listed(Reader<'r, T>),
}

impl<'r, T> Selected<'r, T> {
    /// What a plan selects of the array that it was made for, at least one element.
    pub(super) fn new<S: Read<Elem = T>, D: Dims>(array: &'r Array<S, D>, plan: &'r Plan) -> Self {
        let zeros: SmallVec<[isize; 8]> = SmallVec::from_elem(0, plan.shape().len());
        let mut outer = plan.axes(&zeros);
        let last = outer.iter().rposition(|(axis, _)| matches!(axis.step, Step::Offsets(_)));
        let block_of = |axes: &[(&Axis, isize)]| {
            let (lengths, steps): (SmallVec<[usize; 8]>, SmallVec<[isize; 8]>) =
                axes.iter().map(|(axis, _)| (axis.len, axis.offset(1))).unzip();
            Dynamic::of(&lengths, &steps)
        };
        let Some(last) = last else {
            let layout = block_of(&outer);
            // SAFETY: `part` needs index tuples that lead to elements, and can be counted: those of the plan, whose axes have strides
            // here, and but one element otherwise.
            return Self::View(unsafe { array.view().part(plan.base(), layout) });
        };
        let block = block_of(&outer[last + 1..]);
        outer.truncate(last + 1);
        let Some((Axis { step: Step::Offsets(offsets), .. }, _)) = outer.pop() else {
            unreachable!("the last list was found")
        };
        let (from, first, source) = (array.base(), plan.base(), array.view().as_slice());
        Self::Listed(Reader { from, first, source, outer, offsets: offsets.into(), block }.scattered())
    }
}

impl<T> Reader<'_, T> {
    /// The elements of a block.
    fn len(&self) -> usize {
        layout::len(&self.block.shape)
    }

    /// The same elements. Small blocks with gaps become blocks of one element.
    fn scattered(mut self) -> Self {
        let (len, count) = (self.len(), self.offsets.len());
        if layout::is_row_major(&self.block.shape, &self.block.strides) || len * count > SCATTERED {
            return self;
        }
        let mut inside = Vec::with_capacity(len);
        layout::Offsets::new(&self.block).fold_each((), |(), offset| inside.push(offset));
        self.offsets = self
            .offsets
            .iter()
            .flat_map(|offset| inside.iter().map(move |inner| offset.wrapping_add(*inner)))
            .collect();
        self.block = Dynamic::of(&[], &[]);
        self
    }
}

impl<T: Clone> Reader<'_, T> {
    /// The elements in a new vector, for which their shape has been counted.
    pub(super) fn collect(&self, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        match self.chunk() {
            Some(1) => self.collect_chunks::<1>(shape),
            Some(2) => self.collect_chunks::<2>(shape),
            Some(3) => self.collect_chunks::<3>(shape),
            Some(4) => self.collect_chunks::<4>(shape),
            Some(_) => self.collect_chunks::<8>(shape),
            None => {
                let mut data = layout::reserve(shape)?;
                self.blocks(&mut data);
                Ok(data)
            }
        }
    }

    /// Writes the elements over a buffer of as many.
    pub(super) fn write(&self, target: &mut [T]) {
        match self.chunk() {
            Some(1) => self.chunks::<1>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(2) => self.chunks::<2>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(3) => self.chunks::<3>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(4) => self.chunks::<4>(&mut Buffer::new(target.as_chunks_mut().0)),
            Some(_) => self.chunks::<8>(&mut Buffer::new(target.as_chunks_mut().0)),
            None => self.blocks(&mut Buffer::new(target)),
        }
    }

    /// The elements of a block that move as one, if there is code for so many, and runs of blocks are rare.
    fn chunk(&self) -> Option<usize> {
        let len = self.len();
        let is_chunk =
            matches!(len, 1 | 2 | 3 | 4 | 8) && layout::is_row_major(&self.block.shape, &self.block.strides);
        let next = |pair: &&[isize]| pair[1].wrapping_sub(pair[0]) == len.cast_signed();
        let runs = || self.offsets.windows(2).filter(next).count() * 4 >= self.offsets.len() * 3;
        (is_chunk && !runs()).then_some(len)
    }

    fn collect_chunks<const N: usize>(&self, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        let mut data: Vec<[T; N]> = Vec::new();
        let too_large = |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<T>() };
        data.try_reserve_exact(layout::len(shape) / N).map_err(too_large)?;
        self.chunks(&mut data);
        Ok(data.into_flattened())
    }

    /// Copies blocks of N elements.
    fn chunks<const N: usize>(&self, to: &mut impl Sink<[T; N]>) {
        walk(&self.outer, (self.first, 0), &mut |outer, _| {
            to.elements(self.offsets.iter().map(|offset| {
                // SAFETY: `slice` needs N elements in a row: the offsets of the outer axes and of the list lead to a block of the plan,
                // which has as many, contiguous.
                let block = unsafe { self.from.slice(outer.wrapping_add(*offset), N) };
                block.first_chunk::<N>().unwrap_or_else(|| unreachable!("a block has N elements")).clone()
            }));
        });
    }

    fn blocks(&self, to: &mut impl Sink<T>) {
        let len = self.len();
        if !layout::is_row_major(&self.block.shape, &self.block.strides) {
            return walk(&self.outer, (self.first, 0), &mut |outer, _| {
                for offset in &*self.offsets {
                    // SAFETY: `array` needs index tuples that lead to elements: the offsets of the outer axes and of the list lead to a
                    // block of the plan, and this is its layout.
                    let block: DynView<'_, T> =
                        unsafe { self.from.array(outer.wrapping_add(*offset), self.block.clone()) };
                    // SAFETY: `block` needs live elements for each index tuple of the layout: those of a view.
                    unsafe { to.block(block.layout(), block.as_ptr()) };
                }
            });
        }
        let start = |offset: &isize| usize::try_from(self.first.wrapping_add(*offset)).unwrap_or(usize::MAX);
        if let (Some(huge), [], Some(source)) =
            (HugeRows::of(len, self.offsets.len()), &self.outer[..], self.source)
            && to.rows(huge, source, self.offsets.iter().map(start))
        {
            return;
        }
        let runs = runs(&self.offsets, len);
        walk(&self.outer, (self.first, 0), &mut |outer, _| {
            for (offset, len) in &runs {
                // SAFETY: `slice` needs as many elements in a row: the offsets of the outer axes and of the list lead to blocks of the
                // plan, which are contiguous, and follow each other in a run.
                to.run(unsafe { self.from.slice(outer.wrapping_add(*offset), *len) });
            }
        });
    }
}

#[cfg(feature = "rayon")]
impl<T: Clone + Send + Sync> Reader<'_, T> {
    /// Works like [`collect`](Self::collect), on several threads: each copies some positions of the first axis.
    pub(super) fn par_collect(&self, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        let (len, count) =
            (layout::len(shape), self.outer.first().map_or(self.offsets.len(), |(axis, _)| axis.len));
        let copy = |range: Range<usize>, to: &mut Spare<'_, T>| {
            match self.outer.first() {
                Some((axis, _)) => range.for_each(|at| {
                    let part =
                        self.part(self.first.wrapping_add(axis.offset(at)), &self.outer[1..], &self.offsets);
                    part.blocks(to);
                }),
                None => self.part(self.first, &[], &self.offsets[range]).blocks(to),
            }
            Ok(())
        };
        parallel::collect(layout::reserve(shape)?, len, len / count, &copy)
    }

    /// Some of the outer axes, and some positions of the list.
    fn part<'p>(&'p self, first: isize, outer: &[(&'p Axis, isize)], offsets: &'p [isize]) -> Reader<'p, T> {
        let (outer, offsets, block) = (outer.into(), offsets.into(), self.block.clone());
        Reader { from: self.from, first, source: self.source, outer, offsets, block }
    }
}

/// Blocks of some elements that follow each other, as runs.
fn runs(offsets: &[isize], block: usize) -> SmallVec<[(isize, usize); 16]> {
    let mut runs: SmallVec<[(isize, usize); 16]> = SmallVec::new();
    for offset in offsets {
        match runs.last_mut() {
            Some((first, len)) if first.wrapping_add(len.cast_signed()) == *offset => *len += block,
            _ => runs.push((*offset, block)),
        }
    }
    runs
}
