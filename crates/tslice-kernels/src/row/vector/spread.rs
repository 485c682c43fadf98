//! Short blocks into rows with gaps: the bytes of a vector are shuffled into their places in the
//! target, and stored without a change of what is between them.
//!
//! A vector takes as many groups of a [`GroupRow`] as fit.
//!
//! Vectors with masks neither read nor write the bytes between the blocks, which may be another
//! thread's or behind the end of the memory. Others are blended: a vector of the target is loaded,
//! and all of it is stored, the bytes between the blocks with the values that they had. They
//! therefore take only targets to whose gaps no other reference exists, from the first block of a
//! row to its last one.

use core::mem::MaybeUninit;

use super::groups::{GroupRow, split};
use super::pixels::Weaver;
use super::shuffle::{Shuffler, WIDEST};
use super::{LANE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::{Blocks, Gaps, LINE};

/// The most bytes from one group to the next: groups further apart move as fast one by one.
const FAR: usize = 40;
/// A vector of fewer blocks costs more than it saves, because of its table.
const SPARSE: usize = 4;

/// A vector of which some bytes are stored. Its tables are masks, too, of the bytes that have all
/// bits.
pub(super) trait Spreader: Shuffler {
    /// Whether no byte is loaded or stored but those of a mask.
    const MASKED: bool;

    /// [`take`](Shuffler::take), which loads no byte but those of `readable`, whose lowest bit is
    /// the first one, if the vector is masked.
    ///
    /// # Safety
    ///
    /// That of `take`; but the windows of a masked vector may leave the allocation. Its `readable`
    /// bytes can be read, and the table names no others.
    unsafe fn take_within(from: *const u8, step: isize, table: Self::Table, readable: u64) -> Self;

    /// Stores the bytes of `written`; others are not changed.
    ///
    /// # Safety
    ///
    /// The bytes of `written` may be written; and, unless the vector is masked, all bytes may be
    /// read and written, and no other reference to them exists.
    unsafe fn store_within(self, to: *mut u8, written: Self::Table);
}

impl<V: Weaver> Spreader for V {
    const MASKED: bool = false;

    #[inline(always)]
    unsafe fn take_within(from: *const u8, step: isize, table: V::Table, _: u64) -> V {
        // SAFETY: `take` needs what this function needs.
        unsafe { V::take(from, step, table) }
    }

    #[inline(always)]
    unsafe fn store_within(self, to: *mut u8, written: V::Table) {
        let to = to.cast::<V>();
        // SAFETY: `read_unaligned` needs the bytes of a vector to be readable: the condition of
        // this function.
        let old = unsafe { to.read_unaligned() };
        // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: the condition of
        // this function.
        unsafe { to.write_unaligned(old.blend(self, written)) };
    }
}

/// Moves rows of short blocks with gaps in the target.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_spread<V: Spreader>(blocks: &mut Blocks<'_>) -> bool {
    let Some(spread) = Spread::new::<V>(blocks) else {
        return false;
    };
    let tables = [&spread.bytes, &spread.written].map(|bytes| {
        // SAFETY: `table` needs the vector's instructions: the condition of this function.
        unsafe { V::table(bytes) }
    });
    for (to, from) in blocks.places(spread.far) {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2
        // give, and what is between them (invariant 4); the plan of these vectors with its own
        // tables.
        unsafe { spread.along::<V>(tables, to, from) };
    }
    true
}

/// The plan of a copy into rows with gaps, which all of its rows share.
struct Spread<'p> {
    /// The axes outside of the row.
    far: &'p [CopyAxis],
    groups: GroupRow,
    /// The distances in bytes from the first byte of a vector's first group to the begins of its
    /// loads, one for each lane.
    windows: [isize; 2],
    /// For every byte of a vector, its position among the bytes that are loaded for its lane.
    bytes: [u8; WIDEST],
    /// All bits for every byte of a vector that is one of a block.
    written: [u8; WIDEST],
    /// The bytes of a lane that are loaded.
    readable: u64,
}

