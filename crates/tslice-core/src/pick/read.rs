//! Copying what is selected.

use super::batch::Batch;
use super::error::PickError;
use super::offsets::Offsets;
use super::selection::{Axis, Block, Selection};
use crate::array::{Array, DynView, Owned, RawElements, Read, Ref, reserve};
use crate::copy::{Sink, collect};
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

    /// A tensor of what is selected.
    pub(crate) fn collect<E: Dims>(&self) -> Result<Array<Owned<T>, E>, PickError> {
        let shape = &self.selection.shape;
        let data = collect(reserve(shape)?, self.selection.len(), |to| {
            self.copy(&self.selection.axes(core::iter::repeat(0)), to);
            Ok::<_, PickError>(())
        })?;
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what is selected over a buffer.
    pub(crate) fn write(&self, target: &mut [T]) -> Result<(), PickError> {
        layout::check_len(&self.selection.shape, target.len())?;
        self.copy(
            &self.selection.axes(core::iter::repeat(0)),
            &mut Sink::over(target),
        );
        Ok(())
    }

    /// Works like [`collect`](Self::collect), on the threads of rayon's pool: each copies some
    /// positions of the first axis.
    #[cfg(feature = "rayon")]
    pub(super) fn par_collect<E: Dims>(&self) -> Result<Array<Owned<T>, E>, PickError>
    where
        T: Send + Sync,
    {
        let (shape, len) = (&*self.selection.shape, self.selection.len());
        let axes = self.selection.axes(core::iter::repeat(0));
        let Some((axis, _)) = axes.first().filter(|_| len > 0) else {
            return self.collect();
        };
        let data =
            crate::copy::threads::collect(reserve(shape)?, len, len / axis.len, &|range, to| {
                let mut part = axes.clone();
                (part[0].0.first, part[0].0.len) = (range.start, range.len());
                self.copy(&part, to);
                Ok::<_, PickError>(())
            })?;
        Ok(Array::from_parts(shape, data))
    }

    /// Copies what some axes select, in row-major order.
    fn copy(&self, axes: &[(Axis, isize)], to: &mut Sink<'_, T>) {
        let (axes, block) = self.selection.split(axes);
        let elements = self.elements;
        if axes.len() == 1 && self.copy_huge(&axes[0].0, &block, to) {
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
                let offsets = offsets.iter().map(|offset| base.wrapping_add(*offset));
                // SAFETY: `gather` needs contiguous elements at each offset: those of a position of
                // the selection.
                unsafe { to.gather(elements, block.len, offsets) };
            }
            Offsets::Run(run) => {
                self.copy_block(base.wrapping_add(run.first), &block.of_run(run, step), to);
            }
            Offsets::Table(offsets) => {
                offsets
                    .iter()
                    .for_each(|offset| self.copy_block(base.wrapping_add(*offset), &block, to));
            }
        };
        self.selection.batches(axes, block.is_row, &mut copy);
    }

    /// Copies rows with non-temporal stores, if that is faster: row
    /// `pick rows, 65,536 of f32 65,536 x 64`, 1.8 times.
    fn copy_huge(&self, axis: &Axis, block: &Block<'_>, to: &mut Sink<'_, T>) -> bool {
        let (Some(source), Some(table), true) =
            (self.slice, self.selection.table(axis), block.is_row)
        else {
            return false;
        };
        let base = self.selection.base;
        let start = |offset: &isize| {
            let start = usize::try_from(base.wrapping_add(*offset));
            start.expect("a contiguous array begins with its first element")
        };
        to.rows((block.len, axis.len), source, table.iter().map(start))
    }

    fn copy_block(&self, first: isize, block: &Block<'_>, to: &mut Sink<'_, T>) {
        // SAFETY: `array` needs index tuples that point to elements: those of a block of the
        // selection, whose layout this is.
        let view: DynView<'_, T> = unsafe { self.elements.array(first, block.layout.clone()) };
        to.array(&view);
    }
}
