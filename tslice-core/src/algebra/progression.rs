//! What is selected on one axis of a known length.

use crate::layout::Selection;

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
    pub(super) const NONE: Self = Self { first: 0, count: 0, step: 1 };
    /// The first position alone.
    pub(super) const ONE: Self = Self { first: 0, count: 1, step: 1 };

    /// All positions of an axis.
    pub(super) const fn whole(len: usize) -> Self {
        Self { first: 0, count: len, step: 1 }
    }

    pub(super) const fn of(Selection { start, count, step }: Selection) -> Self {
        match count {
            0 => Self::NONE,
            // A position of an axis, whose length is an `isize`. The step of two positions is shorter than the axis.
            1 => Self { first: start as usize, count, step: 1 },
            _ => Self { first: start as usize, count, step: step as isize },
        }
    }

    /// A part of a progression, counted from another position.
    pub(super) const fn of_chunk(first: usize, count: usize, step: isize) -> Self {
        Self { first, count, step: if count == 1 { 1 } else { step } }
    }

    const fn selection(self) -> Selection {
        Selection { start: self.first as i64, count: self.count, step: self.step as i64 }
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

    /// Position number `k`; `None` if there are no more than `k`.
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

    /// Position number `k`, which is below the count.
    pub(super) const fn at(self, k: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(k.cast_signed()))
    }

    pub(super) const fn is_whole(self, len: usize) -> bool {
        self.first == 0 && self.count == len && self.step == 1
    }

    /// What `next` selects of these positions; it selects below the count.
    #[inline(always)]
    pub(super) const fn then(self, next: Self) -> Self {
        match next.count {
            0 => Self::NONE,
            1 => Self { first: self.at(next.first), count: 1, step: 1 },
            // Both steps together are shorter than the axis, as there are two such positions.
            count => Self { first: self.at(next.first), count, step: self.step.wrapping_mul(next.step) },
        }
    }

    /// `count` positions from number `from` on; there are as many.
    pub(super) const fn part(self, from: usize, count: usize) -> Self {
        self.then(match count {
            0 => Self::NONE,
            _ => Self { first: from, count, step: 1 },
        })
    }

    /// The positions that both select, in this order; `NONE` if they share none.
    pub(super) const fn intersect(self, other: Self) -> Self {
        if self.count == 0 || other.count == 0 {
            return Self::NONE;
        }
        let Some((low, high, step)) = self.selection().common(other.selection()) else { return Self::NONE };
        // Positions of both, so they and the steps between two of them are inside the axis.
        let (low, high) = (low as usize, high as usize);
        if low == high {
            return Self { first: low, count: 1, step: 1 };
        }
        let step = step as isize;
        let count = (high - low) / step.unsigned_abs() + 1;
        if self.step < 0 {
            Self { first: high, count, step: -step }
        } else {
            Self { first: low, count, step }
        }
    }

    /// Where these positions, which are all among those of `other`, are in it.
    pub(super) const fn numbered_in(self, other: Self) -> Self {
        match self.count {
            0 => Self::NONE,
            count => Self {
                first: match other.find(self.first) {
                    Some(k) => k,
                    None => 0,
                },
                count,
                step: if count == 1 { 1 } else { self.step / other.step },
            },
        }
    }

    /// Whether all positions of `other` are among these.
    pub(super) const fn contains(self, other: Self) -> bool {
        match other.last() {
            None => true,
            Some(last) => {
                let apart = other.step % self.step == 0 || other.count == 1;
                apart && self.find(other.first).is_some() && self.find(last).is_some()
            }
        }
    }

    /// All positions from the lowest to the highest.
    pub(super) const fn hull(self) -> Self {
        match self.ends() {
            Some((low, high)) => Self { first: low, count: high - low + 1, step: 1 },
            None => Self::NONE,
        }
    }

    /// All positions from the lowest of both to the highest.
    pub(super) const fn hull_with(self, other: Self) -> Self {
        match (self.ends(), other.ends()) {
            (Some((low, high)), Some((lower, higher))) => {
                let low = if low < lower { low } else { lower };
                let high = if high > higher { high } else { higher };
                Self { first: low, count: high - low + 1, step: 1 }
            }
            (Some(_), None) => self.hull(),
            _ => other.hull(),
        }
    }

    /// The lowest and the highest position.
    const fn ends(self) -> Option<(usize, usize)> {
        match self.last() {
            Some(last) if self.step < 0 => Some((last, self.first)),
            Some(last) => Some((self.first, last)),
            None => None,
        }
    }
}