impl<'p> Spread<'p> {
    /// The plan of a copy by vectors V; `None` if it is impossible, or not worth it.
    fn new<V: Spreader>(blocks: &'p Blocks<'_>) -> Option<Self> {
        let (far, groups) = groups::<V>(blocks)?;
        let (windows, beyond) = windows::<V>(&groups)?;
        let mut spread = Self {
            far,
            groups,
            windows,
            bytes: [NOTHING; WIDEST],
            written: [0; WIDEST],
            readable: 0,
        };
        if !V::MASKED {
            spread.groups.last = last_whole(&spread.groups, size_of::<V>(), beyond)?;
        }
        spread.groups.each_byte(|to, from| {
            let position = low_byte(from - windows[to / V::LANE]);
            spread.bytes[to] = position;
            spread.written[to] = u8::MAX;
            spread.readable |= 1 << position;
        });
        Some(spread)
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to`
    /// a writable one that no other reaches and that is none of those. Unless V is masked, what is
    /// between the latter can be read and written, and no other reference to it exists. `self` was
    /// made for V, and the tables are those of `self`.
    #[inline(always)]
    unsafe fn along<V: Spreader>(
        &self,
        [table, written]: [V::Table; 2],
        to: *mut u8,
        from: *const u8,
    ) {
        let ([low, high], readable) = (self.windows, self.readable);
        let take = |from: *const u8| {
            // SAFETY: `take_within` needs the bytes of its mask to be readable: up to the row's
            // `last` group they are of its blocks, and the table names these alone; and windows
            // inside the source unless they are masked, up to the same group.
            unsafe { V::take_within(from.wrapping_offset(low), high - low, table, readable) }
        };
        // SAFETY: `store_within` needs the bytes of its mask to be writable: they are of the same
        // groups. Unless they are masked, so is what is between them, and a vector ends before the
        // row does.
        let store = |bytes: V, to: *mut u8| unsafe { bytes.store_within(to, written) };
        if self.groups.row.source != 0 {
            // SAFETY: `each` needs the blocks of the row, which are the caller's.
            return unsafe { self.groups.each(to, from, |to, from| store(take(from), to)) };
        }
        let bytes = match V::MASKED {
            true => take(from),
            // SAFETY: `repeated` needs the blocks of a group: those of the first one.
            false => unsafe { self.repeated(from) },
        };
        // SAFETY: `each` needs the blocks of the row, which are the caller's.
        unsafe { self.groups.each(to, from, |to, _| store(bytes, to)) };
    }

    /// The blocks of a vector in their places, if every group of the source is the first one.
    ///
    /// # Safety
    ///
    /// The blocks of a group can be read at `from`; the machine has the instructions of V.
    unsafe fn repeated<V: Spreader>(&self, from: *const u8) -> V {
        let mut vector = [MaybeUninit::<u8>::uninit(); WIDEST];
        self.groups.each_byte(|to, at| {
            // SAFETY: `read` needs a readable byte: one of a block of the group.
            vector[to] = unsafe { from.wrapping_offset(at).cast::<MaybeUninit<u8>>().read() };
        });
        // SAFETY: `read_unaligned` needs the bytes of a vector to be readable: there are as many as
        // the widest one has.
        unsafe { vector.as_ptr().cast::<V>().read_unaligned() }
    }
}

/// The outer axes, and a row of as many groups at a time as fit into a vector V in target and
/// source. `None` if that is impossible, or not worth it.
fn groups<'p, V: Spreader>(blocks: &'p Blocks<'_>) -> Option<(&'p [CopyAxis], GroupRow)> {
    let block = blocks.block;
    if block >= LANE || !V::MASKED && blocks.gaps == Gaps::Shared {
        return None;
    }
    // Groups are not too far from each other, and do not overlap.
    let follows = |axis: CopyAxis, len: usize| {
        axis.target > 0 && (len..=FAR).contains(&axis.target.unsigned_abs())
    };
    let (far, group, row) = split(blocks.axes, block, follows)?;
    // One group reaches over `span` bytes: this many reach over a vector.
    let fitting = |group_step: isize, step: isize| {
        let span = (group.len - 1).checked_mul(group_step.unsigned_abs())?;
        let left = size_of::<V>().checked_sub(span.checked_add(block)?)?;
        Some(left.checked_div(step.unsigned_abs()).unwrap_or(LINE) + 1)
    };
    let targets = fitting(group.target, row.target)?;
    let sources = fitting(group.source, row.source)?;
    let len = row.len.min(targets).min(sources);
    if len * group.len < SPARSE {
        return None;
    }
    let groups = GroupRow {
        group,
        row,
        block,
        step: len,
        last: row.len - len,
    };
    Some((far, groups))
}

/// The distances from the first byte of a vector's first group to the loads of its lanes: where
/// their bytes are, unless those are too far from each other. And how many bytes the loads reach
/// beyond those of the groups, in the row's direction.
fn windows<V: Spreader>(groups: &GroupRow) -> Option<([isize; 2], usize)> {
    if V::MASKED {
        // The one load may begin anywhere: at the lowest byte.
        let lowest = |axis: CopyAxis, len: usize| (len - 1).cast_signed() * axis.source.min(0);
        let of_group = lowest(groups.group, groups.group.len);
        return Some(([lowest(groups.row, groups.step) + of_group, 0], 0));
    }
    let lane = V::LANE.cast_signed();
    let (mut lowest, mut highest) = ([isize::MAX; 2], [isize::MIN; 2]);
    groups.each_byte(|to, from| {
        let at = to / V::LANE;
        lowest[at] = lowest[at].min(from);
        highest[at] = highest[at].max(from);
    });
    let (first, last) = (lowest[0].min(lowest[1]), highest[0].max(highest[1]));
    let (mut windows, mut beyond) = ([0; 2], 0);
    for at in 0..V::LANES {
        // A lane without bytes has nothing to load.
        if highest[at].checked_sub(lowest[at])? >= lane {
            return None;
        }
        let reached = if groups.row.source < 0 {
            windows[at] = highest[at] + 1 - lane;
            first - windows[at]
        } else {
            windows[at] = lowest[at];
            windows[at] + lane - 1 - last
        };
        beyond = beyond.max(reached);
    }
    Some((windows, beyond.unsigned_abs()))
}

/// The last group with which a vector of `size` bytes, all of which are stored, may begin so that
/// it ends before the row does, and so do its loads, which reach `beyond` its groups. `None` if
/// there is none, or vectors overlap.
fn last_whole(groups: &GroupRow, size: usize, beyond: usize) -> Option<usize> {
    let GroupRow { group, row, .. } = groups;
    let step = row.target.unsigned_abs();
    // A vector that begins in the one before would wait until that is stored.
    if groups.step * step < size {
        return None;
    }
    let of_group = (group.len - 1) * group.target.unsigned_abs() + groups.block;
    let stored = ((row.len - 1) * step + of_group).checked_sub(size)? / step;
    match row.source.unsigned_abs() {
        0 => Some(stored),
        source => Some(stored.min(groups.last.checked_sub(beyond.div_ceil(source))?)),
    }
}

#[cfg(test)]
mod tests;
