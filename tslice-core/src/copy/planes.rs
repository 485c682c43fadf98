//! Planes whose elements take turns in pixels.

use smallvec::SmallVec;
use tslice_kernels::{CopyAxis, Joined, join, join_planes, split_pixels, splits_pixels};

use super::{is_copy, pair};
use crate::layout::Layout;

/// Copies planes into a target in which the first elements of all planes follow each other, then the second ones, and so on: into
/// pixels. Returns `false`, and copies nothing, if there is no kernel for that.
///
/// # Safety
///
/// Every index tuple of `layout` reaches a pixel at `to`: as many elements as there are planes, which no other index tuple and nobody
/// else reaches, and which may hold none. With `strides`, one for each axis, every index tuple of the same shape reaches in each
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

/// A copy of pixels into planes that is made many times, between other places each time: it is planned once.
pub(crate) struct PixelSplit {
    axes: SmallVec<[CopyAxis; 4]>,
    /// Bytes of an element.
    size: usize,
    channels: usize,
}

impl PixelSplit {
    /// Copies of pixels of `channels` elements of `size` bytes, which may be moved as bytes; `axes` count in bytes, and have planes as
    /// target. `None` if there is no kernel for that.
    pub(crate) fn new(size: usize, channels: usize, axes: &[CopyAxis]) -> Option<Self> {
        let mut joined = SmallVec::from_elem(CopyAxis::BLANK, axes.len());
        let Joined { count, block } = join(axes.iter().copied(), size, &mut joined)?;
        joined.truncate(count);
        let taken = block == size && splits_pixels(&joined, size, channels);
        taken.then_some(Self { axes: joined, size, channels })
    }

    /// Moves the elements.
    ///
    /// # Panics
    ///
    /// If there is not a plane for each channel.
    ///
    /// # Safety
    ///
    /// Every index tuple of the axes reaches in each plane as many bytes as an element has, which may be written and which no other index
    /// tuple reaches, and at `from` a pixel, none of whose bytes is one of those. Each byte of a pixel can be read by `from`, or by
    /// another pointer to it that was exposed.
    pub(crate) unsafe fn run(&self, planes: &[*mut u8], from: *const u8) {
        assert!(planes.len() == self.channels, "a plane for each channel");
        // SAFETY: `split_pixels` needs planes and pixels that the axes reach: the conditions of this function.
        unsafe { split_pixels(&self.axes, self.size, planes, from) };
    }
}
