//! Short blocks into a contiguous row: whole vectors are loaded, their bytes shuffled into place, and stored.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together (the three components
//! of a pixel). Each vector lane takes as many groups as fit; their bytes come from up to four loads, each shuffled with
//! zeros for what it does not have, and joined by `or`. The loads lie side by side, or, where the blocks of a group come
//! from planes far apart, one in each plane.
//!
//! Between the blocks lie elements that this copy must not read: another part of `multi_slice_mut` may be writing them in
//! another thread. So a load and its shuffle are one step of [`Vector`], which reads the bytes that it takes and no others.

use super::super::plan::Axis;
use super::{LINE, item};

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
    pub(super) far: &'p [Axis],
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
    /// Where the last vector of a row ends with it: its bytes.
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

    /// # Safety
    ///
    /// As for [`super::run`], for the rows of one index tuple of `far`. The plan was made for V's lanes, K is its count and
    /// the tables are its own; the machine has V's instructions.
    #[inline(always)]
    pub(super) unsafe fn along<V: Vector, const K: usize>(
        &self,
        tables: &[V::Table; LOADS],
        to: *mut u8,
        from: *const u8,
    ) {
        // Copies, which no store of bytes can change: they stay in registers, and what is the same in all rows is made once.
        let (tables, loads, lines, end, rows) = (*tables, self.loads, self.lines, self.end, self.rows);
        let lane = (self.source(self.groups), self.groups * self.row.target.unsigned_abs());
        let vector = |to: *mut u8, window: *const u8| {
            // SAFETY: `last_start` keeps every window inside the row, and the table names bytes of its blocks; the machine
            // has the instructions.
            let load = |k: usize| unsafe { V::take(window.wrapping_offset(loads[k]), lane.0, tables[k]) };
            // SAFETY: the machine has the instructions.
            let bytes = unsafe { joined::<V, K>(load) };
            // SAFETY: `last_start` keeps every store inside the row; bytes past its groups are written again later.
            unsafe { bytes.store(to, lane.1) };
        };
        let step = V::LANES * self.groups;
        let (target_step, source_step) = (self.target(step), self.source(step));
        let (last_target, last_source) = (self.target(self.last), self.source(self.last));
        let (mut to, mut first) = (to, from.wrapping_offset(self.base));
        for _ in 0..rows.len {
            let last = to.wrapping_offset(last_target);
            let (mut t, mut window) = (to, first);
            if let Some(ahead) = lines.and_then(|lines| lines.from(first)) {
                vector(t, window);
                (t, window) =
                    (t.wrapping_offset(self.target(ahead)), window.wrapping_offset(self.source(ahead)));
            }
            while t.addr() < last.addr() {
                vector(t, window);
                (t, window) = (t.wrapping_offset(target_step), window.wrapping_offset(source_step));
            }
            // The last vector may overlap the one before it: the same bytes are written again.
            let window = first.wrapping_offset(last_source);
            if let Some(End { readable, written }) = end {
                let load = |k: usize| {
                    let window = window.wrapping_offset(loads[k]);
                    // SAFETY: as above; of a window that goes on behind the row's end nothing else is `readable`.
                    unsafe { V::take_within(window, tables[k], readable) }
                };
                // SAFETY: the machine has the instructions.
                let bytes = unsafe { joined::<V, K>(load) };
                // SAFETY: the last groups of the row.
                unsafe { bytes.store_within(last, written) };
            } else {
                vector(last, window);
                // SAFETY: the row's.
                unsafe { self.rest(self.last + step, to, first.wrapping_offset(-self.base)) };
            }
            (to, first) = (to.wrapping_offset(rows.target), first.wrapping_offset(rows.source));
        }
    }

    /// Moves the groups of a row from number `done` on.
    ///
    /// # Safety
    ///
    /// As for [`super::run`], for that row.
    #[inline(always)]
    unsafe fn rest(&self, done: usize, to: *mut u8, from: *const u8) {
        if done < self.row.len {
            let rest = Axis { len: self.row.len - done, ..self.row };
            let (to, from) = (to.wrapping_offset(self.target(done)), from.wrapping_offset(self.source(done)));
            // SAFETY: the groups that are left.
            unsafe { item::groups(rest, self.group, self.block, to, from) };
        }
    }

    #[inline(always)]
    fn target(&self, group: usize) -> isize {
        group.cast_signed() * self.row.target
    }

    #[inline(always)]
    fn source(&self, group: usize) -> isize {
        group.cast_signed() * self.row.source
    }
}

