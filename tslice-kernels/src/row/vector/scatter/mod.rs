//! Short blocks into rows with gaps: a vector of the source is loaded, its bytes spread, and stored by a mask.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together (two of the four
//! components of a pixel). A vector takes as many groups as fit. Its loads and stores are masked: the bytes between
//! the blocks, which may be another thread's or behind the end of the memory, are neither read nor written.

mod table;

pub(super) use self::table::Table;
#[cfg(test)]
pub(super) use self::table::WORD;

use self::table::{LineMasks, Pattern};
use crate::plan::CopyAxis;
use crate::row::Blocks;
use crate::row::vector::LANE;

/// The most bytes from one group to the next: groups further apart move as fast one by one.
const FAR: usize = 40;
/// A vector of fewer blocks costs more than it saves, because of its table.
pub(super) const SPARSE: usize = 4;

/// A vector of a line, any bytes of which are loaded and stored. They may be uninitialised, or be parts of pointers.
pub(super) trait Spreader: Copy {
    /// A [`Table`] in registers. Where one exists, the machine has the vector's instructions.
    type Table: Copy;

    /// Loads the bytes in the mask `readable`, whose lowest bit is the first byte, and no others, and puts each in the places
    /// that the table has for it.
    ///
    /// # Safety
    ///
    /// The bytes of `readable` can be read.
    unsafe fn take(from: *const u8, table: Self::Table, readable: u64) -> Self;

    /// Stores the bytes in the mask `written`, whose lowest bit is the first byte, and no others.
    ///
    /// # Safety
    ///
    /// The bytes of `written` may be written.
    unsafe fn store(self, to: *mut u8, written: u64);
}

/// The plan of a copy by scattering, which all of its rows share.
pub(super) struct Scatter<'p> {
    /// The axes outside of the row.
    pub(super) far: &'p [CopyAxis],
    /// The axis from group to group.
    row: CopyAxis,
    /// Groups of a vector.
    groups: usize,
    /// The source byte of each byte of a vector.
    pub(super) table: Table,
    /// The distance in bytes from the first byte of a vector's first group to the begin of its load.
    base: isize,
    masks: LineMasks,
}

impl<'p> Scatter<'p> {
    /// The scatter of a copy; `None` if it is impossible, or not worth it.
    pub(super) fn new(blocks: &'p Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if block >= LANE {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block)?;
        let Pattern { groups, base, table, masks } = Pattern::new(group, row, block)?;
        // Masked stores of SPARSE blocks are as slow as moves of one block each.
        (groups * group.len > SPARSE).then_some(Self { far, row, groups, table, base, masks })
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to` a writable one that
    /// no other reaches and that is none of those. `table` is the one of `self`.
    #[inline(always)]
    pub(super) unsafe fn along<V: Spreader>(&self, table: V::Table, to: *mut u8, from: *const u8) {
        // Local copies, which the compiler knows to be changed by no store to `to`: they stay in registers.
        let (row, masks) = (self.row, self.masks);
        let step = |groups: usize, stride: isize| groups.cast_signed() * stride;
        let (last, first) = (row.len - self.groups, from.wrapping_offset(self.base));
        let (last_to, last_window) =
            (to.wrapping_offset(step(last, row.target)), first.wrapping_offset(step(last, row.source)));
        // SAFETY: `take` needs the bytes of its mask to be readable: up to the row's last groups they are of its blocks.
        let take = |window: *const u8| unsafe { V::take(window, table, masks.readable) };
        // SAFETY: `store` needs the bytes of its mask to be writable: they are of the same groups.
        let store = |bytes: V, to: *mut u8| unsafe { bytes.store(to, masks.written) };
        let (target, source) = (step(self.groups, row.target), step(self.groups, row.source));
        let (mut t, mut window) = (to, first);
        if row.source == 0 {
            let bytes = take(first);
            while t.addr() < last_to.addr() {
                store(bytes, t);
                t = t.wrapping_offset(target);
            }
            return store(bytes, last_to);
        }
        while t.addr() < last_to.addr() {
            store(take(window), t);
            (t, window) = (t.wrapping_offset(target), window.wrapping_offset(source));
        }
        // The last vector may overlap the one before it: the same bytes are written again.
        store(take(last_window), last_to);
    }
}

/// Splits axes into the outer ones, the one inside a group, and the one from group to group. `None` if groups are too
/// far from each other, or overlap.
pub(super) fn split(axes: &[CopyAxis], block: usize) -> Option<(&[CopyAxis], CopyAxis, CopyAxis)> {
    let (&inner, far) = axes.split_last()?;
    let steps =
        |axis: CopyAxis, from: usize| axis.target > 0 && (from..=FAR).contains(&axis.target.unsigned_abs());
    if !steps(inner, block) {
        return None;
    }
    if let Some((&row, far)) = far.split_last()
        && inner.len <= FAR
        && steps(row, (inner.len - 1) * inner.target.unsigned_abs() + block)
    {
        return Some((far, inner, row));
    }
    Some((far, CopyAxis { len: 1, target: 0, source: 0 }, inner))
}
