//! A row of `Copy` elements, long or short.

use core::mem::MaybeUninit;
use core::ptr;

use tslice_kernels::move_block;

/// Elements that are copied together, of a row that has no more bytes than [`BYTES`]. One of fewer elements is a call of `memcpy`.
const SOME: usize = 4;
/// Bytes that are copied together.
const BYTES: usize = 16;
/// Bytes of a row from which on a call of a kernel is worth it.
const CALL: usize = 128;

/// Copies a row.
///
/// # Safety
///
/// `len` elements at `from`, which are `Copy`, and as many places at `to` do not overlap; no other reference to the places exists.
#[inline(always)]
pub(crate) unsafe fn copy_row<T>(from: *const T, to: *mut T, len: usize) {
    let bytes = len * size_of::<T>();
    if bytes >= CALL {
        // SAFETY: `move_block` needs the bytes of the elements and of the places: the condition of this function.
        unsafe { move_block(to.cast(), from.cast(), bytes) };
    } else if len < SOME {
        // SAFETY: the condition of this function.
        unsafe { ptr::copy_nonoverlapping(from, to, len) };
    } else if bytes < BYTES {
        // SAFETY: `copy_in_steps` needs elements and places, no fewer than a step has: the condition of this function.
        unsafe { copy_in_steps::<T, SOME>(from, to, len) };
    } else {
        // SAFETY: `copy_in_steps` needs elements and places, no fewer than a step has: the bytes of those of this function.
        unsafe { copy_in_steps::<MaybeUninit<u8>, BYTES>(from.cast(), to.cast(), bytes) };
    }
}

/// Rows of SOME elements and more that follow each other, in a target and in a source.
pub(super) struct Rows {
    pub(super) count: usize,
    /// The elements of a row.
    pub(super) len: usize,
    /// The distances between rows.
    target: isize,
    source: isize,
}

impl Rows {
    /// The elements of a matrix, or of a picture whose pixels follow each other, if they are such rows.
    #[inline]
    pub(super) fn of(shape: &[usize], target: &[isize], source: &[isize]) -> Option<Self> {
        let rows = match (shape, target, source) {
            (&[count, len], &[target, 1], &[source, 1]) => Self { count, len, target, source },
            (&[count, len, pixel], &[target, to, 1], &[source, from, 1])
                if to == from && to == pixel.cast_signed() =>
            {
                Self { count, len: len.wrapping_mul(pixel), target, source }
            }
            _ => return None,
        };
        (rows.len >= SOME).then_some(rows)
    }

    /// Copies the rows.
    ///
    /// # Safety
    ///
    /// The rows are elements at `from`, which are `Copy`, and places at `to`, to which no other reference exists. They do not overlap.
    #[inline(always)]
    pub(super) unsafe fn copy<T>(&self, mut to: *mut T, mut from: *const T) {
        for _ in 0..self.count {
            // SAFETY: `copy_row` needs a row of elements and one of places: the condition of this function.
            unsafe { copy_row(from, to, self.len) };
            // The steps past the last row may leave the allocation; their results are not used.
            (from, to) = (from.wrapping_offset(self.source), to.wrapping_offset(self.target));
        }
    }

    /// Writes a value to each place.
    ///
    /// # Safety
    ///
    /// The rows are places at `to`, to which no other reference exists. The value is `Copy`, and in none of them.
    #[inline(always)]
    pub(super) unsafe fn fill<T>(&self, mut to: *mut T, value: &T) {
        for _ in 0..self.count {
            for at in 0..self.len {
                // SAFETY: `copy_nonoverlapping` needs an element and a place: those of this function.
                unsafe { ptr::copy_nonoverlapping(value, to.wrapping_add(at), 1) };
            }
            // The step past the last row may leave the allocation; its result is not used.
            to = to.wrapping_offset(self.target);
        }
    }
}

/// Copies elements N at a time, the last of them perhaps twice.
///
/// # Safety
///
/// `len` elements at `from`, which are `Copy`, and as many places at `to` do not overlap; `len` is N or more. No other reference to the
/// places exists.
#[inline(always)]
unsafe fn copy_in_steps<T, const N: usize>(from: *const T, to: *mut T, len: usize) {
    let last = len - N;
    let mut at = 0;
    loop {
        // SAFETY: `copy_nonoverlapping` needs N elements and places: `at` is at most `last` (the condition of this function).
        unsafe { ptr::copy_nonoverlapping(from.wrapping_add(at), to.wrapping_add(at), N) };
        if at == last {
            return;
        }
        at = last.min(at + N);
    }
}
