//! The offsets of a layout in row-major order, from both ends.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Layout;
use super::planes::{Axis, Ends, ONE, Planes};

/// The offset of every index tuple, each once, in row-major order. Axes that are contiguous with each other are joined.
///
/// Rows and planes step by an addition, the axes outside of them by their position.
pub(crate) type Offsets = Level<Level<Planes>>;

/// So many runs are skipped one by one.
const FEW_RUNS: usize = 8;

/// Offsets at one distance from each other: `left` of them, from `first` on.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: isize,
    left: usize,
}

/// Rows that are left of a plane.
pub(crate) struct OnePlane {
    /// The first offset of the first row, and how many are left there.
    pub(crate) first: isize,
    pub(crate) len: usize,
    /// The first offset of the second row, how many rows there are from there on, and their distance and length.
    pub(crate) next: isize,
    pub(crate) others: usize,
    pub(crate) down: isize,
    pub(crate) whole: usize,
}

/// An axis inside others: a run of offsets for each offset of the others. The runs at both ends may have been begun.
#[derive(Clone, Debug)]
pub(crate) struct Level<O> {
    front: Run,
    back: Run,
    axis: Axis,
    outer: O,
}

impl Offsets {
    /// One or two axes are handled where it is called: small arrays are made and walked often.
    #[inline]
    pub(crate) fn new(layout: &impl Layout) -> Self {
        let axis = |(len, stride): (&usize, &isize)| Axis { len: *len, stride: *stride };
        match (layout.shape(), layout.strides()) {
            ([len], [stride]) => Self::of_rows(ONE, axis((len, stride))),
            ([rows, len], [down, right]) => {
                let (plane, row) = (axis((rows, down)), axis((len, right)));
                match row.around(plane) {
                    Some(row) => Self::of_rows(ONE, row),
                    None => Self::of_rows(plane, row),
                }
            }
            (shape, strides) => Self::joined(shape, strides),
        }
    }

    #[inline(never)]
    fn joined(shape: &[usize], strides: &[isize]) -> Self {
        let (mut near, mut count, mut far) = ([ONE; 4], 0, Vec::new());
        for (&len, &stride) in shape.iter().zip(strides).rev().filter(|(len, _)| **len != 1) {
            let axis = Axis { len, stride };
            let last = if far.is_empty() { near[..count].last_mut() } else { far.last_mut() };
            if let Some(last) = last
                && let Some(joined) = last.around(axis)
            {
                *last = joined;
                continue;
            }
            match near.get_mut(count) {
                Some(place) => (*place, count) = (axis, count + 1),
                None => far.push(axis),
            }
        }
        let [row, plane, inner, outer] = near;
        let planes = near[2..].iter().chain(&far).fold(1, |count: usize, axis| count.wrapping_mul(axis.len));
        let mut offsets = Self::of_rows(plane, row);
        if shape.contains(&0) {
            (offsets.front.left, offsets.outer.front.left) = (0, 0);
        } else {
            let planes = Planes { next: 1, end: planes, near: [inner, outer], far: far.into_boxed_slice() };
            offsets.outer.outer = planes;
        }
        offsets
    }

    /// The offsets of two axes. The first row is begun.
    #[inline(always)]
    fn of_rows(plane: Axis, row: Axis) -> Self {
        let planes = Planes { next: 0, end: 0, near: [ONE; 2], far: Box::default() };
        let rows = if row.len == 0 { 0 } else { plane.len };
        let first = Run { first: 0, left: if plane.len == 0 { 0 } else { row.len } };
        let others = Run { first: plane.stride, left: rows.saturating_sub(1) };
        Level::begun(first, row, Level::begun(others, plane, planes))
    }

    /// The distance between neighbours of a row.
    #[inline(always)]
    pub(crate) fn stride(&self) -> isize {
        self.axis.stride
    }

    /// Whether the loop over a row costs more than its elements.
    #[inline(always)]
    pub(crate) fn rows_are_short(&self) -> bool {
        self.axis.len < 8
    }

    /// The rows that are left, if they are one row, or all in one plane and none was begun at its end.
    #[inline(always)]
    pub(crate) fn one_plane(&self) -> Option<OnePlane> {
        let rows = &self.outer;
        let is_one = rows.outer.left() == 0 && rows.back.left == 0 && self.back.left == 0;
        is_one.then_some(OnePlane {
            first: self.front.first,
            len: self.front.left,
            next: rows.front.first,
            others: rows.front.left,
            down: rows.axis.stride,
            whole: self.axis.len,
        })
    }

    /// What is left of a row, which is then taken: the first offset, and how many there are.
    #[inline(always)]
    pub(crate) fn take_row(&mut self) -> Option<(isize, usize)> {
        if self.front.left == 0 && !self.refill() {
            return None;
        }
        Some((self.front.first, core::mem::take(&mut self.front.left)))
    }

