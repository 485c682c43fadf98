//! Short blocks into rows with gaps, without stores under a mask: a vector of the target is loaded,
//! the blocks are put in their places, and all of it is stored.
//!
//! The bytes between the blocks are written too, with the values that they had. The kernel
//! therefore takes only targets to whose gaps no other reference exists, from the first block of a
//! row to its last one, and sources without gaps. Groups are those of [`scatter`](super::scatter).

use core::mem::MaybeUninit;

use super::pixels::{VECTOR, Weaver};
use super::scatter::{SPARSE, each_byte, split};
use super::shuffle::WIDEST;
use super::{LANE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::{Blocks, Gaps, item};

/// The bytes of a vector.
type Bytes = [MaybeUninit<u8>; VECTOR];

/// Moves rows of short blocks with gaps in the target to which no other reference exists.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_blend<V: Weaver>(blocks: &mut Blocks<'_>) -> bool {
    let Some(blend) = Blend::new(blocks) else {
        return false;
    };
    // SAFETY: `table` needs the vector's instructions: the condition of this function.
    let bytes = unsafe { V::table(&blend.bytes) };
    // SAFETY: the same.
    let tables = [bytes, unsafe { V::table(&blend.written) }];
    for (to, from) in blocks.places(blend.far) {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2
        // give, and what is between them (invariant 4); the plan's own tables; and the
        // instructions of V.
        unsafe { blend.along::<V>(tables, to, from) };
    }
    true
}

/// The plan of a copy by blending, which all of its rows share.
struct Blend<'p> {
    /// The axes outside of the row.
    far: &'p [CopyAxis],
    /// The axis inside a group.
    group: CopyAxis,
    /// The axis from group to group.
    row: CopyAxis,
    block: usize,
    /// The groups of a vector, along the same axis.
    groups: CopyAxis,
    /// For every byte of a vector, its position among the bytes that are loaded for its half.
    bytes: [u8; WIDEST],
    /// For every byte of a vector, all bits if it is one of a block.
    written: [u8; WIDEST],
    /// The distances in bytes from the first byte of a vector's first group to the begins of its
    /// loads.
    windows: [isize; 2],
    /// The first group behind the last one that a vector may begin with.
    end: usize,
}

/// The distances from the first byte of a vector's first group to the loads of both halves: where
/// their bytes are, unless those are too far from each other.
fn windows(groups: CopyAxis, group: CopyAxis, block: usize) -> Option<[isize; 2]> {
    let (mut lowest, mut highest) = ([isize::MAX; 2], [isize::MIN; 2]);
    each_byte(groups, group, block, |to, from| {
        let half = to / LANE;
        lowest[half] = lowest[half].min(from);
        highest[half] = highest[half].max(from);
    });
    let mut windows = [0; 2];
    for half in 0..2 {
        // A half without bytes has nothing to load.
        if highest[half].checked_sub(lowest[half])? >= LANE.cast_signed() {
            return None;
        }
        // The load reaches beyond the bytes of the half, into groups that come later.
        windows[half] = if groups.source < 0 {
            highest[half] + 1 - LANE.cast_signed()
        } else {
            lowest[half]
        };
    }
    Some(windows)
}

