//! What is selected on one axis of a known length.

use core::ops::Range;

use super::Int;

/// The positions that are selected on one axis: `count` of them from `first` on, `step` apart, all inside the axis.
///
/// A step is never 0. One position has step 1; none has first 0 and step 1: so two are equal if they select the same positions in
/// the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progression {
    first: usize,
    count: usize,
    step: isize,
}

impl Progression {
    /// No position.
    #[doc(hidden)]
    pub const NONE: Self = Self { first: 0, count: 0, step: 1 };
    /// The first position alone.
    #[doc(hidden)]
    pub const ONE: Self = Self { first: 0, count: 1, step: 1 };

    /// All positions of an axis.
    pub(crate) const fn whole(len: usize) -> Self {
        Self { first: 0, count: len, step: 1 }
    }

    /// What Python's arithmetic selects on an axis. Without a position, `first` may be any number, and with one position `step`.
    #[inline(always)]
    pub(crate) const fn new(first: Int, count: usize, step: Int) -> Self {
        // A position is below the length of its axis, which is an `isize`; the distance of two positions is, too.
        Self::part_of(first as usize, count, step as isize)
    }

    /// Works like [`new`](Self::new), but counts positions from another place of the axis.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn part_of(first: usize, count: usize, step: isize) -> Self {
        match count {
            0 => Self::NONE,
            1 => Self { first, count, step: 1 },
            _ => Self { first, count, step },
        }
    }

    /// The first position; 0 if there is none.
    #[must_use]
    pub const fn first(self) -> usize {
        self.first
    }

    /// The number of positions.
    #[must_use]
    pub const fn count(self) -> usize {
        self.count
    }

    /// From one position to the next: negative if the axis is walked backwards.
    #[must_use]
    pub const fn step(self) -> isize {
        self.step
    }

    /// Position number `k`; `None` if there are at most `k` positions.
    #[must_use]
    pub const fn get(self, k: usize) -> Option<usize> {
        if k < self.count { Some(self.at(k)) } else { None }
    }

    /// The last position; `None` if there is none.
    #[must_use]
    pub const fn last(self) -> Option<usize> {
        if self.count == 0 { None } else { Some(self.at(self.count - 1)) }
    }

    /// The number of a position, counted from 0; `None` if it is not selected.
    #[must_use]
    pub const fn find(self, position: usize) -> Option<usize> {
        if self.count == 0 || position > isize::MAX.unsigned_abs() {
            return None;
        }
        let distance = position.cast_signed() - self.first.cast_signed();
        if distance % self.step != 0 {
            return None;
        }
        // A distance has at most the size of isize::MAX, so the division does not overflow.
        let k = distance / self.step;
        if k >= 0 && k.cast_unsigned() < self.count { Some(k.cast_unsigned()) } else { None }
    }

    /// Whether all positions of an axis of length `len` are selected, in order.
    #[must_use]
    pub const fn is_whole(self, len: usize) -> bool {
        self.first == 0 && self.count == len && self.step == 1
    }

    /// All positions from the lowest to the highest, as a range; `0..0` if there is none.
    #[must_use]
    pub const fn hull(self) -> Range<usize> {
        match self.last() {
            Some(last) if self.step < 0 => last..self.first + 1,
            Some(last) => self.first..last + 1,
            None => 0..0,
        }
    }

    /// Position number `k`, which is below the count.
    #[doc(hidden)]
    pub const fn at(self, k: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(k.cast_signed()))
    }
}
