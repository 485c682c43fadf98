//! Copying few rows, and elements that lists lead to.

use super::error::PickError;
use super::few::Few;
use super::points::{Points, UNPLANNED};
use crate::array::{Array, Owned, Read};
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

    /// The elements that lists lead to, if they are few or come from a group.
    ///
    /// # Safety
    ///
    /// The points were made for an array of this layout.
    pub(super) unsafe fn points<E: Dims>(&self, points: Points<'_, '_>) -> Option<Array<Owned<S::Elem>, E>> {
        let is_short = points.len() <= UNPLANNED && !points.has_mask();
        if !is_short && !points.is_group() {
            return None;
        }
        let (base, first) = (self.base(), points.first());
        let mut data = layout::reserve::<S::Elem>(&[points.len()]).ok()?;
        points.offsets(|offsets| {
            // SAFETY: `item` needs the offset of an element: the caller warrants that the points are those of this array.
            let element = |offset: &isize| unsafe { base.item(first.wrapping_add(*offset)) }.clone();
            data.extend(offsets.iter().map(element));
        })?;
        Some(Array::from_parts(&[data.len()], data))
    }
}
