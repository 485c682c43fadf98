//! Short blocks into a contiguous row: whole vectors are loaded, their bytes shuffled into place,
//! and stored.
//!
//! Each vector lane takes as many groups of a [`GroupRow`] as fit; their bytes come from up to four
//! loads, each of which fills some bytes of the lane. The loads lie side by side or, if the blocks
//! of a group come from planes far apart, one in each plane.
//!
//! Between the blocks lie elements that this copy must not read: another part of `multi_slice_mut`
//! may be writing them in another thread. A load and its shuffle are therefore one step of
//! [`Shuffler`], whose result does not depend on other bytes than those that its table names.

use core::array::from_fn;

use super::groups::{GroupRow, split};
use super::{LANE, LINE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::{Blocks, SHORT_COPY};

/// The most loads that one lane may need.
const LOADS: usize = 4;
/// Bytes of the widest vector.
pub(super) const WIDEST: usize = LINE;

/// A vector of LANES lanes, each of which shuffles LANE bytes. They may be uninitialised, or be
/// parts of pointers.
pub(super) trait Shuffler: Copy {
    /// Bytes of a lane, at most 64.
    const LANE: usize;
    /// Lanes of a vector.
    const LANES: usize = size_of::<Self>() / Self::LANE;
    /// Positions to shuffle by in registers; 128 and more name no byte. Where one exists, the
    /// machine has the vector's instructions.
    type Table: Copy;

    /// A table of as many bytes as a vector has, which are the first ones.
    ///
    /// # Safety
    ///
    /// The machine has the vector's instructions.
    unsafe fn table(bytes: &[u8; WIDEST]) -> Self::Table;

    /// Loads into each lane the bytes that a table names, from windows that begin `step` bytes
    /// after one another; a byte is 0 where the table names none.
    ///
    /// The instruction may load other bytes of the window too, but they do not change the result:
    /// to the program, this reads the bytes that the table names and no others, so that those may
    /// be written by another thread.
    ///
    /// # Safety
    ///
    /// Every window is inside one allocation; the bytes that the table names can be read.
    unsafe fn take(from: *const u8, step: isize, table: Self::Table) -> Self;

    /// Combines two vectors: the bytes of `other` where its table names one, and those of `self`
    /// elsewhere.
    ///
    /// # Safety
    ///
    /// In every place, one of the two vectors has 0, as its table names no byte for it, or both
    /// have the same byte.
    unsafe fn and(self, other: Self, table: Self::Table) -> Self;

    /// Stores each lane, `step` bytes after the one before, whose bytes it may overwrite.
    ///
    /// # Safety
    ///
    /// The bytes of every lane can be written.
    unsafe fn store(self, to: *mut u8, step: usize);
}

/// The positions that the tables of the loads are made from: those of a lane, for each lane.
#[repr(align(64))]
struct Positions([[u8; WIDEST]; LOADS]);

impl Positions {
    /// Positions that name no byte.
    const NONE: Self = Self([[NOTHING; WIDEST]; LOADS]);
}

/// Moves rows of short blocks.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_shuffle<V: Shuffler>(blocks: &mut Blocks<'_>) -> bool {
    let mut positions = Positions::NONE;
    let Some(shuffle) = Shuffle::new::<V>(blocks, &mut positions) else {
        return false;
    };
    let Positions([first, others @ ..]) = &positions;
    // SAFETY: `table` needs the vector's instructions: the condition of this function.
    let mut tables = [unsafe { V::table(first) }; LOADS];
    for (table, bytes) in tables[1..].iter_mut().zip(others) {
        // SAFETY: the same.
        *table = unsafe { V::table(bytes) };
    }
    macro_rules! rows {
        ($loads:literal) => {
            for (to, from) in blocks.places(shuffle.far) {
                // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1
                // and 2 give, and a shuffle for these vectors with its tables and its count: the
                // arm of the match.
                unsafe { shuffle.along::<V, $loads>(&tables, to, from) };
            }
        };
    }
    match shuffle.count {
        1 => rows!(1),
        2 => rows!(2),
        3 => rows!(3),
        _ => rows!(4),
    }
    true
}

/// The plan of a copy by shuffling, which all of its rows share.
struct Shuffle<'p> {
    /// The axes outside of the row.
    far: &'p [CopyAxis],
    groups: GroupRow,
    /// The distances in bytes from the first byte of a lane's first group to the begins of its
    /// loads.
    loads: [isize; LOADS],
    /// How many loads there are.
    count: usize,
}

