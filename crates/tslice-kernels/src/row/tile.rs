//! Transposed copies: neighbours in the target lie along one axis, neighbours in the source along
//! another.
//!
//! The plane of the two axes is walked in tiles, so that each cache line is read and written while
//! it is in the cache.

use super::super::plan::{CopyAxis, parts};
use super::{Blocks, LINE, item};

/// Axes below this length make no tile.
const SHORT: usize = 4;
/// Blocks along each side of a tile.
const SIDE: usize = 32;

/// The plane of a transposed copy. There is one at every index tuple of the copy's other axes,
/// which come before the two.
pub(super) struct Plane {
    /// The axis with the nearest neighbours in the source.
    pub(super) across: CopyAxis,
    /// The axis with the nearest neighbours in the target: the innermost one.
    pub(super) along: CopyAxis,
}

impl Plane {
    /// The plane of a copy, if it is transposed. The copy's axes are put in the order that
    /// [`Plane`] describes.
    pub(super) fn of(blocks: &mut Blocks<'_>) -> Option<Self> {
        if blocks.block >= LINE {
            return None;
        }
        let (&along, rest) = blocks.axes.split_last()?;
        let stepping = rest.iter().enumerate().filter(|(_, axis)| axis.source != 0);
        let (at, &across) = stepping.min_by_key(|(_, axis)| axis.source.unsigned_abs())?;
        if across.source.unsigned_abs() >= along.source.unsigned_abs()
            || across.len.min(along.len) < SHORT
        {
            return None;
        }
        let count = rest.len();
        blocks.axes[at..count].rotate_left(1);
        Some(Self { across, along })
    }
}

/// Moves a transposed copy tile by tile, a tile block by block.
pub(super) fn try_tiles(blocks: &mut Blocks<'_>) -> bool {
    let Some(plane) = Plane::of(blocks) else {
        return false;
    };
    let far = &blocks.axes[..blocks.axes.len() - 2];
    for first in blocks.places(far) {
        for ((to, from), [across, along]) in parts(first, [plane.across, plane.along], [SIDE; 2]) {
            // SAFETY: `rows` needs the blocks of two axes: these are a part of the plane at this
            // index tuple of the other axes, by invariants 1 and 2.
            unsafe { item::rows(&[across], &along, blocks.block, to, from) };
        }
    }
    true
}
