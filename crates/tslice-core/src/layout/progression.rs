//! What is selected on one axis of a known length, and whether two selections meet.

use core::ops::Range;

use super::{Int, Wide};

/// The positions that are selected on one axis: `count` of them from `first` on, `step` apart, all
/// inside the axis.
///
/// A step is never 0. One position has step 1; none has first 0 and step 1: so two are equal if
/// they select the same positions in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progression {
    first: usize,
    count: usize,
    step: isize,
}

impl Progression {
    /// No position.
    #[doc(hidden)]
    pub const NONE: Self = Self::whole(0);

    /// All positions of an axis.
    #[doc(hidden)]
    pub const fn whole(len: usize) -> Self {
        Self {
            first: 0,
            count: len,
            step: 1,
        }
    }

    /// What Python's arithmetic selects on an axis. Without a position, `first` may be any number,
    /// and with one position `step`.
    #[inline(always)]
    pub(crate) const fn new(first: Int, count: usize, step: Int) -> Self {
        // A position is below the length of its axis, which is an `isize`; the distance of two
        // positions is, too.
        Self::part_of(first as usize, count, step as isize)
    }

    /// Works like [`new`](Self::new), but counts positions from another place of the axis.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn part_of(first: usize, count: usize, step: isize) -> Self {
        let first = if count == 0 { 0 } else { first };
        Self {
            first,
            count,
            step: if count > 1 { step } else { 1 },
        }
    }

    /// The first position; 0 if there is none.
    pub const fn first(self) -> usize {
        self.first
    }

    /// The number of positions.
    pub const fn count(self) -> usize {
        self.count
    }

    /// From one position to the next: negative if the axis is walked backwards.
    pub const fn step(self) -> isize {
        self.step
    }

    /// Position number `k`; `None` if there are at most `k` positions.
    pub const fn get(self, k: usize) -> Option<usize> {
        if k < self.count {
            Some(self.at(k))
        } else {
            None
        }
    }

    /// The last position; `None` if there is none.
    pub const fn last(self) -> Option<usize> {
        if self.count == 0 {
            None
        } else {
            Some(self.at(self.count - 1))
        }
    }

    /// The number of a position, counted from 0; `None` if it is not selected.
    pub const fn find(self, position: usize) -> Option<usize> {
        if position > isize::MAX.unsigned_abs() {
            return None;
        }
        // A distance has at most the size of isize::MAX, so the division does not overflow.
        let distance = position.cast_signed() - self.first.cast_signed();
        let k = (distance / self.step).cast_unsigned();
        // One that is negative is above every count without its sign.
        if distance % self.step == 0 && k < self.count {
            Some(k)
        } else {
            None
        }
    }

    /// Whether all positions of an axis of length `len` are selected, in order.
    pub const fn is_whole(self, len: usize) -> bool {
        self.first == 0 && self.count == len && self.step == 1
    }

    /// All positions from the lowest to the highest, as a range; `0..0` if there is none.
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
        self.first
            .wrapping_add_signed(self.step.wrapping_mul(k.cast_signed()))
    }

    /// The lowest and the highest position that both select, and the distance between neighbours;
    /// `None` if no position is in both.
    #[doc(hidden)]
    pub const fn common(self, other: Self) -> Option<(Wide, Wide, Wide)> {
        let (a, b) = (self.hull(), other.hull());
        let (low_a, high_a) = (a.start as Wide, a.end as Wide - 1);
        let (low_b, high_b) = (b.start as Wide, b.end as Wide - 1);
        let step_a = self.step.unsigned_abs() as Int;
        let step_b = other.step.unsigned_abs() as Int;
        let low = if low_a > low_b { low_a } else { low_b };
        let high = if high_a < high_b { high_a } else { high_b };
        // Most have no step, or are apart: these need no division.
        if low > high {
            return None;
        }
        if step_a == 1 && step_b == 1 {
            return Some((low, high, 1));
        }
        // The smallest common position at or above `low`, from Bezout's identity for the two steps.
        let (gcd, inverse) = extended_gcd(step_a, step_b);
        if (b.start as Int - a.start as Int) % gcd != 0 {
            return None;
        }
        let (gcd, inverse) = (gcd as Wide, inverse as Wide);
        let (step_a, period) = (step_a as Wide, step_b as Wide / gcd);
        let steps = ((low_b - low_a) / gcd % period * inverse).rem_euclid(period);
        let common = low_a + step_a * steps;
        let lcm = step_a * period;
        let first = low + (common - low).rem_euclid(lcm);
        if first > high {
            None
        } else {
            Some((first, high - (high - first) % lcm, lcm))
        }
    }
}

/// Returns `(gcd(a, b), x)` with `a * x = gcd(a, b)` modulo `b` and `|x| <= b`, for positive a and
/// b.
///
/// The proofs of `tslice-macros` have one of their own over `i128`, because this file is compiled
/// for 8 bits too.
const fn extended_gcd(a: Int, b: Int) -> (Int, Int) {
    let (mut r, mut next_r, mut x, mut next_x) = (a, b, 1, 0);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (x, next_x) = (next_x, x - q * next_x);
    }
    (r, x)
}

/// Whether two boxes of progressions, one for each axis, have no common element.
#[inline]
pub(crate) fn disjoint(a: &[Progression], b: &[Progression]) -> bool {
    let empty = |axes: &[Progression]| axes.iter().any(|axis| axis.count() == 0);
    empty(a) || empty(b) || a.iter().zip(b).any(|(a, b)| a.common(*b).is_none())
}
