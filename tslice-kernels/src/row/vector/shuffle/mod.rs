//! Short blocks into a contiguous row: whole vectors are loaded, their bytes shuffled into place, and stored.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together (the three
//! components of a pixel). Each vector lane takes as many groups as fit; their bytes come from up to four loads, each
//! of which fills some bytes of the lane. The loads lie side by side or, if the blocks of a group come from planes
//! far apart, one in each plane.
//!
//! Between the blocks lie elements that this copy must not read: another part of `multi_slice_mut` may be writing
//! them in another thread. A load and its shuffle are therefore one step of [`Shuffler`], whose result does not depend
//! on other bytes than those that its table names.

mod groups;
mod rows;

use self::groups::{Offsets, split};
use self::rows::End;
use super::{LANE, LINE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::Blocks;

/// The most loads that one lane may need.
pub(super) const LOADS: usize = 4;
/// Bytes of the widest lane.
pub(super) const WIDEST: usize = LINE;

/// A vector of LANES lanes, each of which shuffles LANE bytes. They may be uninitialised, or be parts of pointers.
pub(super) trait Shuffler: Copy {
    /// Bytes of a lane, at most 64.
    const LANE: usize;
    /// Lanes of a vector.
    const LANES: usize = size_of::<Self>() / Self::LANE;
    /// Whether there are instructions for the methods that end in `within`.
    const ENDS: bool;
    /// Positions to shuffle by in registers; 128 and more name no byte. Where one exists, the machine has the vector's instructions.
    type Table: Copy;

    /// Loads into each lane the bytes that a table names, from windows that begin `step` bytes after one another; a byte is
    /// 0 where the table names none.
    ///
    /// The instruction may load other bytes of the window too, but they do not change the result: to the program,
    /// this reads the bytes that the table names and no others, so that those may be written by another thread.
    ///
    /// # Safety
    ///
    /// Every window is inside one allocation; the bytes that the table names can be read.
    unsafe fn take(from: *const u8, step: isize, table: Self::Table) -> Self;

    /// [`take`](Self::take) from one window of which no byte is loaded but those of the mask `readable`, whose lowest bit is the
    /// first byte.
    ///
    /// # Safety
    ///
    /// The bytes of `readable` are inside one allocation; the table names no others, and those that it names can be read.
    unsafe fn take_within(_: *const u8, _: Self::Table, _: u64) -> Self {
        unreachable!("ENDS is false")
    }

    /// Combines two vectors: the bytes of `other` where its table names one, and those of `self` elsewhere.
    ///
    /// # Safety
    ///
    /// In every place, one of the two vectors has 0, as its table names no byte for it, or both have the same byte.
    unsafe fn and(self, other: Self, table: Self::Table) -> Self;

    /// Stores the bytes of one lane that are in the mask `written`, whose lowest bit is the first byte.
    ///
    /// # Safety
    ///
    /// The bytes of `written` can be written.
    unsafe fn store_within(self, _: *mut u8, _: u64) {
        unreachable!("ENDS is false")
    }

    /// Stores each lane, `step` bytes after the one before, whose bytes it may overwrite.
    ///
    /// # Safety
    ///
    /// The bytes of every lane can be written.
    unsafe fn store(self, to: *mut u8, step: usize);
}

/// The positions that the tables of the loads are made from.
#[repr(align(64))]
pub(super) struct Positions(pub(super) [[u8; WIDEST]; LOADS]);

/// The plan of a copy by shuffling, which all of its rows share.
pub(super) struct Shuffle<'p> {
    /// The axes outside of `rows`.
    pub(super) far: &'p [CopyAxis],
    /// The axis from row to row; of length 1 if there is none.
    rows: CopyAxis,
    /// The axis of the blocks inside a group, if it has more than one.
    group: Option<CopyAxis>,
    /// The axis from group to group.
    row: CopyAxis,
    /// Bytes of a block.
    block: usize,
    /// Groups of a lane.
    groups: usize,
    /// The distance in bytes from the first byte of a lane's first group to the begin of its first load.
    base: isize,
    /// How far each load begins from the first one.
    loads: [isize; LOADS],
    /// How many loads there are.
    pub(super) count: usize,
    /// The last group of a row that a vector may start with.
    last: usize,
    /// Masks for a row's last vector, if it ends with the row and leaves no groups for later.
    end: Option<End>,
}

