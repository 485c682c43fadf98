//! The offsets of a layout in row-major order, from both ends.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Layout;

/// The offset of every index tuple, each once, in row-major order. Axes that are contiguous with each other are joined.
///
/// Rows and planes step by an addition, the axes outside of them by their position.
pub(crate) type Offsets = Level<Level<Planes>>;

/// A joined axis.
#[derive(Clone, Copy, Debug)]
struct Axis {
    len: usize,
    stride: isize,
}

/// Offsets at one distance from each other: `left` of them, from `first` on.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: isize,
    left: usize,
}

/// An axis inside others: a run of offsets for each offset of the others. The runs at both ends may have been begun.
#[derive(Clone, Debug)]
pub(crate) struct Level<O> {
    front: Run,
    back: Run,
    axis: Axis,
    outer: O,
}

/// The offsets of the outermost axes, by position.
///
/// They are handed to functions that are not inlined by value only: a loop keeps the fields of an iterator in registers as long
/// as no reference to it leaves the loop.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    next: usize,
    end: usize,
    /// The innermost of them first.
    near: [Axis; 2],
    far: Box<[Axis]>,
}

/// Offsets that are taken from both ends.
pub(crate) trait Ends {
    /// How many are left.
    fn left(&self) -> usize;
    fn next(&mut self) -> Option<isize>;
    fn next_back(&mut self) -> Option<isize>;
    /// The offset after `n` others, which are left out.
    fn nth(&mut self, n: usize) -> Option<isize>;
    /// The offset before the last `n`, which are left out.
    fn nth_back(&mut self, n: usize) -> Option<isize>;
}

impl Offsets {
    pub(crate) fn new(layout: &impl Layout) -> Self {
        const ONE: Axis = Axis { len: 1, stride: 0 };
        let (mut near, mut count, mut far) = ([ONE; 4], 0, Vec::new());
        for (&len, &stride) in layout.shape().iter().zip(layout.strides()).rev().filter(|(len, _)| **len != 1)
        {
            let last = if far.is_empty() { near[..count].last_mut() } else { far.last_mut() };
            match last {
                Some(last) if stride == last.stride.wrapping_mul(last.len.cast_signed()) => {
                    last.len = last.len.wrapping_mul(len);
                }
                _ => match near.get_mut(count) {
                    Some(axis) => (*axis, count) = (Axis { len, stride }, count + 1),
                    None => far.push(Axis { len, stride }),
                },
            }
        }
        let [row, plane, inner, outer] = near;
        let planes = near[2..].iter().chain(&far).fold(1, |count: usize, axis| count.wrapping_mul(axis.len));
        let empty = layout.shape().contains(&0);
        let end = if empty { 0 } else { planes };
        let planes = Planes { next: end.min(1), end, near: [inner, outer], far: far.into_boxed_slice() };
        // The first plane is begun, and its first row.
        let rows =
            Level::begun(Run { first: plane.stride, left: plane.len.saturating_sub(1) }, plane, planes);
        let mut offsets = Level::begun(Run { first: 0, left: row.len }, row, rows);
        if empty {
            (offsets.front.left, offsets.outer.front.left) = (0, 0);
        }
        offsets
    }

    /// The distance between neighbours of a row.
    #[inline(always)]
    pub(crate) fn stride(&self) -> isize {
        self.axis.stride
    }

    /// Visits the rows that are left, each by the offset of its first element and its length.
    #[inline(always)]
    pub(crate) fn fold_rows<A>(mut self, mut state: A, mut visit: impl FnMut(A, isize, usize) -> A) -> A {
        while self.front.left > 0 || self.refill() {
            state = visit(state, self.front.first, self.front.left);
            self.front.left = 0;
        }
        state
    }

    /// Visits the rows that are left from the last to the first, each by the offset of its first element and its length.
    #[inline(always)]
    pub(crate) fn rfold_rows<A>(mut self, mut state: A, mut visit: impl FnMut(A, isize, usize) -> A) -> A {
        while self.back.left > 0 || self.refill_back() {
            state = visit(state, self.back.first, self.back.left);
            self.back.left = 0;
        }
        state
    }
}

impl<O: Ends> Level<O> {
    /// The offsets of an axis whose run at the front was begun.
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

    fn nth(&mut self, n: usize) -> Option<isize> {
        let mut n = n;
        if n >= self.front.left {
            n -= self.front.left;
            self.front.left = 0;
            // Whole runs. An axis without positions is in an empty array, which has no run.
            if let Some(runs) = n.checked_div(self.axis.len).filter(|&runs| runs < self.outer.left()) {
                n -= runs * self.axis.len;
                let first = self.outer.nth(runs)?;
                self.front = Run { first, left: self.axis.len };
            } else {
                n -= self.outer.left() * self.axis.len;
                self.outer.nth(usize::MAX);
                self.front = core::mem::replace(&mut self.back, Run { first: 0, left: 0 });
            }
        }
        let skipped = n.min(self.front.left);
        self.front = Run { first: self.after(self.front.first, skipped), left: self.front.left - skipped };
        self.next()
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

impl Ends for Planes {
    #[inline(always)]
    fn left(&self) -> usize {
        self.end - self.next
    }

    #[inline(always)]
    fn next(&mut self) -> Option<isize> {
        if self.next == self.end {
            return None;
        }
        let at = self.next;
        self.next += 1;
        Some(offset(at, self.near, &self.far))
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<isize> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(offset(self.end, self.near, &self.far))
    }

    fn nth(&mut self, n: usize) -> Option<isize> {
        self.next += n.min(self.left());
        self.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<isize> {
        self.end -= n.min(self.left());
        self.next_back()
    }
}

/// The offset at a position among the index tuples of some axes, the innermost first.
#[inline(never)]
fn offset(mut at: usize, near: [Axis; 2], far: &[Axis]) -> isize {
    let mut offset: isize = 0;
    for axis in near.iter().chain(far) {
        let position = if at < axis.len { at } else { at % axis.len };
        offset = offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()));
        if at < axis.len {
            break;
        }
        at /= axis.len;
    }
    offset
}
