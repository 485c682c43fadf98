//! Short blocks into a contiguous row: whole vectors are loaded, their bytes shuffled into place, and stored.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together (the three components
//! of a pixel). Each vector lane takes as many groups as fit; their bytes come from up to four loads, each shuffled with
//! zeros for what it does not have, and joined by `or`. The loads lie side by side, or, where the blocks of a group come
//! from planes far apart, one in each plane.
//!
//! Between the blocks lie elements that this copy must not read: another part of `multi_slice_mut` may be writing them in
//! another thread. So a load and its shuffle are one step of [`Vector`], which reads the bytes that it takes and no others.

mod edges;
mod groups;
mod rows;

use self::edges::{End, Lines};
use self::groups::{Offsets, split};
use crate::copy::plan::Axis;

/// The most loads that one store may need.
pub(super) const LOADS: usize = 4;
/// The widest lane.
pub(super) const WIDEST: usize = 64;

/// A vector of LANES lanes, each of which shuffles LANE bytes.
pub(super) trait Vector: Copy {
    /// Bytes of a lane, at most 64.
    const LANE: usize;
    /// Lanes of a vector.
    const LANES: usize;
    /// Whether the machine loads and stores some bytes of a lane only, as the two that end in `within` do.
    const ENDS: bool;
    /// Positions to shuffle by, made ready.
    type Table: Copy;

    /// Makes a table ready; positions of 128 and more give 0.
    ///
    /// # Safety
    ///
    /// The machine has the instructions, here and below.
    unsafe fn table(positions: &[u8; WIDEST]) -> Self::Table;

    /// The bytes of each lane by a table, from windows that begin `step` bytes after one another. Of them the bytes that
    /// the table names are read; that the machine's load is wider is a matter between it and its cache.
    ///
    /// # Safety
    ///
    /// Every window is inside one allocation; the bytes that the table names can be read.
    unsafe fn take(from: *const u8, step: isize, table: Self::Table) -> Self;

    /// Bitwise or.
    ///
    /// # Safety
    ///
    /// None but the instructions.
    unsafe fn or(self, other: Self) -> Self;

    /// As [`take`](Self::take) from one window, of which nothing is loaded but the bytes of `readable`, from the lowest bit.
    ///
    /// # Safety
    ///
    /// As for that, but for the bytes that are not `readable`.
    unsafe fn take_within(from: *const u8, table: Self::Table, readable: u64) -> Self;

    /// Stores the bytes of `written`, from the lowest bit, of one lane.
    ///
    /// # Safety
    ///
    /// Those bytes may be written.
    unsafe fn store_within(self, to: *mut u8, written: u64);

    /// Stores each lane, `step` bytes after the one before; a later one overwrites.
    ///
    /// # Safety
    ///
    /// The bytes of every lane may be written.
    unsafe fn store(self, to: *mut u8, step: usize);
}

/// What the loads' tables are made from.
#[repr(align(64))]
pub(super) struct Positions(pub(super) [[u8; WIDEST]; LOADS]);

/// Rows of that many vectors are worth one more for loads of whole lines.
const LONG_ROW: usize = 8;

/// The position of a byte that a load does not have.
const NOTHING: u8 = 0x80;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low byte is what is wanted")]
const fn low_byte(number: isize) -> u8 {
    number as u8
}

/// A copy as a shuffle.
pub(super) struct Plan<'p> {
    /// What is outside of the rows.
    pub(super) far: &'p [Axis],
    /// From row to row.
    rows: Axis,
    /// What is left of a row after the vectors, as axes over blocks.
    group: Option<Axis>,
    row: Axis,
    block: usize,
    /// Groups of a lane.
    groups: usize,
    /// The first load of the first lane, from the first byte of its first group.
    base: isize,
    /// The distances of the loads from the first one.
    loads: [isize; LOADS],
    pub(super) count: usize,
    /// The last group of a row that a vector may start with.
    last: usize,
    /// The bytes of a row's last vector, where it ends with the row and leaves nothing.
    end: Option<End>,
    /// Where every load can be one of a whole cache line.
    lines: Option<Lines>,
}

impl<'p> Plan<'p> {
    /// The plan for vectors of `lanes` lanes of `lane` bytes, where shuffling is possible and worth it.
    pub(super) fn new(
        outer: &'p [Axis],
        block: usize,
        lane: usize,
        lanes: usize,
        ends: bool,
        positions: &mut Positions,
    ) -> Option<Self> {
        let (far, group, row) = split(outer, block, lane)?;
        let (&rows, far) = far.split_last().unwrap_or((&Axis { len: 1, target: 0, source: 0 }, far));
        let offsets = Offsets::new(group, block);
        let period = offsets.len;
        let stride = row.source;
        // Blocks of a group that are far from each other have a load each; near ones share what is loaded.
        let planes = group.filter(|_| offsets.span() > LOADS * lane);
        let (near, room) = if planes.is_some() { (block, lane) } else { (offsets.span(), LOADS * lane) };
        // As many groups as fit a lane and the loads.
        let reach = |groups: usize| near + (groups - 1) * stride.unsigned_abs();
        let groups = (1..=lane / period).rev().find(|&groups| reach(groups) <= room)?;
        let span = reach(groups);
        let count = planes.map_or(span.div_ceil(lane), |planes| planes.len);
        // A load for less than two blocks is no better than moving them one by one.
        if count > LOADS || groups * offsets.blocks < 2 * count {
            return None;
        }
        let window = span.max(lane);
        let low = if stride < 0 { (groups.cast_signed() - 1) * stride } else { 0 };
        let low = if planes.is_some() { low } else { low + offsets.low };
        // A window wider than the span reads on in the row's direction: only the row's end has to be watched.
        let base = if stride < 0 { low - (window - span).cast_signed() } else { low };
        // A vector before the last one writes no byte behind the next group.
        let full = lanes == 1 && (groups + 1) * period >= lane;
        let end = End::of(groups * period, span, window, stride).filter(|_| ends && full);
        let (loads, last, lines) = ([0; LOADS], 0, None);
        let mut plan = Self { far, rows, group, row, block, groups, base, count, loads, last, end, lines };
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
        let long = plan.last >= LONG_ROW * groups;
        plan.lines = long.then(|| Lines::of(stride, groups, lane)).flatten();
        Some(plan)
    }

    fn fill_positions(&self, offsets: &Offsets, lane: usize, positions: &mut Positions) {
        // Bytes from the first load: the loads reach at most LOADS * WIDEST of them, which is all that a byte can count.
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
                // What two loads have is the same in both.
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