impl<'p> Shuffle<'p> {
    /// The shuffle for vectors V, with positions for its loads where there were none; `None` if it
    /// is impossible, or not worth it.
    fn new<V: Shuffler>(blocks: &'p Blocks<'_>, positions: &mut Positions) -> Option<Self> {
        let (lane, lanes) = (V::LANE, V::LANES);
        let block = blocks.block;
        if block >= LANE || blocks.count() < SHORT_COPY {
            return None;
        }
        // The row is contiguous in the target, and does not repeat in the source.
        let follows = |axis: CopyAxis, len: usize| axis.target == len.cast_signed() && len <= lane;
        let (far, inner, row) = split(blocks.axes, block, follows)?;
        if row.source == 0 {
            return None;
        }
        let loads = Loads::of(inner, row, block, lane)?;
        let of_lane = loads.groups;
        // If a lane is one block, or a load gives all lanes less than two, moving them one by one
        // is as good.
        let moved = of_lane * inner.len;
        if loads.count > LOADS || moved < 2 || lanes * moved < 2 * loads.count {
            return None;
        }
        // The last group that a vector may start with so that it neither writes nor reads past the
        // row.
        let written = of_lane.max(lane.div_ceil(inner.len * block));
        let read = of_lane + loads.beyond.div_ceil(row.source.unsigned_abs());
        let last = row
            .len
            .checked_sub((lanes - 1) * of_lane + written.max(read))?;
        let mut groups = GroupRow {
            group: inner,
            row,
            block,
            step: of_lane,
            last,
        };
        groups.each_byte(|to, from| {
            let load = match loads.are_planes {
                true => to / block % inner.len,
                false => (from - loads.begins[0]).unsigned_abs() / lane,
            };
            for to in (to..).step_by(lane).take(lanes) {
                positions.0[load][to] = low_byte(from - loads.begins[load]);
            }
        });
        groups.step *= lanes;
        Some(Self {
            far,
            groups,
            loads: loads.begins,
            count: loads.count,
        })
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to`
    /// a writable one that no other reaches and that is none of those. `self` was made for V's
    /// lanes, with K loads and these tables.
    #[inline(always)]
    unsafe fn along<V: Shuffler, const K: usize>(
        &self,
        tables: &[V::Table; LOADS],
        to: *mut u8,
        from: *const u8,
    ) {
        // Local copies: stores to `to` cannot alias them, so they stay in registers.
        let (tables, loads) = (*tables, self.loads);
        let GroupRow { row, step, .. } = self.groups;
        let groups = step / V::LANES;
        let source = groups.cast_signed() * row.source;
        let target = groups * row.target.unsigned_abs();
        let vector = |to: *mut u8, from: *const u8| {
            // SAFETY: `take` needs windows inside the allocation, which those up to the row's
            // `last` group are; and that the bytes which the table names are readable: they are of
            // the row's blocks.
            let mut bytes = unsafe { V::take(from.wrapping_offset(loads[0]), source, tables[0]) };
            for k in 1..K {
                // SAFETY: `take` needs windows inside the allocation, which those up to the row's
                // `last` group are; and that the bytes which the table names are readable: they are
                // of the row's blocks.
                let more = unsafe { V::take(from.wrapping_offset(loads[k]), source, tables[k]) };
                // SAFETY: `and` needs bytes that are the same if two tables name one for a place:
                // both name it where it is in the source.
                bytes = unsafe { bytes.and(more, tables[k]) };
            }
            // SAFETY: `store` needs writable lanes: up to the row's `last` group they are inside
            // the row. What they write behind their groups is written again by the next vector, or
            // block by block.
            unsafe { bytes.store(to, target) };
        };
        // SAFETY: `each` needs the blocks of the row, which are the caller's.
        unsafe { self.groups.each(to, from, vector) };
    }
}

/// The loads of a lane.
struct Loads {
    /// The most groups that fit in a lane, and that the loads reach.
    groups: usize,
    /// Whether the blocks of a group are so far from each other that each has a load of its own;
    /// else they share the loads.
    are_planes: bool,
    /// The distances in bytes from the first byte of the first group to the begins of the loads.
    begins: [isize; LOADS],
    /// How many loads there are.
    count: usize,
    /// How many bytes they load beyond the groups, in the row's direction.
    beyond: usize,
}

impl Loads {
    fn of(inner: CopyAxis, row: CopyAxis, block: usize, lane: usize) -> Option<Self> {
        let apart = (inner.len - 1).cast_signed() * inner.source;
        let whole = apart.unsigned_abs() + block;
        let are_planes = whole > LOADS * lane;
        let (one, loaded) = match are_planes {
            true => (block, lane),
            false => (whole, LOADS * lane),
        };
        let span = |groups: usize| one + (groups - 1) * row.source.unsigned_abs();
        let most = lane / (inner.len * block);
        let groups = (1..=most).rev().find(|&groups| span(groups) <= loaded)?;
        let window = span(groups).max(lane);
        let beyond = window - span(groups);
        let mut first = 0;
        if row.source < 0 {
            // A window that is wider than the span reaches on in the row's direction, so that it
            // may leave the row at its end only.
            first = (groups.cast_signed() - 1) * row.source - beyond.cast_signed();
        }
        let (count, begins) = if are_planes {
            let plane = |at: usize| first + at.cast_signed() * inner.source;
            (inner.len, from_fn(plane))
        } else {
            first += apart.min(0);
            let beside = |at: usize| first + (at * lane).min(window - lane).cast_signed();
            (span(groups).div_ceil(lane), from_fn(beside))
        };
        Some(Self {
            groups,
            are_planes,
            begins,
            count,
            beyond,
        })
    }
}

#[cfg(test)]
mod tests;
