//! Short blocks into rows with gaps: a vector of the source is loaded, its bytes spread, and stored by a mask.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together (two of the four
//! components of a pixel). A vector takes as many groups as fit. Its loads and stores are masked: the bytes between
//! the blocks, which may be another thread's or behind the end of the memory, are neither read nor written.

use super::{LANE, Masks, NOTHING};
use crate::plan::CopyAxis;
use crate::row::{Blocks, LINE};

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
    /// The groups of a vector.
    pub(super) pattern: Pattern,
}

impl<'p> Scatter<'p> {
    /// The scatter of a copy; `None` if it is impossible, or not worth it.
    pub(super) fn new(blocks: &'p Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if block >= LANE {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block)?;
        let pattern = Pattern::new(group, row, block)?;
        // Masked stores of SPARSE blocks are as slow as moves of one block each.
        (pattern.groups * group.len > SPARSE).then_some(Self { far, row, pattern })
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
        let (row, Pattern { groups, base, masks, .. }) = (self.row, self.pattern);
        let step = |groups: usize, stride: isize| groups.cast_signed() * stride;
        let (last, first) = (row.len - groups, from.wrapping_offset(base));
        let (last_to, last_window) =
            (to.wrapping_offset(step(last, row.target)), first.wrapping_offset(step(last, row.source)));
        // SAFETY: `take` needs the bytes of its mask to be readable: up to the row's last groups they are of its blocks.
        let take = |window: *const u8| unsafe { V::take(window, table, masks.readable) };
        // SAFETY: `store` needs the bytes of its mask to be writable: they are of the same groups.
        let store = |bytes: V, to: *mut u8| unsafe { bytes.store(to, masks.written) };
        let (target, source) = (step(groups, row.target), step(groups, row.source));
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

/// Bytes that move as one from lane to lane.
pub(super) const WORD: usize = size_of::<u32>();
/// Words of a lane.
const WORDS: usize = LANE / WORD;

/// How the bytes of a line are spread: first words from any lane to any lane, then the bytes of each lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Table {
    /// For every byte, the position in its lane that it comes from, once the words are spread.
    pub(super) bytes: [u8; LINE],
    /// For every word of every lane, the number of the source's word that it is.
    pub(super) words: [u32; LINE / WORD],
}

/// The groups of one vector.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    groups: usize,
    /// The distance in bytes from the first byte of the first group to the begin of the load.
    base: isize,
    /// The source byte of each byte of the vector.
    pub(super) table: Table,
    masks: Masks,
}

impl Pattern {
    /// The pattern of as many groups of a row as fit one vector and one load; `None` if those are less than 2.
    fn new(group: CopyAxis, row: CopyAxis, block: usize) -> Option<Self> {
        let span = |step: isize| (group.len - 1).checked_mul(step.unsigned_abs())?.checked_add(block);
        // One group reaches over `span` bytes: this many reach over a line.
        let fitting = |span: usize, step: isize| match (LINE.checked_sub(span)?, step.unsigned_abs()) {
            (_, 0) => Some(LINE),
            (left, step) => Some(left / step + 1),
        };
        let targets = fitting(span(group.target)?, row.target)?;
        let sources = fitting(span(group.source)?, row.source)?;
        let mut groups = row.len.min(targets).min(sources);
        while groups > 1 {
            if let Some(pattern) = Self::of(group, row, block, groups) {
                return Some(pattern);
            }
            groups -= groups.div_ceil(4);
        }
        None
    }

    /// The pattern of this many groups, which fit one vector and one load; `None` if a lane needs more words than it
    /// has.
    fn of(group: CopyAxis, row: CopyAxis, block: usize, groups: usize) -> Option<Self> {
        let lowest = |axis: CopyAxis, len: usize| (len - 1).cast_signed() * axis.source.min(0);
        let base = lowest(row, groups) + lowest(group, group.len);
        let mut table = Table { bytes: [NOTHING; LINE], words: [0; LINE / WORD] };
        let (mut masks, mut known) = (Masks { readable: 0, written: 0 }, [0; LINE / LANE]);
        for i in 0..groups {
            for j in 0..group.len {
                let to = i * row.target.unsigned_abs() + j * group.target.unsigned_abs();
                let from = i.cast_signed() * row.source + j.cast_signed() * group.source - base;
                for (to, from) in (to..to + block).zip(from.cast_unsigned()..) {
                    let lane = to / LANE;
                    let slot = word(&mut table.words, &mut known, lane, from / WORD)?;
                    table.bytes[to] = slot + low_bits(from);
                    masks.written |= 1 << to;
                    masks.readable |= 1 << from;
                }
            }
        }
        Some(Self { groups, base, table, masks })
    }
}

/// The place of a word of the source in a lane, in bytes from the lane's begin; `None` if other words fill the lane.
fn word(
    words: &mut [u32; LINE / WORD],
    known: &mut [usize; LINE / LANE],
    lane: usize,
    word: usize,
) -> Option<u8> {
    const SLOTS: [u8; WORDS] = [0, 4, 8, 12];
    let (word, words) = (u32::try_from(word).ok()?, &mut words[lane * WORDS..][..WORDS]);
    let known = &mut known[lane];
    if let Some(slot) = words[..*known].iter().position(|known| *known == word) {
        return Some(SLOTS[slot]);
    }
    let slot = *SLOTS.get(*known)?;
    words[*known] = word;
    *known += 1;
    Some(slot)
}

/// The position of a byte in its word.
#[expect(clippy::cast_possible_truncation, reason = "a remainder below 4")]
const fn low_bits(at: usize) -> u8 {
    (at % WORD) as u8
}
