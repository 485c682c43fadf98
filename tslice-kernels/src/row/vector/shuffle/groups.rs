//! The groups of a row, which all have the same shape.

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

/// The bytes of a group.
pub(super) struct Group {
    /// How many bytes there are.
    pub(super) len: usize,
    /// How many blocks there are.
    pub(super) blocks: usize,
    /// From block to block in the source.
    pub(super) step: isize,
    /// The offset of the lowest byte in the source from that of the first one.
    pub(super) low: isize,
    /// From the lowest byte in the source to the highest, both of them counted.
    pub(super) span: usize,
}

impl Group {
    pub(super) fn new(inner: Option<CopyAxis>, block: usize) -> Self {
        let (blocks, step) = inner.map_or((1, 0), |inner| (inner.len, inner.source));
        let last = (blocks - 1).cast_signed() * step;
        Self { len: blocks * block, blocks, step, low: last.min(0), span: last.unsigned_abs() + block }
    }
}
