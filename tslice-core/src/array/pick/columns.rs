//! Few columns of many rows, copied one after the other.

use smallvec::SmallVec;
use tslice_kernels::{CopyAxis, Gaps};

use super::plan::{Block, Step};
use super::read::Reader;
use crate::array::DynView;
use crate::copy::{Moves, is_copy};
use crate::layout::Dynamic;

/// Lists of more positions are copied row by row.
const FEW: usize = 16;
/// From so many rows on, a plan for each column takes less time than a loop for each row.
const MANY: usize = 64;
/// Larger blocks of bytes at each position are copied one by one.
const LARGEST: usize = 64;

impl<T> Reader<'_, T> {
    /// Whether these are a few small columns of many rows, of elements that are `Copy`.
    pub(super) fn are_columns(&self) -> bool {
        let rows = self.outer.iter().fold(1, |count: usize, (axis, _)| count.saturating_mul(axis.len));
        is_copy::<T>()
            && self.positions.len() <= FEW
            && rows >= MANY
            && matches!(self.block, Block::Row(row) if row.saturating_mul(size_of::<T>()) <= LARGEST)
            && self.outer.iter().all(|(axis, _)| matches!(axis.step, Step::Stride(_)))
    }

    /// Writes the elements one column after the other.
    ///
    /// # Safety
    ///
    /// [`are_columns`](Self::are_columns). There is a place at `to` for each element, which nobody else reaches.
    pub(super) unsafe fn columns(&self, to: *mut T) {
        let (Block::Row(row), size) = (&self.block, size_of::<T>()) else { return };
        let (mut shape, mut strides): (SmallVec<[usize; 8]>, SmallVec<[isize; 8]>) =
            self.outer.iter().map(|(axis, _)| (axis.len, axis.offset(1))).unzip();
        shape.push(*row);
        strides.push(1);
        let bytes = |elements: isize| elements.wrapping_mul(size.cast_signed());
        let mut axes: SmallVec<[CopyAxis; 6]> = SmallVec::new();
        let mut step = row * self.positions.len();
        axes.push(CopyAxis { len: *row, target: bytes(1), source: bytes(1) });
        for (&len, &stride) in shape[..self.outer.len()].iter().zip(&strides).rev() {
            axes.push(CopyAxis { len, target: bytes(step.cast_signed()), source: bytes(stride) });
            step *= len;
        }
        axes.reverse();
        let (mut moves, layout) = (Moves::new(size, &axes, Gaps::Foreign), Dynamic::of(&shape, &strides));
        for (number, at) in self.positions.clone().enumerate() {
            let first = self.first.wrapping_add(self.offsets.at(at));
            // SAFETY: `array` needs index tuples that lead to elements: the offsets of the outer axes and of the list lead to blocks.
            let column: DynView<'_, T> = unsafe { self.from.array(first, layout.clone()) };
            // SAFETY: `run` needs bytes to read, those of the column, and places for them: those of this position in each row of the
            // result (the condition of this function). Its elements are `Copy`.
            unsafe { moves.run(to.wrapping_add(number * row).cast(), column.as_ptr().cast()) };
        }
    }
}
