//! The rows of a plan, vector by vector.

use super::edges::End;
use super::{LOADS, Plan, Vector};
use crate::copy::plan::Axis;
use crate::copy::row::item;

impl Plan<'_> {
    /// # Safety
    ///
    /// As for [`run`](crate::copy::row::run), for the rows of one index tuple of `far`. The plan was made for V's lanes, K is its count and
    /// the tables are its own; the machine has V's instructions.
    #[inline(always)]
    pub(in crate::copy::row) unsafe fn along<V: Vector, const K: usize>(
        &self,
        tables: &[V::Table; LOADS],
        to: *mut u8,
        from: *const u8,
    ) {
        // Copies, which no store of bytes can change: they stay in registers, and what is the same in all rows is made once.
        let (tables, loads, lines, end, rows) = (*tables, self.loads, self.lines, self.end, self.rows);
        let lane = (self.source(self.groups), self.groups * self.row.target.unsigned_abs());
        let vector = |to: *mut u8, window: *const u8| {
            // SAFETY: the plan's last start keeps every window inside the row, and the table names bytes of its blocks; the machine
            // has the instructions.
            let load = |k: usize| unsafe { V::take(window.wrapping_offset(loads[k]), lane.0, tables[k]) };
            // SAFETY: the machine has the instructions.
            let bytes = unsafe { joined::<V, K>(load) };
            // SAFETY: the plan's last start keeps every store inside the row; bytes past its groups are written again later.
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
            if V::ENDS
                && let Some(End { readable, written }) = end
            {
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
    /// As for [`run`](crate::copy::row::run), for that row.
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
