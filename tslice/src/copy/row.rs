//! Moving one row.

use super::plan::Axis;

/// Copies `axis.len` elements bit by bit.
///
/// # Safety
///
/// For every i below `axis.len`, `from + i * axis.source` is a live element of a `Copy` type (or one that is never
/// dropped twice), `to + i * axis.target` may be written, and the two rows do not overlap.
#[inline(always)]
pub(crate) unsafe fn copy<T>(to: *mut T, from: *const T, axis: Axis) {
    match axis {
        Axis { len, target: 1, source: 1 } => {
            // SAFETY: both rows are contiguous and do not overlap.
            unsafe { core::ptr::copy_nonoverlapping(from, to, len) }
        }
        Axis { len, target: 1, source: -1 } => {
            // SAFETY: as the caller promises.
            unsafe { strided(to, from, len, 1, -1) }
        }
        Axis { len, target: 1, source: 2 } => {
            // SAFETY: as the caller promises.
            unsafe { strided(to, from, len, 1, 2) }
        }
        Axis { len, target, source } => {
            // SAFETY: as the caller promises.
            unsafe { strided(to, from, len, target, source) }
        }
    }
}

/// # Safety
///
/// As for [`copy`].
#[inline(always)]
unsafe fn strided<T>(to: *mut T, from: *const T, len: usize, target: isize, source: isize) {
    for i in 0..len.cast_signed() {
        // SAFETY: i is below the length of the row.
        let element = unsafe { from.offset(i * source) };
        // SAFETY: as above.
        let place = unsafe { to.offset(i * target) };
        // SAFETY: a live element and a place that may be written, apart from each other.
        unsafe { core::ptr::copy_nonoverlapping(element, place, 1) };
    }
}