impl<'p> Blend<'p> {
    /// The plan of a copy; `None` if it is impossible, or not worth it.
    fn new(blocks: &'p Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if blocks.gaps == Gaps::Shared || block >= LANE {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block)?;
        let spread = |axis: CopyAxis| (axis.len - 1).cast_signed() * axis.target;
        let span = spread(group).unsigned_abs() + block;
        let groups = VECTOR.checked_sub(span)? / row.target.unsigned_abs() + 1;
        // A vector that begins in the one before would wait until that is stored.
        let apart = groups * row.target.unsigned_abs() >= VECTOR;
        if !apart || groups * group.len < SPARSE || groups > row.len {
            return None;
        }
        let groups = CopyAxis { len: groups, ..row };
        let windows = windows(groups, group, block)?;
        let (mut bytes, mut written) = ([NOTHING; WIDEST], [0; WIDEST]);
        each_byte(groups, group, block, |to, from| {
            bytes[to] = low_byte(from - windows[to / LANE]);
            written[to] = u8::MAX;
        });
        // A vector ends before the row does.
        let mut last =
            (spread(row).unsigned_abs() + span).checked_sub(VECTOR)? / row.target.unsigned_abs();
        if row.source != 0 {
            last = last.min(last_loaded(group, row, block, windows)?);
        }
        Some(Self {
            far,
            group,
            row,
            block,
            groups,
            bytes,
            written,
            windows,
            end: last + 1,
        })
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to`
    /// a writable one that no other reaches and that is none of those. What is between the latter
    /// can be read and written, and no other reference to it exists. `table` is `bytes` and
    /// `written` of `self`, and the machine has the instructions of V.
    #[inline(always)]
    unsafe fn along<V: Weaver>(
        &self,
        [table, written]: [V::Table; 2],
        to: *mut u8,
        from: *const u8,
    ) {
        // Local copies: stores to `to` cannot alias them, so they stay in registers.
        let ([low, high], end, groups) = (self.windows, self.end, self.groups.len);
        let step = |stride: isize| groups.cast_signed() * stride;
        let (target, source) = (step(self.row.target), step(self.row.source));
        let (mut t, mut s, mut done) = (to, from, 0);
        if source == 0 {
            // SAFETY: `repeated` needs the blocks of a vector: those of the first groups.
            let bytes = unsafe { self.repeated(from) };
            // SAFETY: `load` needs the bytes of two lanes to be readable, which are borrowed, and
            // the vector's instructions.
            let bytes = unsafe { V::load(bytes.as_ptr().cast(), LANE.cast_signed()) };
            while done < end {
                // SAFETY: `blend_into` needs VECTOR bytes, which are of the row's blocks and of
                // what is between them, as the vector ends before the row does.
                unsafe { blend_into(bytes, t, written) };
                (t, done) = (t.wrapping_offset(target), done + groups);
            }
        }
        while done < end {
            // SAFETY: `take` needs LANE bytes at `low` and as many `high - low` bytes behind:
            // `last_loaded` has found all of them to be of the source's blocks.
            let bytes = unsafe { V::take(s.wrapping_offset(low), high - low, table) };
            // SAFETY: `blend_into` needs VECTOR bytes, which are of the row's blocks and of what is
            // between them, as the vector ends before the row does.
            unsafe { blend_into(bytes, t, written) };
            (t, s, done) = (
                t.wrapping_offset(target),
                s.wrapping_offset(source),
                done + groups,
            );
        }
        let left = CopyAxis {
            len: self.row.len.saturating_sub(done),
            ..self.row
        };
        // SAFETY: `rows` needs the blocks of the groups from `done` on: they are the row's.
        unsafe { item::rows(&[left], &self.group, self.block, t, s) };
    }

    /// The blocks of a vector in their places, if every group of the source is the first one.
    ///
    /// # Safety
    ///
    /// The blocks of a group can be read at `from`.
    unsafe fn repeated(&self, from: *const u8) -> Bytes {
        let mut vector = [MaybeUninit::uninit(); VECTOR];
        each_byte(self.groups, self.group, self.block, |to, at| {
            // SAFETY: `read` needs a readable byte: one of a block of the group.
            vector[to] = unsafe { from.wrapping_offset(at).cast::<MaybeUninit<u8>>().read() };
        });
        vector
    }
}

/// The last group with which a vector may begin so that its loads, whose begins are `windows`, stay
/// among the source's blocks; `None` if there is none, or the source has gaps.
fn last_loaded(group: CopyAxis, row: CopyAxis, block: usize, windows: [isize; 2]) -> Option<usize> {
    let reach = |axis: CopyAxis| (axis.len - 1).cast_signed() * axis.source;
    let (of_group, of_row) = (reach(group), reach(row));
    let lowest = of_group.min(0) + of_row.min(0);
    let highest = of_group.max(0) + of_row.max(0) + block.cast_signed();
    let dense = (highest - lowest).unsigned_abs() == row.len * group.len * block;
    // The bytes of the source before and behind each load of the first vector.
    let rooms = windows.map(|window| [window - lowest, highest - LANE.cast_signed() - window]);
    let inside = rooms.as_flattened().iter().all(|&room| room >= 0);
    let ahead = usize::from(row.source > 0);
    let room = rooms[0][ahead].min(rooms[1][ahead]);
    (dense && inside).then(|| room.unsigned_abs() / row.source.unsigned_abs())
}

/// Writes the bytes that are `written`; the others are written back.
///
/// # Safety
///
/// VECTOR bytes can be read and written at `to`, and no other reference to them exists.
#[inline(always)]
unsafe fn blend_into<V: Weaver>(bytes: V, to: *mut u8, written: V::Table) {
    let to = to.cast::<V>();
    // SAFETY: `read_unaligned` needs the bytes of a vector to be readable: the caller's VECTOR
    // bytes.
    let old = unsafe { to.read_unaligned() };
    // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: the caller's VECTOR
    // bytes.
    unsafe { to.write_unaligned(old.blend(bytes, written)) };
}

#[cfg(test)]
mod tests;