impl<'p> Shuffle<'p> {
    /// The shuffle for vectors V, with tables for its loads; `None` if it is impossible, or not worth it.
    pub(super) fn new<V: Shuffler>(blocks: &'p Blocks<'_>, positions: &mut Positions) -> Option<Self> {
        let (lane, lanes) = (V::LANE, V::LANES);
        let block = blocks.block;
        if block >= LANE {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block, lane)?;
        let (&rows, far) = far.split_last().unwrap_or((&CopyAxis { len: 1, target: 0, source: 0 }, far));
        let offsets = Offsets::new(group, block);
        let period = offsets.len;
        let stride = row.source;
        // If the blocks of a group are far from each other, each has a load of its own; else they share the loads.
        let planes = group.filter(|_| offsets.span() > LOADS * lane);
        let (near, loaded) = if planes.is_some() { (block, lane) } else { (offsets.span(), LOADS * lane) };
        // A lane takes as many groups as fit it, and as the loads reach.
        let reach = |groups: usize| near + (groups - 1) * stride.unsigned_abs();
        let groups = (1..=lane / period).rev().find(|&groups| reach(groups) <= loaded)?;
        let span = reach(groups);
        let count = planes.map_or(span.div_ceil(lane), |planes| planes.len);
        // If a lane is one block, or a load gives all lanes less than two, moving them one by one is as good.
        let blocks = groups * offsets.blocks;
        if count > LOADS || blocks < 2 || lanes * blocks < 2 * count {
            return None;
        }
        let window = span.max(lane);
        let low = if stride < 0 { (groups.cast_signed() - 1) * stride } else { 0 };
        let low = if planes.is_some() { low } else { low + offsets.low };
        // A window that is wider than the span reaches on in the row's direction, so that it may leave the row at its
        // end only.
        let base = if stride < 0 { low - (window - span).cast_signed() } else { low };
        // If this holds, no vector but the last writes a byte behind the next group.
        let full = lanes == 1 && (groups + 1) * period >= lane;
        let end = End::of(groups * period, span, window, stride).filter(|_| V::ENDS && full);
        let (loads, last) = ([0; LOADS], 0);
        let mut plan = Self { far, rows, group, row, block, groups, base, count, loads, last, end };
        for (k, load) in plan.loads.iter_mut().enumerate().take(count) {
            *load = match planes {
                Some(planes) => k.cast_signed() * planes.source,
                None => (k * lane).min(window - lane).cast_signed(),
            };
        }
        if planes.is_some() {
            plan.fill_planes(&offsets, positions);
        } else {
            plan.fill_positions(&offsets, lane, positions);
        }
        plan.last = match plan.end {
            Some(_) => row.len.checked_sub(groups)?,
            None => plan.last_start(period, lane, lanes, window - span)?,
        };
        Some(plan)
    }

    fn fill_positions(&self, offsets: &Offsets, lane: usize, positions: &mut Positions) {
        // The source of each byte of the lane, counted from the first load: below LOADS * WIDEST = 256, which fits a byte.
        let mut from_first = [0_u8; WIDEST];
        for (group, bytes) in from_first.chunks_exact_mut(offsets.len).enumerate().take(self.groups) {
            let start = group.cast_signed() * self.row.source - self.base;
            for (byte, offset) in bytes.iter_mut().zip(&offsets.list) {
                *byte = low_byte(start + offset);
            }
        }
        let lane = low_byte(lane.cast_signed());
        for (&load, positions) in self.loads.iter().zip(&mut positions.0).take(self.count) {
            let load = low_byte(load);
            for (position, byte) in positions.iter_mut().zip(from_first) {
                // If two loads have this byte, both give it.
                let at = byte.wrapping_sub(load);
                *position = if at < lane { at } else { NOTHING };
            }
            positions[self.groups * offsets.len..].fill(NOTHING);
        }
    }

    fn fill_planes(&self, offsets: &Offsets, positions: &mut Positions) {
        positions.0 = [[NOTHING; WIDEST]; LOADS];
        for group in 0..self.groups {
            for (byte, offset) in offsets.list[..offsets.len].iter().enumerate() {
                let load = byte / self.block;
                let at = group.cast_signed() * self.row.source + *offset - self.base - self.loads[load];
                positions.0[load][group * offsets.len + byte] = low_byte(at);
            }
        }
    }

    /// The last group that a vector may start with so that it neither writes nor reads past the row.
    fn last_start(&self, period: usize, lane: usize, lanes: usize, beyond: usize) -> Option<usize> {
        let before_last_lane = (lanes - 1) * self.groups;
        let written = before_last_lane + self.groups.max(lane.div_ceil(period));
        let read = before_last_lane + self.groups + beyond.div_ceil(self.row.source.unsigned_abs());
        self.row.len.checked_sub(written.max(read))
    }
}

#[cfg(test)]
mod tests;
