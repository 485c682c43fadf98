//! A table that names the source byte of each byte of a vector.

use crate::plan::CopyAxis;
use crate::row::LINE;
use crate::row::vector::{LANE, NOTHING};

/// Bytes that move as one from lane to lane.
pub(in super::super) const WORD: usize = size_of::<u32>();
/// Words of a lane.
const WORDS: usize = LANE / WORD;

/// How the bytes of a line are spread: first words from any lane to any lane, then the bytes of each lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in super::super) struct Table {
    /// For every byte, the position in its lane that it comes from, once the words are spread.
    pub(in super::super) bytes: [u8; LINE],
    /// For every word of every lane, the number of the source's word that it is.
    pub(in super::super) words: [u32; LINE / WORD],
}

/// Masks of the bytes that a vector loads and stores; the lowest bit is the first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineMasks {
    pub(super) readable: u64,
    pub(super) written: u64,
}

/// The groups of one vector.
pub(super) struct Pattern {
    pub(super) groups: usize,
    /// The distance in bytes from the first byte of the first group to the begin of the load.
    pub(super) base: isize,
    pub(super) table: Table,
    pub(super) masks: LineMasks,
}

impl Pattern {
    /// The pattern of as many groups of a row as fit one vector and one load; `None` if those are less than 2.
    pub(super) fn new(group: CopyAxis, row: CopyAxis, block: usize) -> Option<Self> {
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
        let (mut masks, mut known) = (LineMasks { readable: 0, written: 0 }, [0; LINE / LANE]);
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
