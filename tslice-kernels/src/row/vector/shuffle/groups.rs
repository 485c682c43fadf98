//! The groups of a row, which all have the same shape.

use super::WIDEST;
use crate::plan::CopyAxis;

/// Splits axes into the outer ones, the one inside a group if there is one, and the one from group to group. `None`
/// if the row is not contiguous in the target, repeats in the source, or has blocks too long for a lane.
pub(super) fn split(
    outer: &[CopyAxis],
    block: usize,
    lane: usize,
) -> Option<(&[CopyAxis], Option<CopyAxis>, CopyAxis)> {
    let (&inner, far) = outer.split_last()?;
    if inner.target != block.cast_signed() {
        return None;
    }
    let group = block * inner.len;
    if let Some((&row, far)) = far.split_last()
        && group <= lane
        && row.target == group.cast_signed()
        && row.source != 0
    {
        return Some((far, Some(inner), row));
    }
    (inner.source != 0 && block <= lane / 2).then_some((far, None, inner))
}

/// The source of each byte of a group, counted from the group's first byte.
pub(super) struct Offsets {
    /// The offset of each byte; only the first `len` are of the group.
    pub(super) list: [isize; WIDEST],
    /// Bytes of a group.
    pub(super) len: usize,
    /// Blocks of a group.
    pub(super) blocks: usize,
    /// The lowest offset.
    pub(super) low: isize,
    /// The highest offset.
    high: isize,
}

impl Offsets {
    pub(super) fn new(group: Option<CopyAxis>, block: usize) -> Self {
        let inner = group.unwrap_or(CopyAxis { len: 1, target: 0, source: 0 });
        let mut offsets =
            Self { list: [0; WIDEST], len: inner.len * block, blocks: inner.len, low: 0, high: 0 };
        for i in 0..inner.len {
            for byte in 0..block {
                let offset = (i.cast_signed()) * inner.source + byte.cast_signed();
                offsets.list[i * block + byte] = offset;
                offsets.low = offsets.low.min(offset);
                offsets.high = offsets.high.max(offset);
            }
        }
        offsets
    }

    /// The number of bytes from the lowest offset to the highest.
    pub(super) fn span(&self) -> usize {
        self.low.abs_diff(self.high) + 1
    }
}
