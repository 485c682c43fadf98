//! The rows of a shuffle, vector by vector.

use super::{LOADS, Shuffle, Shuffler, WIDEST};
use crate::plan::CopyAxis;
use crate::row::item;

/// Masks of the bytes that the last vector of a row loads and stores; the lowest bit is the first byte.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) readable: u64,
    pub(super) written: u64,
}

impl End {
    /// The masks for vectors of one lane that write `bytes` bytes. Their loads are `window` bytes in all, of which only
    /// `span` are needed.
    ///
    /// `None` if a vector before the last one could load bytes behind the next group, which may be behind the row; or
    /// if no mask is needed.
    pub(super) fn of(bytes: usize, span: usize, window: usize, stride: isize) -> Option<Self> {
        let beyond = window - span;
        let readable = match stride {
            _ if beyond == 0 => u64::MAX,
            ..0 => u64::MAX << beyond,
            _ => u64::MAX >> beyond,
        };
        let needed = beyond > 0 || bytes < WIDEST;
        let written = u64::MAX >> (WIDEST - bytes);
        (needed && beyond <= stride.unsigned_abs()).then_some(Self { readable, written })
    }
}

impl Shuffle<'_> {
    /// Moves the rows of one index tuple of `far`.
    ///
    /// # Safety
    ///
    /// Every index tuple of the other axes reaches a readable block at `from`, and at `to` a writable one that no
    /// other reaches and that is none of those. `self` was made for V's lanes, with K loads and these tables.
    #[inline(always)]
    pub(in super::super) unsafe fn along<V: Shuffler, const K: usize>(
        &self,
        tables: &[V::Table; LOADS],
        to: *mut u8,
        from: *const u8,
    ) {
        // Local copies, which the compiler knows to be changed by no store to `to`: they stay in registers.
        let (tables, loads, end, rows) = (*tables, self.loads, self.end, self.rows);
        let lane = (self.source(self.groups), self.groups * self.row.target.unsigned_abs());
        let vector = |to: *mut u8, window: *const u8| {
            // SAFETY: `take` needs windows inside the allocation, which those up to the row's `last` group are; and that the bytes
            // which the table names are readable: they are of the row's blocks.
            let mut bytes = unsafe { V::take(window.wrapping_offset(loads[0]), lane.0, tables[0]) };
            for k in 1..K {
                // SAFETY: `take` needs windows inside the allocation, which those up to the row's `last` group are; and that the bytes
                // which the table names are readable: they are of the row's blocks.
                let more = unsafe { V::take(window.wrapping_offset(loads[k]), lane.0, tables[k]) };
                // SAFETY: `and` needs bytes that are the same if two tables name one for a place: both name it where it is in the
                // source.
                bytes = unsafe { bytes.and(more, tables[k]) };
            }
            // SAFETY: `store` needs writable lanes: up to the row's `last` group they are inside the row. What they
            // write behind their groups is written again by the next vector or by `rest`.
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
                (t, window) = (t.wrapping_offset(target_step), window.wrapping_offset(source_step));
            }
            // The last vector may overlap the one before it: the same bytes are written again.
            let window = first.wrapping_offset(last_source);
            if V::ENDS
                && let Some(End { readable, written }) = end
            {
                // SAFETY: `take_within` needs the bytes of `readable` to be inside the allocation: they are the needed span of the row's
                // last groups; and that the bytes which the table names are readable: they are of those groups' blocks.
                let mut bytes =
                    unsafe { V::take_within(window.wrapping_offset(loads[0]), tables[0], readable) };
                for k in 1..K {
                    let window = window.wrapping_offset(loads[k]);
                    // SAFETY: `take_within` needs the bytes of `readable` to be inside the allocation, and those which the table names to
                    // be readable: the former are the needed span of the row's last groups, the latter are of their blocks.
                    let more = unsafe { V::take_within(window, tables[k], readable) };
                    // SAFETY: `and` needs bytes that are the same if two tables name one for a place: both name it where it is in the
                    // source.
                    bytes = unsafe { bytes.and(more, tables[k]) };
                }
                // SAFETY: `store_within` needs the bytes of `written` to be writable: they are the row's last groups.
                unsafe { bytes.store_within(last, written) };
            } else {
                vector(last, window);
                // SAFETY: `rest` needs the blocks of the row, which are the caller's.
                unsafe { self.rest(self.last + step, to, first.wrapping_offset(-self.base)) };
            }
            (to, first) = (to.wrapping_offset(rows.target), first.wrapping_offset(rows.source));
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
        let rest = CopyAxis { len: self.row.len - done, ..self.row };
        let (to, from) = (to.wrapping_offset(self.target(done)), from.wrapping_offset(self.source(done)));
        match self.inner {
            // SAFETY: `rows` needs the blocks of these axes: those of the groups that are left.
            Some(inner) => unsafe { item::rows(&[rest], &inner, self.block, to, from) },
            // SAFETY: `rows` needs the blocks of this axis: those of the groups that are left, of one block each.
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
