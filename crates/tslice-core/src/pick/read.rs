//! Copying what is selected.

use smallvec::SmallVec;

use super::batch::Batch;
use super::error::PickError;
use super::group::Positioned;
use super::offsets::Offsets;
use super::selection::{Block, Selection};
use crate::array::{Array, DynView, Owned, RawElements, Read, Ref, reserve};
use crate::copy::{Sink, are_huge, collect};
use crate::layout::{self, Dims};

/// The elements of an array, and a selection of them.
pub(crate) struct Selected<'a, 's, T> {
    elements: RawElements<Ref<'a, T>>,
    /// All elements, if they are contiguous.
    slice: Option<&'a [T]>,
    selection: &'s Selection<'s>,
}

impl<'a, 's, T: Clone> Selected<'a, 's, T> {
    /// # Safety
    ///
    /// The selection was made for an array of this layout.
    pub(crate) unsafe fn new<S: Read<Elem = T>, D: Dims>(
        array: &'a Array<S, D>,
        selection: &'s Selection<'s>,
    ) -> Self {
        Self {
            elements: array.base(),
            slice: array.view().as_slice(),
            selection,
        }
    }

    /// A tensor of what is selected, of a shape of as many elements.
    pub(crate) fn collect<E: Dims>(
        &self,
        shape: &[usize],
    ) -> Result<Array<Owned<T>, E>, PickError> {
        let data = collect(reserve(shape)?, self.selection.len(), |to| {
            self.copy(to);
            Ok::<_, PickError>(())
        })?;
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what is selected over a buffer.
    pub(crate) fn write(&self, target: &mut [T]) -> Result<(), PickError> {
        layout::check_len(self.selection.shape(), target.len())?;
        self.copy(&mut Sink::over(target));
        Ok(())
    }

    /// Works like [`collect`](Self::collect), on the threads of rayon's pool: each copies some
    /// positions of the first axis.
    #[cfg(feature = "rayon")]
    pub(super) fn par_collect<E: Dims>(&self) -> Result<Array<Owned<T>, E>, PickError>
    where
        T: Send + Sync,
    {
        let (shape, len) = (self.selection.shape(), self.selection.len());
        let Some(rows) = shape.first().filter(|_| len > 0) else {
            return self.collect(shape);
        };
        let data =
            crate::copy::threads::collect(reserve(shape)?, len, len / rows, &|range, to| {
                let selection = &self.selection.owned(range)?;
                Selected { selection, ..*self }.copy(to);
                Ok::<_, PickError>(())
            })?;
        Ok(Array::from_parts(shape, data))
    }

    /// Copies what is selected, in row-major order.
    fn copy(&self, to: &mut Sink<'_, T>) {
        let steps: SmallVec<[isize; 8]> = SmallVec::from_elem(0, self.selection.shape().len());
        let (axes, block) = self.selection.split(&steps);
        let elements = self.elements;
        if axes == 1 && self.copy_huge(&block, to) {
            return;
        }
        let mut copy = |Batch {
                            base,
                            offsets,
                            step,
                            ..
                        }: Batch<'_>| match *offsets {
            Offsets::Run(run) if block.is_row => {
                let first = base.wrapping_add(run.first);
                // SAFETY: `spaced` needs contiguous elements at each offset: those of a position of
                // the selection.
                unsafe { to.spaced(elements, first, (run.len, run.stride), block.len) };
            }
            Offsets::Table(offsets) if block.is_row => {
                // By value: by reference, the base is loaded for each offset, and 512 columns take
                // 1.3 times as long.
                let offsets = offsets.iter().map(move |offset| base.wrapping_add(*offset));
                // SAFETY: `gather` needs contiguous elements at each offset: those of a position of
                // the selection.
                unsafe { to.gather(elements, block.len, offsets) };
            }
            Offsets::Run(run) => {
                block.of_run(run, step, |block| {
                    self.copy_block(base.wrapping_add(run.first), block, to);
                });
            }
            Offsets::Table(offsets) => {
                offsets
                    .iter()
                    .for_each(|offset| self.copy_block(base.wrapping_add(*offset), &block, to));
            }
        };
        self.selection
            .batches(axes, &steps, block.is_row, &mut copy);
    }

    /// Copies rows with non-temporal stores, if that is faster: row
    /// `pick rows, 65,536 of f32 65,536 x 64`, 1.8 times.
    fn copy_huge(&self, block: &Block<'_>, to: &mut Sink<'_, T>) -> bool {
        let rows = self.selection.rows();
        let (Some(source), Some(list), true, true) = (
            self.slice,
            self.selection.list(0),
            block.is_row,
            are_huge::<T>(block.len, rows.len()),
        ) else {
            return false;
        };
        // Without memory for them, the rows are copied as others are.
        let Ok(Positioned::Made(made)) = list.made(rows) else {
            return false;
        };
        let Some(table) = made.table() else {
            return false;
        };
        let base = self.selection.base;
        let start = |offset: &isize| {
            let start = usize::try_from(base.wrapping_add(*offset));
            start.expect("a contiguous array begins with its first element")
        };
        to.rows((block.len, table.len()), source, table.iter().map(start))
    }

    fn copy_block(&self, first: isize, block: &Block<'_>, to: &mut Sink<'_, T>) {
        // SAFETY: `array` needs index tuples that point to elements: those of a block of the
        // selection, whose layout this is.
        let view: DynView<'_, T> = unsafe { self.elements.array(first, block.layout()) };
        to.array(&view);
    }
}
