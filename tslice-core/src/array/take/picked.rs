//! Copies the picked positions of an axis, block by block, out of a source in row-major order.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::array::{Array, Ref};
use crate::copy::HugeRows;
use crate::copy::{Buffer, Sink};
use crate::error::ShapeError;
use crate::layout::{self, Dims};

/// A source in row-major order: rows of `len` blocks of `block` elements.
pub(super) struct Blocks<'s, T: Clone> {
    source: Cow<'s, [T]>,
    outer: usize,
    len: usize,
    block: usize,
}

/// What is picked of the positions of an axis.
pub(super) trait Picks<T> {
    /// The positions as runs of those that follow each other; `None` if something else than a position is picked.
    fn runs(&self) -> Option<Vec<Range<usize>>>;

    /// Picks blocks of N elements out of a row of them.
    fn elements<const N: usize>(&self, row: &[[T; N]], to: &mut impl Sink<[T; N]>)
    where
        T: Clone;

    /// Picks blocks of `block` elements out of a row. `huge` says that the whole output is written past the caches.
    fn blocks(&self, row: &[T], block: usize, huge: Option<HugeRows<T>>, to: &mut impl Sink<T>)
    where
        T: Clone;
}

impl<'s, T: Clone> Blocks<'s, T> {
    /// The blocks of an axis. A source that does not lie in row-major order is packed.
    pub(super) fn new<D: Dims>(view: &Array<Ref<'s, T>, D>, axis: usize) -> Result<Self, ShapeError> {
        let shape = view.lengths();
        let source = match view.as_slice() {
            Some(source) => Cow::Borrowed(source),
            None => Cow::Owned(view.try_to_vec()?),
        };
        let (outer, block) = (layout::len(&shape[..axis]), layout::len(&shape[axis + 1..]));
        Ok(Self { source, outer, len: shape[axis], block })
    }

    /// The picked blocks in a new vector, for which the shape of the result has been counted.
    pub(super) fn collect(&self, picks: &impl Picks<T>, shape: &[usize]) -> Result<Vec<T>, ShapeError> {
        match self.block {
            _ if layout::len(shape) == 0 => Ok(Vec::new()),
            1 => self.collect_chunks::<1>(picks, shape),
            2 => self.collect_chunks::<2>(picks, shape),
            3 => self.collect_chunks::<3>(picks, shape),
            4 => self.collect_chunks::<4>(picks, shape),
            8 => self.collect_chunks::<8>(picks, shape),
            _ => {
                let mut data = layout::reserve(shape)?;
                let huge = HugeRows::of(self.block, layout::len(shape) / self.block);
                self.rows(self.block).for_each(|row| picks.blocks(row, self.block, huge, &mut data));
                Ok(data)
            }
        }
    }

    /// Works like [`collect`](Self::collect) for blocks of N elements, which move as one.
    fn collect_chunks<const N: usize>(
        &self,
        picks: &impl Picks<T>,
        shape: &[usize],
    ) -> Result<Vec<T>, ShapeError> {
        let mut data: Vec<[T; N]> = Vec::new();
        let too_large = |_| ShapeError::TooLarge { shape: shape.into(), element: size_of::<T>() };
        data.try_reserve_exact(layout::len(shape) / N).map_err(too_large)?;
        self.rows(N).for_each(|row| picks.elements(row.as_chunks().0, &mut data));
        Ok(data.into_flattened())
    }

    /// Writes the picked blocks over a buffer of as many elements.
    pub(super) fn write(&self, picks: &impl Picks<T>, target: &mut [T]) {
        match self.block {
            _ if target.is_empty() => {}
            1 => self.write_chunks::<1>(picks, target),
            2 => self.write_chunks::<2>(picks, target),
            3 => self.write_chunks::<3>(picks, target),
            4 => self.write_chunks::<4>(picks, target),
            8 => self.write_chunks::<8>(picks, target),
            _ => {
                let huge = HugeRows::of(self.block, target.len() / self.block);
                let mut buffer = Buffer::new(target);
                self.rows(self.block).for_each(|row| picks.blocks(row, self.block, huge, &mut buffer));
            }
        }
    }

    fn write_chunks<const N: usize>(&self, picks: &impl Picks<T>, target: &mut [T]) {
        let mut buffer = Buffer::new(target.as_chunks_mut::<N>().0);
        self.rows(N).for_each(|row| picks.elements(row.as_chunks().0, &mut buffer));
    }

    /// The parts of the source that hold one block for each position of the axis.
    fn rows(&self, block: usize) -> impl Iterator<Item = &[T]> {
        let row = self.len * block;
        (0..self.outer).map(move |number| &self.source[number * row..][..row])
    }
}
