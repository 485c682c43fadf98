//! Short blocks into rows with gaps, without stores under a mask: a vector of the target is loaded, the blocks are put in their
//! places, and all of it is stored.
//!
//! This writes the bytes between the blocks too, with what they were. So it is for targets whose gaps nobody else reaches, from
//! the first block of a row to its last one, and for sources without gaps. Groups are those of [`scatter`](super::scatter).

use core::mem::MaybeUninit;

use super::scatter::split;
use crate::copy::plan::Axis;
use crate::copy::row::{Blocks, item};

/// Bytes of a vector of the target.
pub(super) const VECTOR: usize = 32;
/// Bytes that are loaded for each half of it.
const LANE: usize = VECTOR / 2;
/// A position that names no byte.
const NOTHING: u8 = 0x80;
/// Blocks of a vector that move as fast one by one.
const SPARSE: usize = 3;
/// Fewer blocks are moved before a table for them is made.
const FEW: usize = 512;

/// A place in what is loaded for a half.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below LANE")]
const fn low_byte(place: isize) -> u8 {
    place as u8
}

/// Where the bytes of a vector come from.
#[derive(Clone)]
#[repr(align(32))]
pub(super) struct Table {
    /// For every byte, which one of those loaded for its half it is.
    pub(super) bytes: [u8; VECTOR],
    /// For every byte, all bits if it is one of a block.
    pub(super) written: [u8; VECTOR],
}

/// A vector of the target.
pub(super) trait Blender: Copy {
    /// A [`Table`] in registers.
    type Ready: Copy;

    /// Makes a table ready.
    ///
    /// # Safety
    ///
    /// The machine has the vector's instructions, here and below.
    unsafe fn ready(table: &Table) -> Self::Ready;

    /// Spreads the bytes that are loaded for each half.
    ///
    /// # Safety
    ///
    /// LANE bytes can be read at each pointer.
    unsafe fn take(halves: [*const u8; 2], table: Self::Ready) -> Self;

    /// The bytes of a vector.
    fn of(bytes: &[MaybeUninit<u8>; VECTOR]) -> Self;

    /// Writes the bytes of blocks; the others are written back.
    ///
    /// # Safety
    ///
    /// VECTOR bytes can be read and written at `to`.
    unsafe fn blend(self, to: *mut u8, table: Self::Ready);
}

/// A copy by blending: what is the same for all of its rows.
pub(super) struct Blend<'p> {
    /// The axes outside of the row.
    pub(super) far: &'p [Axis],
    /// The axis inside a group.
    group: Axis,
    /// The axis from group to group.
    row: Axis,
    block: usize,
    /// Groups of a vector.
    groups: usize,
    pub(super) table: Table,
    /// Where the loads of a vector begin, from the first byte of its first group.
    windows: [isize; 2],
    /// The first group behind the last one that a vector may begin with.
    end: usize,
}

impl<'p> Blend<'p> {
    /// The plan of a copy; `None` if it is impossible, or not worth it.
    pub(super) fn new(blocks: &'p Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if !blocks.owns_gaps() || block >= LANE || blocks.bytes() < FEW * block {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block)?;
        let spread = |axis: Axis| (axis.len - 1).cast_signed() * axis.target;
        let span = spread(group).unsigned_abs() + block;
        let groups = VECTOR.checked_sub(span)? / row.target.unsigned_abs() + 1;
        // A vector that begins in the one before would wait until that is stored.
        let apart = groups * row.target.unsigned_abs() >= VECTOR;
        if !apart || groups * group.len <= SPARSE || groups > row.len {
            return None;
        }
        let mut blend = Self {
            far,
            group,
            row,
            block,
            groups,
            table: Table { bytes: [NOTHING; VECTOR], written: [0; VECTOR] },
            windows: [0; 2],
            end: 0,
        };
        blend.place()?;
        // A vector ends before the row does.
        let mut last = (spread(row).unsigned_abs() + span).checked_sub(VECTOR)? / row.target.unsigned_abs();
        last = last.min(row.len - groups);
        if row.source != 0 {
            last = last.min(blend.last_loaded()?);
        }
        blend.end = last + 1;
        Some(blend)
    }

