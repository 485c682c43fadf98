//! Copying few rows, and elements that lists lead to.

use alloc::vec::Vec;

use super::block::Visit;
use super::error::PickError;
use super::few::Few;
use super::points::Points;
use crate::array::raw::Base;
use crate::array::{Array, Owned, Read, Ref};
use crate::copy::{Buffer, Sink};
use crate::error::ShapeError;
use crate::layout::{self, Dims};

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// The elements of few rows.
    ///
    /// # Safety
    ///
    /// The rows were made for an array of this layout.
    pub(super) unsafe fn few<E: Dims>(&self, few: &Few) -> Result<Array<Owned<S::Elem>, E>, ShapeError> {
        let mut data = layout::reserve::<S::Elem>(&few.shape)?;
        // SAFETY: `copy_few` needs what this function needs.
        unsafe { self.copy_few(few, &mut data) };
        Ok(Array::from_parts(&few.shape, data))
    }

    /// Writes the elements of few rows over a buffer.
    ///
    /// # Safety
    ///
    /// The rows were made for an array of this layout.
    pub(super) unsafe fn few_into(&self, few: &Few, target: &mut [S::Elem]) -> Result<(), PickError> {
        layout::check_len(&few.shape, target.len())?;
        // SAFETY: `copy_few` needs what this function needs.
        unsafe { self.copy_few(few, &mut Buffer::new(target)) };
        Ok(())
    }

    /// # Safety
    ///
    /// The rows were made for an array of this layout.
    #[inline(always)]
    unsafe fn copy_few(&self, few: &Few, to: &mut impl Sink<S::Elem>) {
        let base = self.base();
        let rows = few.offsets.iter().map(|offset| few.first.wrapping_add(*offset));
        if few.row == 1 {
            // SAFETY: `item` needs the offset of an element: the caller warrants that the rows are those of this array.
            to.elements(rows.map(|row| unsafe { base.item(row) }.clone()));
        } else {
            // SAFETY: `slice` needs so many elements that follow each other: the caller warrants that the rows are those of this array.
            rows.for_each(|row| to.run(unsafe { base.slice(row, few.row) }));
        }
    }

    /// The elements that lists lead to, if none is a mask or out of bounds.
    ///
    /// # Safety
    ///
    /// The points were made for an array of this layout.
    #[inline(always)]
    pub(super) unsafe fn points<E: Dims>(&self, points: Points<'_, '_>) -> Option<Array<Owned<S::Elem>, E>> {
        if points.has_mask() {
            return None;
        }
        let (base, first) = (self.base(), points.first());
        let mut data = Vec::new();
        data.try_reserve_exact(points.len()).ok()?;
        if let Some(list) = points.list() {
            // SAFETY: `each` needs that offsets of this list from `first` on are what is visited: the caller warrants that its points are
            // those of this array.
            unsafe { list.each(&mut Reading { base, first, data: &mut data }) };
            return Some(Array::from_parts(&[data.len()], data));
        }
        points.offsets(|offsets| {
            // SAFETY: `item` needs the offset of an element: the caller warrants that the points are those of this array.
            let element = move |offset: &isize| unsafe { base.item(first.wrapping_add(*offset)) }.clone();
            data.extend(offsets.iter().map(element));
        })?;
        Some(Array::from_parts(&[data.len()], data))
    }
}

/// Clones elements.
struct Reading<'a, 'd, T> {
    base: Base<Ref<'a, T>>,
    /// The offset that those of the elements are counted from.
    first: isize,
    data: &'d mut Vec<T>,
}

impl<T: Clone> Visit for Reading<'_, '_, T> {
    #[inline(always)]
    unsafe fn visit(&mut self, offsets: impl Iterator<Item = isize>) {
        let (base, first) = (self.base, self.first);
        // SAFETY: `item` needs the offset of an element: the caller warrants that the offsets are those of elements.
        self.data.extend(offsets.map(|offset| unsafe { base.item(first.wrapping_add(offset)) }.clone()));
    }
}
