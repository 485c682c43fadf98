//! Results that are put together of parts.

use alloc::vec::Vec;

use tslice_kernels::Gaps;

use crate::array::{Array, Owned};
use crate::copy::{self, IntoUninit, OverLive, Put};
use crate::error::ShapeError;
use crate::layout::{self, Layout, Ranked};

/// A part of a result: a box of it, and the elements that go there.
pub(crate) struct Part<'p, T, L> {
    /// The first element of the box in the result.
    pub offset: usize,
    /// The layout of the box in the result.
    pub layout: L,
    /// The element for index 0 of the box.
    pub from: *const T,
    /// The strides of the elements, one for each axis.
    pub steps: &'p [isize],
}

/// What a result is put together of.
///
/// # Safety
///
/// The boxes of the parts have, together, every element of a result of this shape, row-major, and none twice unless it is `Copy`. For
/// each index tuple of its box, a part has a live element, for as long as `self` is borrowed.
pub(crate) unsafe trait Assembly<T: Clone, D: Ranked> {
    /// The shape of the result.
    fn shape(&self) -> &[usize];

    /// Calls a function for each part. The shape has been counted.
    fn for_each_part(&self, put: impl FnMut(Part<'_, T, D::Layout>));

    /// Copies all parts together if there is a kernel for it; else returns `false`.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, to which no other reference exists.
    unsafe fn at_once(&self, _to: *mut T) -> bool {
        false
    }

    /// Writes all parts.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, as [`Put::put`] of P needs them, to which no other reference exists.
    unsafe fn write<P: Put<T>>(&self, to: *mut T) {
        // SAFETY: `at_once` needs places for the elements of the result: the condition of this function.
        if unsafe { self.at_once(to) } {
            return;
        }
        self.for_each_part(|Part { offset, layout, from, steps }| {
            // SAFETY: `add` needs a result inside the allocation, or at its end: there are places for all elements of the result, and the
            // part begins at this one of them, or is empty.
            let to = unsafe { to.add(offset) };
            // SAFETY: `assign` needs places for P to which no other reference exists, and exclusive gaps: the part and what is between its
            // elements are places of the result (the condition of this function). A part has a live element for each index tuple (the
            // trait's condition), none of which is in the result.
            unsafe { copy::assign::<T, P, _>(to, &layout, Gaps::Exclusive, from, steps) };
        });
    }

    /// The result as a new tensor. If a clone panics, the elements that were written leak.
    fn assemble(&self) -> Result<Array<Owned<T>, D>, ShapeError> {
        let mut data: Vec<T> = layout::reserve(self.shape())?;
        // SAFETY: `write` needs places for the elements of the shape: the vector has room for them.
        unsafe { self.write::<IntoUninit>(data.as_mut_ptr()) };
        // SAFETY: `set_len` needs live elements: the parts have, together, all elements of the shape, and each was written.
        unsafe { data.set_len(layout::len(self.shape())) };
        Ok(Array::from_parts(self.shape(), data))
    }

    /// Writes the result over a buffer.
    fn assemble_into(&self, target: &mut [T]) -> Result<(), ShapeError> {
        layout::check_len(self.shape(), target.len())?;
        // SAFETY: `write` needs live elements, as many as the result has: those of the buffer, which is borrowed exclusively.
        unsafe { self.write::<OverLive>(target.as_mut_ptr()) };
        Ok(())
    }
}

/// The layout of a box of a result with these strides.
pub(crate) fn boxed<L: Layout>(lengths: &[usize], strides: &[isize]) -> L {
    L::strided(lengths, strides).unwrap_or_else(|| unreachable!("the box has the rank of the result"))
}