    /// Fills the table, and puts the loads where the bytes of each half are; `None` if those are too far from each other.
    fn place(&mut self) -> Option<()> {
        let (mut lowest, mut highest) = ([isize::MAX; 2], [isize::MIN; 2]);
        self.each_byte(|to, from| {
            let half = to / LANE;
            (lowest[half], highest[half]) = (lowest[half].min(from), highest[half].max(from));
        });
        for half in 0..2 {
            // A half without bytes has nothing to load.
            if highest[half].checked_sub(lowest[half])? >= LANE.cast_signed() {
                return None;
            }
            // What is loaded beyond the bytes of the half is of groups that come later.
            let first =
                if self.row.source < 0 { highest[half] + 1 - LANE.cast_signed() } else { lowest[half] };
            self.windows[half] = first;
        }
        let (windows, mut table) = (self.windows, self.table.clone());
        self.each_byte(|to, from| {
            table.bytes[to] = low_byte(from - windows[to / LANE]);
            table.written[to] = u8::MAX;
        });
        self.table = table;
        Some(())
    }

    /// Calls `visit` for each byte of a vector that is one of a block, with its place and where it comes from, from the first byte of the
    /// first group.
    #[inline(always)]
    fn each_byte(&self, mut visit: impl FnMut(usize, isize)) {
        for i in 0..self.groups {
            for j in 0..self.group.len {
                let to = i * self.row.target.unsigned_abs() + j * self.group.target.unsigned_abs();
                let from = i.cast_signed() * self.row.source + j.cast_signed() * self.group.source;
                for byte in 0..self.block {
                    visit(to + byte, from + byte.cast_signed());
                }
            }
        }
    }

    /// The last group with which a vector may begin so that its loads stay among the source's blocks; `None` if there is none, or
    /// the source has gaps.
    fn last_loaded(&self) -> Option<usize> {
        let reach = |axis: Axis| (axis.len - 1).cast_signed() * axis.source;
        let (group, row) = (reach(self.group), reach(self.row));
        let (lowest, highest) =
            (group.min(0) + row.min(0), group.max(0) + row.max(0) + self.block.cast_signed());
        let dense = (highest - lowest).unsigned_abs() == self.row.len * self.group.len * self.block;
        let inside =
            self.windows.iter().all(|&window| window >= lowest && window + LANE.cast_signed() <= highest);
        let room = if self.row.source > 0 {
            self.windows.iter().map(|window| highest - LANE.cast_signed() - window).min()?
        } else {
            self.windows.iter().map(|window| window - lowest).min()?
        };
        (dense && inside).then(|| room.unsigned_abs() / self.row.source.unsigned_abs())
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to` a writable one that no other
    /// reaches and that is none of those. What is between the latter can be read and written, and nobody else reaches it.
    /// `table` is the one of `self`, made ready for V. The machine has V's instructions.
    #[inline(always)]
    pub(super) unsafe fn along<V: Blender>(&self, table: V::Ready, to: *mut u8, from: *const u8) {
        // Local copies, which the compiler knows to be changed by no store to `to`: they stay in registers.
        let ([low, high], end, groups) = (self.windows, self.end, self.groups);
        let step = |stride: isize| groups.cast_signed() * stride;
        let (target, source) = (step(self.row.target), step(self.row.source));
        let (mut t, mut s, mut done) = (to, from, 0);
        if source == 0 {
            // SAFETY: `repeated` needs the blocks of a vector: those of the first groups.
            let bytes = V::of(&unsafe { self.repeated(from) });
            while done < end {
                // SAFETY: `blend` needs VECTOR bytes, which are of the row's blocks and of what is between them, as the vector
                // ends before the row does; and V's instructions.
                unsafe { bytes.blend(t, table) };
                (t, done) = (t.wrapping_offset(target), done + groups);
            }
        }
        while done < end {
            // SAFETY: `take` needs LANE bytes at both pointers: `last_loaded` has found all of them to be of the source's blocks.
            let bytes = unsafe { V::take([s.wrapping_offset(low), s.wrapping_offset(high)], table) };
            // SAFETY: as above.
            unsafe { bytes.blend(t, table) };
            (t, s, done) = (t.wrapping_offset(target), s.wrapping_offset(source), done + groups);
        }
        let left = Axis { len: self.row.len.saturating_sub(done), ..self.row };
        // SAFETY: `rows` needs the blocks of the groups from `done` on: they are the row's.
        unsafe { item::rows(&[left], &self.group, self.block, t, s) };
    }

    /// The blocks of a vector in their places, if every group of the source is the first one.
    ///
    /// # Safety
    ///
    /// The blocks of a group can be read at `from`.
    unsafe fn repeated(&self, from: *const u8) -> [MaybeUninit<u8>; VECTOR] {
        let mut vector = [MaybeUninit::uninit(); VECTOR];
        self.each_byte(|to, at| {
            // SAFETY: `read` needs a readable byte: one of a block of the group.
            vector[to] = unsafe { from.wrapping_offset(at).cast::<MaybeUninit<u8>>().read() };
        });
        vector
    }
}
