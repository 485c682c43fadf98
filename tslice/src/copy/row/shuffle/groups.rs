//! What repeats along a row.

use super::WIDEST;
use crate::copy::plan::Axis;

/// Outer axes, the axis inside a group if there is one, and the row, where the row's target is contiguous.
pub(super) fn split(outer: &[Axis], block: usize, lane: usize) -> Option<(&[Axis], Option<Axis>, Axis)> {
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

/// Where the bytes of a group come from, relative to its first one.
pub(super) struct Offsets {
    pub(super) list: [isize; WIDEST],
    pub(super) len: usize,
    pub(super) blocks: usize,
    pub(super) low: isize,
    high: isize,
}

impl Offsets {
    pub(super) fn new(group: Option<Axis>, block: usize) -> Self {
        let inner = group.unwrap_or(Axis { len: 1, target: 0, source: 0 });
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

    pub(super) fn span(&self) -> usize {
        self.low.abs_diff(self.high) + 1
    }
}
