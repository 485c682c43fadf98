//! Copying what is selected.

use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use super::batch::{Batch, Offsets};
use super::error::PickError;
use super::selection::{Axis, Block, Listed, Selection};
use crate::array::{Array, DynView, Owned, RawElements, Read, Ref};
use crate::copy::{HugeRows, Sink, collect};
use crate::layout::{self, Dims};

/// The elements of an array, and a selection of them.
pub(crate) struct Selected<'a, 's, T> {
    elements: RawElements<Ref<'a, T>>,
    /// All elements, if they are contiguous.
    slice: Option<&'a [T]>,
    selection: &'s Selection<'s>,
}

/// How the elements are copied.
#[allow(
    clippy::large_enum_variant,
    reason = "one is made for each pick, and a box would cost small picks an allocation"
)]
enum Copying<'r, T> {
    View(DynView<'r, T>),
    Lists(Reader<'r, T>),
}

impl<'a, 's, T: Clone> Selected<'a, 's, T> {
    /// # Safety
    ///
    /// The selection was made for an array of this layout.
    pub(crate) unsafe fn new<S: Read<Elem = T>, D: Dims>(
        array: &'a Array<S, D>,
        selection: &'s Selection<'s>,
    ) -> Self {
        Self { elements: array.base(), slice: array.view().as_slice(), selection }
    }

    /// How at least one element is copied.
    fn copying(&self) -> Copying<'_, T> {
        let (selection, elements) = (self.selection, self.elements);
        let axes = selection.axes(core::iter::repeat(0));
        match selection.split(&axes) {
            Some((axes, list)) => {
                Copying::Lists(Reader { elements, slice: self.slice, selection, axes: axes.into(), list })
            }
            // SAFETY: `array` needs index tuples that point to elements, and can be counted: those of the selection, whose axes have strides.
            None => Copying::View(unsafe { elements.array(selection.base(), Block::new(axes).layout()) }),
        }
    }

    /// A tensor of what is selected.
    pub(crate) fn collect<E: Dims>(&self) -> Result<Array<Owned<T>, E>, PickError> {
        let shape = self.selection.shape();
        let data = match self.selection.len() {
            0 => Vec::new(),
            _ => match self.copying() {
                Copying::View(view) => view.try_to_vec()?,
                Copying::Lists(reader) => collect(layout::reserve(shape)?, self.selection.len(), |to| {
                    reader.copy(0..reader.positions(), to);
                    Ok::<_, PickError>(())
                })?,
            },
        };
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what is selected over a buffer.
    pub(crate) fn write(&self, target: &mut [T]) -> Result<(), PickError> {
        layout::check_len(self.selection.shape(), target.len())?;
        if !target.is_empty() {
            match self.copying() {
                Copying::View(view) => view.copy_to_slice(target),
                Copying::Lists(reader) => reader.copy(0..reader.positions(), &mut Sink::over(target)),
            }
        }
        Ok(())
    }

    /// Works like [`collect`](Self::collect), on the threads of rayon's pool: each copies some positions of the first axis.
    #[cfg(feature = "rayon")]
    pub(super) fn par_collect<E: Dims>(&self) -> Result<Array<Owned<T>, E>, PickError>
    where
        T: Send + Sync,
    {
        let (shape, len) = (self.selection.shape(), self.selection.len());
        let data = match len {
            0 => Vec::new(),
            _ => match self.copying() {
                Copying::View(view) => view.par_to_tensor().into_vec(),
                Copying::Lists(reader) => {
                    let unit = len / reader.positions();
                    crate::copy::threads::collect(layout::reserve(shape)?, len, unit, &|range, to| {
                        reader.copy(range, to);
                        Ok::<_, PickError>(())
                    })?
                }
            },
        };
        Ok(Array::from_parts(shape, data))
    }
}

/// Blocks of elements to which lists point.
struct Reader<'r, T> {
    elements: RawElements<Ref<'r, T>>,
    slice: Option<&'r [T]>,
    selection: &'r Selection<'r>,
    /// The axes up to the last list.
    axes: SmallVec<[(Axis, isize); 4]>,
    list: Listed,
}

impl<T: Clone> Reader<'_, T> {
    /// The length of the first axis.
    fn positions(&self) -> usize {
        self.axes[0].0.len
    }

    /// Copies what some positions of the first axis select.
    fn copy(&self, range: Range<usize>, to: &mut Sink<'_, T>) {
        let (Listed { block, .. }, elements, axes) = (&self.list, self.elements, &*self.axes);
        if axes.len() == 1 && self.copy_huge(self.selection.base(), range.clone(), to) {
            return;
        }
        let mut copy = |Batch { base, offsets, .. }: Batch<'_>| match offsets {
            Offsets::Run(run) if block.is_row && run.stride == block.len.cast_signed() => {
                // SAFETY: `slice` needs contiguous elements: those of the rows of a run that follow each other.
                to.run(unsafe { elements.slice(base.wrapping_add(run.first), run.len * block.len) });
            }
            Offsets::Run(run) => self.copy_block(base.wrapping_add(run.first), &self.list.block_of(run), to),
            // One element, or a pixel.
            Offsets::Table(offsets) => match block.len {
                1 => self.copy_arrays::<1>(base, offsets, to),
                2 if block.is_row => self.copy_arrays::<2>(base, offsets, to),
                3 if block.is_row => self.copy_arrays::<3>(base, offsets, to),
                4 if block.is_row => self.copy_arrays::<4>(base, offsets, to),
                _ => offsets.iter().for_each(|offset| self.copy_block(base.wrapping_add(*offset), block, to)),
            },
        };
        match block.len {
            1 => self.selection.batches(axes, range, &mut copy),
            _ => self.selection.rows(axes, range, &mut copy),
        }
    }

    /// Copies rows with non-temporal stores, if that is faster: row `pick rows, 65,536 of f32 65,536 x 64`, 1.8 times.
    fn copy_huge(&self, first: isize, range: Range<usize>, to: &mut Sink<'_, T>) -> bool {
        let Listed { axis, block, .. } = &self.list;
        let (Some(source), Some(table), true) = (self.slice, self.selection.table(axis), block.is_row) else {
            return false;
        };
        let start = |offset: &isize| usize::try_from(first.wrapping_add(*offset)).unwrap_or(usize::MAX);
        HugeRows::of(block.len, range.len())
            .is_some_and(|huge| to.rows(huge, source, table[range].iter().map(start)))
    }

    /// Copies blocks of N contiguous elements.
    fn copy_arrays<const N: usize>(&self, base: isize, offsets: &[isize], to: &mut Sink<'_, T>) {
        to.arrays(offsets.iter().map(|offset| -> [T; N] {
            // SAFETY: `slice` needs contiguous elements: those of a block of the selection from its first offset on.
            let block: &[T] = unsafe { self.elements.slice(base.wrapping_add(*offset), N) };
            core::array::from_fn(|at| block[at].clone())
        }));
    }

    fn copy_block(&self, first: isize, block: &Block, to: &mut Sink<'_, T>) {
        if block.is_row {
            // SAFETY: `slice` needs contiguous elements: those of a block of the selection from its first offset on.
            to.run(unsafe { self.elements.slice(first, block.len) });
        } else {
            // SAFETY: `array` needs index tuples that point to elements: those of a block of the selection, whose layout this is.
            let view: DynView<'_, T> = unsafe { self.elements.array(first, block.layout()) };
            // SAFETY: `block` needs live elements for each index tuple of the layout: those of a view.
            unsafe { to.block(view.layout(), view.as_ptr()) };
        }
    }
}
