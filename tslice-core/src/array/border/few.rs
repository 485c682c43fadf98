//! Few elements with a border that shows the array, one by one: they are not worth a copy for each box.

use core::ptr;

use smallvec::SmallVec;

use super::rule::{Border, Stretch};
use super::window::Window;
use crate::copy::is_copy;
use crate::layout::{self, Dims, Layout};

/// The most elements that are read one by one.
const MOST: usize = 400;

impl<T: Clone, D: Dims> Window<'_, T, D> {
    /// Writes the result element by element, if there are few, and the border shows the array; else returns `false`.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, which nobody else reaches.
    pub(super) unsafe fn write_few(&self, mut to: *mut T) -> bool {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let shows = !matches!(self.border, Border::Constant(_));
        if !is_copy::<T>() || !shows || !(1..=MOST).contains(&layout::len(shape)) {
            return false;
        }
        let Some((&width, outer)) = shape.split_last() else { return false };
        // The offset of what is seen at each position of each axis.
        let mut offsets: SmallVec<[isize; 64]> = SmallVec::new();
        for ((&len, &start), (&here, &step)) in
            shape.iter().zip(start).zip(self.view.lengths().iter().zip(self.view.steps()))
        {
            let mut at = 0;
            while at < len {
                let position = start as i128 + at as i128;
                let Stretch { len: count, source } = self.border.stretch(here, position, len - at);
                let Some((first, along)) = source else { return false };
                let (first, along) = (first.cast_signed().wrapping_mul(step), along.wrapping_mul(step));
                offsets.extend((0..count).map(|n| first.wrapping_add(along.wrapping_mul(n.cast_signed()))));
                at += count;
            }
        }
        let (outside, row) = offsets.split_at(offsets.len() - width);
        let (from, mut index) = (self.view.as_ptr(), self.view.layout().list(0));
        let index = &mut index.as_mut()[..outer.len()];
        for _ in 0..layout::len(outer) {
            let (mut first, mut axis) = (from, outside);
            for (&at, &len) in index.iter().zip(outer) {
                first = first.wrapping_offset(axis[at]);
                axis = &axis[len..];
            }
            for &offset in row {
                // SAFETY: `read` needs an element, which is `Copy`: a stretch has positions of the array's axes (`Border::stretch`), and the
                // offsets of one of each lead to an element (invariant 1).
                let element = unsafe { ptr::read(first.wrapping_offset(offset)) };
                // SAFETY: `write` needs a place: the result has one for each element of these rows.
                unsafe { to.write(element) };
                to = to.wrapping_add(1);
            }
            layout::advance(index, outer);
        }
        true
    }
}