    /// Puts the last `left` offsets of a row of `len` back.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, first: isize, len: usize, left: usize) {
        self.front = Run { first: self.after(first, len - left), left };
    }

    /// Visits the offsets that are left.
    #[inline(always)]
    pub(crate) fn fold_each<A>(self, mut state: A, mut visit: impl FnMut(A, isize) -> A) -> A {
        let mut offsets = self.in_registers();
        while let Some(offset) = offsets.next() {
            state = visit(state, offset);
        }
        state
    }

    /// Copies the offsets field by field: an argument that came by reference would stay in memory.
    #[inline(always)]
    pub(crate) fn in_registers(self) -> Self {
        let Self { front, back, axis, outer: rows } = self;
        let Planes { next, end, near, far } = rows.outer;
        let planes = Planes { next, end, near, far };
        Self {
            front,
            back,
            axis,
            outer: Level { front: rows.front, back: rows.back, axis: rows.axis, outer: planes },
        }
    }

    /// Visits the rows that are left, each by the offset of its first element and its length.
    #[inline(always)]
    pub(crate) fn fold_rows<A>(self, mut state: A, mut visit: impl FnMut(A, isize, usize) -> A) -> A {
        let mut offsets = self.in_registers();
        while offsets.front.left > 0 || offsets.refill() {
            state = visit(state, offsets.front.first, offsets.front.left);
            offsets.front.left = 0;
        }
        state
    }

    /// Visits the rows that are left from the last to the first, each by the offset of its first element and its length.
    #[inline(always)]
    pub(crate) fn rfold_rows<A>(self, mut state: A, mut visit: impl FnMut(A, isize, usize) -> A) -> A {
        let mut offsets = self.in_registers();
        while offsets.back.left > 0 || offsets.refill_back() {
            state = visit(state, offsets.back.first, offsets.back.left);
            offsets.back.left = 0;
        }
        state
    }
}

impl<O: Ends> Level<O> {
    /// The offsets of an axis whose run at the front was begun.
    #[inline(always)]
    fn begun(front: Run, axis: Axis, outer: O) -> Self {
        Self { front, back: Run { first: 0, left: 0 }, axis, outer }
    }

    /// Begins the run after the one at the front, which is finished; `false` after the last.
    #[inline(always)]
    fn refill(&mut self) -> bool {
        match self.outer.next() {
            Some(first) => self.front = Run { first, left: self.axis.len },
            None => self.front = core::mem::replace(&mut self.back, Run { first: 0, left: 0 }),
        }
        self.front.left > 0
    }

    /// Begins the run before the one at the back, which is finished; `false` before the first.
    #[inline(always)]
    fn refill_back(&mut self) -> bool {
        match self.outer.next_back() {
            Some(first) => self.back = Run { first, left: self.axis.len },
            None => self.back = core::mem::replace(&mut self.front, Run { first: 0, left: 0 }),
        }
        self.back.left > 0
    }

    /// The offset `n` positions after another on this axis. One that is never used may leave the range of isize.
    #[inline(always)]
    fn after(&self, first: isize, n: usize) -> isize {
        first.wrapping_add(self.axis.stride.wrapping_mul(n.cast_signed()))
    }

    /// Skips whole runs, and returns how many of `n` offsets are left to be skipped of the run at the front.
    #[inline(never)]
    fn skip_runs(&mut self, n: usize) -> usize {
        let mut n = n - self.front.left;
        self.front.left = 0;
        // An axis without positions is in an empty array, which has no run.
        let runs = n.checked_div(self.axis.len).filter(|&runs| runs < self.outer.left());
        if let Some(runs) = runs
            && let Some(first) = self.outer.nth(runs)
        {
            n -= runs * self.axis.len;
            self.front = Run { first, left: self.axis.len };
        } else {
            n -= self.outer.left() * self.axis.len;
            self.outer.nth(usize::MAX);
            self.front = core::mem::replace(&mut self.back, Run { first: 0, left: 0 });
        }
        n
    }
}

impl<O: Ends> Ends for Level<O> {
    #[inline]
    fn left(&self) -> usize {
        self.front.left + self.outer.left() * self.axis.len + self.back.left
    }

    #[inline(always)]
    fn next(&mut self) -> Option<isize> {
        if self.front.left == 0 && !self.refill() {
            return None;
        }
        let offset = self.front.first;
        self.front = Run { first: self.after(offset, 1), left: self.front.left - 1 };
        Some(offset)
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<isize> {
        if self.back.left == 0 && !self.refill_back() {
            return None;
        }
        self.back.left -= 1;
        Some(self.after(self.back.first, self.back.left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<isize> {
        let mut n = n;
        while n >= self.front.left {
            if n / FEW_RUNS >= self.axis.len && self.outer.left() > 0 {
                n = self.skip_runs(n);
                continue;
            }
            n -= core::mem::take(&mut self.front.left);
            if !self.refill() {
                return None;
            }
        }
        let offset = self.after(self.front.first, n);
        self.front = Run { first: self.after(offset, 1), left: self.front.left - n - 1 };
        Some(offset)
    }

    fn nth_back(&mut self, n: usize) -> Option<isize> {
        let mut n = n;
        if n >= self.back.left {
            n -= self.back.left;
            self.back.left = 0;
            if let Some(runs) = n.checked_div(self.axis.len).filter(|&runs| runs < self.outer.left()) {
                n -= runs * self.axis.len;
                let first = self.outer.nth_back(runs)?;
                self.back = Run { first, left: self.axis.len };
            } else {
                n -= self.outer.left() * self.axis.len;
                self.outer.nth_back(usize::MAX);
                self.back = core::mem::replace(&mut self.front, Run { first: 0, left: 0 });
            }
        }
        self.back.left -= n.min(self.back.left);
        self.next_back()
    }
}