/// K loads as one.
///
/// # Safety
///
/// The machine has V's instructions.
#[inline(always)]
unsafe fn joined<V: Vector, const K: usize>(load: impl Fn(usize) -> V) -> V {
    let mut bytes = load(0);
    for k in 1..K {
        // SAFETY: the machine has the instructions.
        bytes = unsafe { bytes.or(load(k)) };
    }
    bytes
}

/// What the last vector of a row loads and stores.
#[derive(Clone, Copy)]
struct End {
    readable: u64,
    written: u64,
}

impl End {
    /// For vectors that write that many bytes and whose loads reach over `span` of `window` bytes, where those before the
    /// last one stay inside the row: they load no byte behind the next group.
    fn of(bytes: usize, span: usize, window: usize, stride: isize) -> Option<Self> {
        let beyond = window - span;
        let inside = match stride {
            _ if beyond == 0 => u64::MAX,
            ..0 => u64::MAX << beyond,
            _ => u64::MAX >> beyond,
        };
        let needed = beyond > 0 || bytes < WIDEST;
        let written = u64::MAX >> (WIDEST - bytes);
        (needed && beyond <= stride.unsigned_abs()).then_some(Self { readable: inside, written })
    }
}

/// Loads of whole lines: a load that is in two costs twice, and a row may begin anywhere in one.
#[derive(Clone, Copy)]
struct Lines {
    /// What a group's start is a multiple of, as a power of 2.
    common: u32,
    /// Times the rest of the stride it is 1, modulo a line.
    inverse: usize,
    /// Groups of a load.
    groups: usize,
}

impl Lines {
    /// For loads of a lane each `groups` groups, where that keeps them at the start of a line.
    fn of(stride: isize, groups: usize, lane: usize) -> Option<Self> {
        let stride = stride.cast_unsigned();
        if lane != LINE || !stride.wrapping_mul(groups).is_multiple_of(LINE) {
            return None;
        }
        let common = stride.trailing_zeros().min(LINE.trailing_zeros());
        let odd = stride >> common;
        // Each step of Newton's doubles the bits that are right, of which an odd number's own square has three.
        let better = |x: usize| x.wrapping_mul(2_usize.wrapping_sub(odd.wrapping_mul(x)));
        Some(Self { common, inverse: better(better(odd)), groups })
    }

    /// The first group, after 0, whose load begins a line, where the one of group 0 at `first` does not.
    #[inline(always)]
    fn from(self, first: *const u8) -> Option<usize> {
        let missing = first.addr().wrapping_neg() % LINE;
        let groups = (missing >> self.common).wrapping_mul(self.inverse) % (LINE >> self.common);
        (missing.is_multiple_of(1 << self.common) && (1..=self.groups).contains(&groups)).then_some(groups)
    }
}

/// Outer axes, the axis inside a group if there is one, and the row, where the row's target is contiguous.
fn split(outer: &[Axis], block: usize, lane: usize) -> Option<(&[Axis], Option<Axis>, Axis)> {
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
struct Offsets {
    list: [isize; WIDEST],
    len: usize,
    blocks: usize,
    low: isize,
    high: isize,
}

impl Offsets {
    fn new(group: Option<Axis>, block: usize) -> Self {
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

    fn span(&self) -> usize {
        self.low.abs_diff(self.high) + 1
    }
}
