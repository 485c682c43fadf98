//! Rows of groups, by vectors.

use crate::plan::{CopyAxis, Steps};
use crate::row::item;

/// A row of groups of blocks. A *group* is what repeats along the row: one block, or a few that an
/// inner axis brings together (the three components of a pixel).
#[derive(Clone, Copy)]
pub(super) struct GroupRow {
    /// The axis inside a group.
    pub(super) group: CopyAxis,
    /// The axis from group to group.
    pub(super) row: CopyAxis,
    /// Bytes of a block.
    pub(super) block: usize,
    /// The groups of a vector.
    pub(super) step: usize,
    /// The last group that a vector may begin with.
    pub(super) last: usize,
}

impl GroupRow {
    /// The places of the group `count` groups on.
    #[inline(always)]
    fn on(&self, count: usize, to: *mut u8, from: *const u8) -> (*mut u8, *const u8) {
        let count = count.cast_signed();
        (
            to.wrapping_offset(count * self.row.target),
            from.wrapping_offset(count * self.row.source),
        )
    }

    /// Calls `vector` with the places of the first group of each vector, and moves the groups
    /// behind the last one block by block.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to`
    /// a writable one that no other reaches and that is none of those.
    #[inline(always)]
    pub(super) unsafe fn each(
        &self,
        to: *mut u8,
        from: *const u8,
        vector: impl Fn(*mut u8, *const u8),
    ) {
        // A local copy: stores to `to` cannot alias it, so it stays in registers.
        let this = *self;
        let (last_to, last_from) = this.on(this.last, to, from);
        let (mut t, mut s) = (to, from);
        while t.addr() < last_to.addr() {
            vector(t, s);
            (t, s) = this.on(this.step, t, s);
        }
        // The last vector may overlap the one before it: the same bytes are written again.
        vector(last_to, last_from);
        let done = this.last + this.step;
        if done >= this.row.len {
            return;
        }
        let rest = CopyAxis {
            len: this.row.len - done,
            ..this.row
        };
        let (far, near): (&[_], _) = match this.group.len {
            1 => (&[], rest),
            _ => (&[rest], this.group),
        };
        let (to, from) = this.on(done, to, from);
        // SAFETY: `rows` needs the blocks of these axes: those of the groups that are left.
        unsafe { item::rows(far, &near, this.block, to, from) };
    }

    /// Calls `visit` with the target's and the source's place of every byte of the groups of a
    /// vector, from those of the first block.
    #[inline(always)]
    pub(super) fn each_byte(&self, mut visit: impl FnMut(usize, isize)) {
        let Self { row, group, .. } = self;
        for i in 0..self.step {
            for j in 0..group.len {
                let to = i * row.target.unsigned_abs() + j * group.target.unsigned_abs();
                let from = i.cast_signed() * row.source + j.cast_signed() * group.source;
                for byte in 0..self.block {
                    visit(to + byte, from + byte.cast_signed());
                }
            }
        }
    }
}

/// Splits axes into the outer ones, the one inside a group, and the one from group to group: of
/// both, a vector takes neighbours that `follow` so many bytes. `None` if it takes no blocks.
#[inline(always)]
pub(super) fn split(
    axes: &[CopyAxis],
    block: usize,
    follow: impl Fn(CopyAxis, usize) -> bool,
) -> Option<(&[CopyAxis], CopyAxis, CopyAxis)> {
    let (&inner, far) = axes.split_last()?;
    if !follow(inner, block) {
        return None;
    }
    let group = (inner.len - 1) * inner.target.unsigned_abs() + block;
    Some(match far.split_last() {
        Some((&row, far)) if follow(row, group) => (far, inner, row),
        _ => (far, CopyAxis::ONE, inner),
    })
}
