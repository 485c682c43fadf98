//! Short blocks into rows with gaps: a vector of the source is loaded, its bytes spread, and stored
//! by a mask.
//!
//! A *group* is what repeats along the row: one block, or a few that an inner axis brings together
//! (two of the four components of a pixel). A vector takes as many groups as fit. Its loads and
//! stores are masked: the bytes between the blocks, which may be another thread's or behind the end
//! of the memory, are neither read nor written.

use super::shuffle::{Shuffler, WIDEST};
use super::{LANE, NOTHING, low_byte};
use crate::plan::CopyAxis;
use crate::row::{Blocks, LINE};

/// The most bytes from one group to the next: groups further apart move as fast one by one.
const FAR: usize = 40;
/// A vector of fewer blocks costs more than it saves, because of its table.
pub(super) const SPARSE: usize = 4;

/// A vector of one lane, any bytes of which are loaded and stored.
pub(super) trait Masked: Shuffler {
    /// [`take`](Shuffler::take) from one window of which no byte is loaded but those of the mask
    /// `readable`, whose lowest bit is the first byte.
    ///
    /// # Safety
    ///
    /// The bytes of `readable` can be read; the table names no others.
    unsafe fn take_within(from: *const u8, table: Self::Table, readable: u64) -> Self;

    /// Stores the bytes in the mask `written`, whose lowest bit is the first byte, and no others.
    ///
    /// # Safety
    ///
    /// The bytes of `written` may be written.
    unsafe fn store_within(self, to: *mut u8, written: u64);
}

/// Moves rows of short blocks with gaps in the target.
///
/// # Safety
///
/// The machine has the instructions of V.
#[inline(always)]
pub(in crate::row) unsafe fn try_scatter<V: Masked>(blocks: &mut Blocks<'_>) -> bool {
    let Some(scatter) = Scatter::new(blocks) else {
        return false;
    };
    // SAFETY: `table` needs the vector's instructions: the condition of this function.
    let table = unsafe { V::table(&scatter.bytes) };
    for (to, from) in blocks.places(scatter.far) {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2
        // give, and the scatter's own table.
        unsafe { scatter.along::<V>(table, to, from) };
    }
    true
}

/// The plan of a copy by scattering, which all of its rows share.
struct Scatter<'p> {
    /// The axes outside of the row.
    far: &'p [CopyAxis],
    /// The axis from group to group.
    row: CopyAxis,
    /// The groups of a vector.
    groups: usize,
    /// The distance in bytes from the first byte of the first group to the begin of the load.
    base: isize,
    /// The source byte of each byte of the vector.
    bytes: [u8; WIDEST],
    readable: u64,
    written: u64,
}

impl<'p> Scatter<'p> {
    /// The scatter of a copy, by as many groups of a row as fit one vector and one load; `None` if
    /// it is impossible, or not worth it.
    fn new(blocks: &'p Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        if block >= LANE {
            return None;
        }
        let (far, group, row) = split(blocks.axes, block)?;
        let span = |step: isize| {
            (group.len - 1)
                .checked_mul(step.unsigned_abs())?
                .checked_add(block)
        };
        // One group reaches over `span` bytes: this many reach over a line.
        let fitting =
            |span: usize, step: isize| match (LINE.checked_sub(span)?, step.unsigned_abs()) {
                (_, 0) => Some(LINE),
                (left, step) => Some(left / step + 1),
            };
        let targets = fitting(span(group.target)?, row.target)?;
        let sources = fitting(span(group.source)?, row.source)?;
        let groups = row.len.min(targets).min(sources);
        // Masked stores of SPARSE blocks are as slow as moves of one block each.
        if groups < 2 || groups * group.len <= SPARSE {
            return None;
        }
        let lowest = |axis: CopyAxis, len: usize| (len - 1).cast_signed() * axis.source.min(0);
        let base = lowest(row, groups) + lowest(group, group.len);
        let mut scatter = Self {
            far,
            row,
            groups,
            base,
            bytes: [NOTHING; WIDEST],
            readable: 0,
            written: 0,
        };
        each_byte(CopyAxis { len: groups, ..row }, group, block, |to, from| {
            scatter.bytes[to] = low_byte(from - base);
            scatter.written |= 1 << to;
            scatter.readable |= 1 << (from - base);
        });
        Some(scatter)
    }

    /// Moves one row.
    ///
    /// # Safety
    ///
    /// Every index tuple of the row and its groups reaches a readable block at `from`, and at `to`
    /// a writable one that no other reaches and that is none of those. `table` is the one of
    /// `self`.
    #[inline(always)]
    unsafe fn along<V: Masked>(&self, table: V::Table, to: *mut u8, from: *const u8) {
        // Local copies: stores to `to` cannot alias them, so they stay in registers.
        let Self {
            row,
            groups,
            base,
            readable,
            written,
            ..
        } = *self;
        let step = |groups: usize, stride: isize| groups.cast_signed() * stride;
        let (last, first) = (row.len - groups, from.wrapping_offset(base));
        let (last_to, last_window) = (
            to.wrapping_offset(step(last, row.target)),
            first.wrapping_offset(step(last, row.source)),
        );
        // SAFETY: `take_within` needs the bytes of its mask to be readable: up to the row's last
        // groups they are of its blocks, and the table names these alone.
        let take = |window: *const u8| unsafe { V::take_within(window, table, readable) };
        // SAFETY: `store_within` needs the bytes of its mask to be writable: they are of the same
        // groups.
        let store = |bytes: V, to: *mut u8| unsafe { bytes.store_within(to, written) };
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

/// Splits axes into the outer ones, the one inside a group, and the one from group to group. `None`
/// if groups are too far from each other, or overlap.
pub(super) fn split(axes: &[CopyAxis], block: usize) -> Option<(&[CopyAxis], CopyAxis, CopyAxis)> {
    let (&inner, far) = axes.split_last()?;
    let steps = |axis: CopyAxis, from: usize| {
        axis.target > 0 && (from..=FAR).contains(&axis.target.unsigned_abs())
    };
    if !steps(inner, block) {
        return None;
    }
    if let Some((&row, far)) = far.split_last()
        && inner.len <= FAR
        && steps(row, (inner.len - 1) * inner.target.unsigned_abs() + block)
    {
        return Some((far, inner, row));
    }
    Some((far, CopyAxis::ONE, inner))
}

/// Calls `visit` with the target's and the source's place of every byte of `groups`, from those of
/// the first block.
#[inline(always)]
pub(super) fn each_byte(
    groups: CopyAxis,
    group: CopyAxis,
    block: usize,
    mut visit: impl FnMut(usize, isize),
) {
    for i in 0..groups.len {
        for j in 0..group.len {
            let to = i * groups.target.unsigned_abs() + j * group.target.unsigned_abs();
            let from = i.cast_signed() * groups.source + j.cast_signed() * group.source;
            for byte in 0..block {
                visit(to + byte, from + byte.cast_signed());
            }
        }
    }
}
