//! Short blocks into a contiguous row: whole vectors are loaded, their bytes shuffled into place,
//! and stored.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together
//! (the three components of a pixel). Each vector lane takes as many groups as fit; their bytes
//! come from up to four loads, each of which fills some bytes of the lane. The loads lie side by
//! side or, if the blocks of a group come from planes far apart, one in each plane.
//!
//! Between the blocks lie elements that this copy must not read: another part of `multi_slice_mut`
//! may be writing them in another thread. A load and its shuffle are therefore one step of
//! [`Shuffler`], whose result does not depend on other bytes than those that its table names.

use super::{LANE, LINE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::{Blocks, SHORT_COPY, item};

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

    /// Names the bytes of the groups of each lane, in order, in the loads that have them.
    fn fill(&mut self, group: &Group, groups: usize, loads: &Loads, lane: usize, lanes: usize) {
        let mut place = 0;
        for at in 0..groups {
            for member in 0..group.members {
                let first = at.cast_signed() * group.stride + member.cast_signed() * group.step
                    - loads.base;
                for byte in first..first + group.block.cast_signed() {
                    let load = if group.are_planes {
                        member
                    } else {
                        byte.unsigned_abs() / lane
                    };
                    for to in (place..).step_by(lane).take(lanes) {
                        self.0[load][to] = low_byte(byte - loads.begins[load]);
                    }
                    place += 1;
                }
            }
        }
    }
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
    /// The axes outside of `rows`.
    far: &'p [CopyAxis],
    /// The axis from row to row; of length 1 if there is none.
    rows: CopyAxis,
    /// The axis of the blocks inside a group, if it has more than one.
    inner: Option<CopyAxis>,
    /// The axis from group to group.
    row: CopyAxis,
    /// Bytes of a block.
    block: usize,
    /// Groups of a lane.
    groups: usize,
    /// The distance in bytes from the first byte of a lane's first group to the begin of its first
    /// load.
    base: isize,
    /// How far each load begins from the first one.
    loads: [isize; LOADS],
    /// How many loads there are.
    count: usize,
    /// The last group of a row that a vector may start with.
    last: usize,
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
        let (far, inner, row) = split(blocks.axes, block, lane)?;
        let (&rows, far) = far.split_last().unwrap_or((&CopyAxis::ONE, far));
        let group = Group::new(block, inner, row.source, lane);
        let groups = group.most(lane)?;
        let loads = Loads::of(&group, groups, lane);
        // If a lane is one block, or a load gives all lanes less than two, moving them one by one
        // is as good.
        let moved = groups * group.members;
        if loads.count > LOADS || moved < 2 || lanes * moved < 2 * loads.count {
            return None;
        }
        // The last group that a vector may start with so that it neither writes nor reads past the
        // row.
        let written = groups.max(lane.div_ceil(group.members * block));
        let read = groups + loads.beyond.div_ceil(row.source.unsigned_abs());
        let last = row
            .len
            .checked_sub((lanes - 1) * groups + written.max(read))?;
        positions.fill(&group, groups, &loads, lane, lanes);
        Some(Self {
            far,
            rows,
            inner,
            row,
            block,
            groups,
            base: loads.base,
            count: loads.count,
            loads: loads.begins,
            last,
        })
    }

    /// Moves the rows of one index tuple of `far`.
    ///
    /// # Safety
    ///
    /// Every index tuple of the other axes reaches a readable block at `from`, and at `to` a
    /// writable one that no other reaches and that is none of those. `self` was made for V's lanes,
    /// with K loads and these tables.
    #[inline(always)]
    unsafe fn along<V: Shuffler, const K: usize>(
        &self,
        tables: &[V::Table; LOADS],
        to: *mut u8,
        from: *const u8,
    ) {
        // Local copies: stores to `to` cannot alias them, so they stay in registers.
        let (tables, loads, rows) = (*tables, self.loads, self.rows);
        let lane = (
            self.source(self.groups),
            self.groups * self.row.target.unsigned_abs(),
        );
        let vector = |to: *mut u8, window: *const u8| {
            // SAFETY: `take` needs windows inside the allocation, which those up to the row's
            // `last` group are; and that the bytes which the table names are readable: they are of
            // the row's blocks.
            let mut bytes = unsafe { V::take(window.wrapping_offset(loads[0]), lane.0, tables[0]) };
            for k in 1..K {
                // SAFETY: `take` needs windows inside the allocation, which those up to the row's
                // `last` group are; and that the bytes which the table names are readable: they are
                // of the row's blocks.
                let more = unsafe { V::take(window.wrapping_offset(loads[k]), lane.0, tables[k]) };
                // SAFETY: `and` needs bytes that are the same if two tables name one for a place:
                // both name it where it is in the source.
                bytes = unsafe { bytes.and(more, tables[k]) };
            }
            // SAFETY: `store` needs writable lanes: up to the row's `last` group they are inside
            // the row. What they write behind their groups is written again by the next vector or
            // by `rest`.
            unsafe { bytes.store(to, lane.1) };
        };
        let step = V::LANES * self.groups;
        let (target_step, source_step) = (self.target(step), self.source(step));
        let (last_target, last_source) = (self.target(self.last), self.source(self.last));
        let (mut to, mut first) = (to, from.wrapping_offset(self.base));
        for _ in 0..rows.len {
            let last = to.wrapping_offset(last_target);
            let (mut t, mut window) = (to, first);
            while t.addr() < last.addr() {
                vector(t, window);
                (t, window) = (
                    t.wrapping_offset(target_step),
                    window.wrapping_offset(source_step),
                );
            }
            // The last vector may overlap the one before it: the same bytes are written again.
            vector(last, first.wrapping_offset(last_source));
            // SAFETY: `rest` needs the blocks of the row, which are the caller's.
            unsafe { self.rest(self.last + step, to, first.wrapping_offset(-self.base)) };
            (to, first) = (
                to.wrapping_offset(rows.target),
                first.wrapping_offset(rows.source),
            );
        }
    }

    /// Moves the groups of a row from number `done` on, block by block.
    ///
    /// # Safety
    ///
    /// Every block of the row can be read at `from`, and written at `to`.
    #[inline(always)]
    unsafe fn rest(&self, done: usize, to: *mut u8, from: *const u8) {
        if done >= self.row.len {
            return;
        }
        let rest = CopyAxis {
            len: self.row.len - done,
            ..self.row
        };
        let (to, from) = (
            to.wrapping_offset(self.target(done)),
            from.wrapping_offset(self.source(done)),
        );
        match self.inner {
            // SAFETY: `rows` needs the blocks of these axes: those of the groups that are left.
            Some(inner) => unsafe { item::rows(&[rest], &inner, self.block, to, from) },
            // SAFETY: `rows` needs the blocks of this axis: those of the groups that are left, of
            // one block each.
            None => unsafe { item::rows(&[], &rest, self.block, to, from) },
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

/// The blocks of a group in the source.
struct Group {
    /// Bytes of a block.
    block: usize,
    /// How many blocks there are.
    members: usize,
    /// The distance from each block to the next one.
    step: isize,
    /// The distance from each group to the next one.
    stride: isize,
    /// Whether the blocks are so far from each other that each has a load of its own; else they
    /// share the loads.
    are_planes: bool,
}

impl Group {
    fn new(block: usize, inner: Option<CopyAxis>, stride: isize, lane: usize) -> Self {
        let (members, step) = inner.map_or((1, 0), |inner| (inner.len, inner.source));
        let group = Self {
            block,
            members,
            step,
            stride,
            are_planes: false,
        };
        let span = group.apart().unsigned_abs() + block;
        Self {
            are_planes: span > LOADS * lane,
            ..group
        }
    }

    /// The distance from the first block to the last one.
    fn apart(&self) -> isize {
        (self.members - 1).cast_signed() * self.step
    }

    /// The bytes from the first to the last one of this many groups, those of one plane if the
    /// blocks are planes.
    fn span(&self, groups: usize) -> usize {
        let one = if self.are_planes {
            self.block
        } else {
            self.apart().unsigned_abs() + self.block
        };
        one + (groups - 1) * self.stride.unsigned_abs()
    }

    /// The most groups that fit in a lane, and that the loads reach.
    fn most(&self, lane: usize) -> Option<usize> {
        let loaded = if self.are_planes { lane } else { LOADS * lane };
        (1..=lane / (self.members * self.block))
            .rev()
            .find(|&groups| self.span(groups) <= loaded)
    }
}

/// The loads of a lane.
struct Loads {
    /// The distance from the first byte of the lane's first group to the begin of the first load.
    base: isize,
    /// How far each load begins from the first one.
    begins: [isize; LOADS],
    /// How many loads there are.
    count: usize,
    /// How many bytes they load beyond the groups, in the row's direction.
    beyond: usize,
}

impl Loads {
    fn of(group: &Group, groups: usize, lane: usize) -> Self {
        let span = group.span(groups);
        let window = span.max(lane);
        let beyond = window - span;
        let mut base = 0;
        if group.stride < 0 {
            // A window that is wider than the span reaches on in the row's direction, so that it
            // may leave the row at its end only.
            base = (groups.cast_signed() - 1) * group.stride - beyond.cast_signed();
        }
        if group.are_planes {
            return Self {
                base,
                begins: core::array::from_fn(|k| k.cast_signed() * group.step),
                count: group.members,
                beyond,
            };
        }
        Self {
            base: base + group.apart().min(0),
            begins: core::array::from_fn(|k| (k * lane).min(window - lane).cast_signed()),
            count: span.div_ceil(lane),
            beyond,
        }
    }
}

/// Splits axes into the outer ones, the one inside a group if there is one, and the one from group
/// to group. `None` if the row is not contiguous in the target, repeats in the source, or has
/// blocks too long for a lane.
fn split(
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

#[cfg(test)]
mod tests;
