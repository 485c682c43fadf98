//! Planes whose elements take turns in pixels.

use tslice_kernels::{CopyAxis, Joined, join, join_planes};

use super::{is_copy, pair};
use crate::layout::Layout;

/// Copies planes into a target in which the first elements of all planes follow each other, then the second ones, and so on: into
/// pixels. Returns `false`, and copies nothing, if no kernel does that.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a pixel at `to`: as many elements as there are planes, which no other index tuple and no other
/// reference reaches, and which may hold none. With `strides`, one for each axis, every index tuple of the same shape reaches in each
/// plane a live element that is not one of those.
pub(crate) unsafe fn interleave<T: Clone, L: Layout>(
    to: *mut T,
    layout: &L,
    planes: &[*const T],
    strides: &[isize],
) -> bool {
    assert!(strides.len() == layout.shape().len(), "a stride for each axis");
    if !is_copy::<T>() {
        return false;
    }
    let (size, mut joined) = (size_of::<T>(), layout.list(CopyAxis::BLANK));
    let axes = pair(layout.shape(), layout.strides(), strides).map(|axis| axis.in_bytes(size.cast_signed()));
    let Some(Joined { count, block }) = join(axes, size, joined.as_mut()) else { return false };
    // SAFETY: `join_planes` needs readable blocks, here of one or more whole elements, in each plane, and pixels of them that may be
    // written: those of the index tuples. A `Copy` element has nothing to drop, and a copy of its bytes is an element.
    unsafe { join_planes(&joined.as_mut()[..count], block, to.cast(), planes) }
}
