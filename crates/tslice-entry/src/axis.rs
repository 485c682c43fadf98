//! What an entry takes of an axis, as a function of the length of the axis.
//!
//! An axis has at most `i64::MAX` positions. Numbers are `i128`; every sum and product of theirs
//! stays below 2^127, whatever the bounds are.

use crate::entry::{Entry, Range};

/// The length of the longest axis.
pub const MAX_LENGTH: i64 = i64::MAX;

/// One more than the length of the longest axis.
pub const NEVER: i128 = MAX_LENGTH as i128 + 1;

/// A position that is fixed from the front of an axis, or from its end: there it is the length and
/// `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Whether the place is counted from the end.
    pub from_end: bool,
    /// The distance from the front or, negative or 0, from the end.
    pub at: i128,
}

impl Place {
    const fn front(at: i128) -> Self {
        Self {
            from_end: false,
            at,
        }
    }

    const fn end(at: i128) -> Self {
        Self { from_end: true, at }
    }

    const fn plus(self, distance: i128) -> Self {
        Self {
            from_end: self.from_end,
            at: self.at + distance,
        }
    }

    /// The position on an axis of some length.
    pub const fn on(self, length: i128) -> i128 {
        if self.from_end {
            length + self.at
        } else {
            self.at
        }
    }
}

/// What an entry takes of every axis whose length is in some interval: positions from `low` to
/// `high`, every one whose distance from `anchor` is a multiple of `step`. There are none if `high`
/// is below `low`.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The lowest position.
    pub low: Place,
    /// The highest position that may be taken.
    pub high: Place,
    /// A position that is taken if any is.
    pub anchor: Place,
    /// The distance from one position to the next, at least 1.
    pub step: i128,
}

impl Taken {
    /// Positions from a lowest one on, which is taken if any is.
    const fn from(low: Place, high: Place, step: i128) -> Self {
        Self {
            low,
            high,
            anchor: low,
            step,
        }
    }

    /// The number of positions on an axis of some length, at most [`MAX_LENGTH`].
    const fn count(self, length: i128) -> i64 {
        let (low, high) = (self.low.on(length), self.high.on(length));
        let number = if high < low {
            0
        } else {
            (high - low) / self.step + 1
        };
        if number > MAX_LENGTH as i128 {
            MAX_LENGTH
        } else {
            number as i64
        }
    }
}

/// What an entry takes of an axis of some length, and the next length from which on that is another
/// [`Taken`].
///
/// An index takes its position whatever the length is: that it may lie outside of a short axis is
/// for the caller to see. A window takes nothing of an axis that it leaves. An ellipsis, which may
/// stand for the axis, and a new axis are read as whole axes.
pub const fn taken(entry: &Entry<i64>, length: i128) -> (Taken, i128) {
    match entry {
        Entry::Index(index) => (Taken::from(bound(*index), bound(*index), 1), NEVER),
        Entry::Range(range) => taken_by_range(range, length),
        Entry::Window {
            start,
            length: count,
            stride,
        } => {
            let fits = least_length(entry);
            let (count, changes) = if length < fits {
                (0, fits)
            } else {
                (*count as i128, NEVER)
            };
            let step = if *stride < 1 { 1 } else { *stride as i128 };
            let low = bound(*start);
            (
                Taken::from(low, low.plus((count - 1) * step), step),
                changes,
            )
        }
        // Nothing is known of a list here: its items are elsewhere.
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            (Taken::from(Place::front(0), Place::end(-1), 1), NEVER)
        }
    }
}

const fn taken_by_range(range: &Range<i64>, length: i128) -> (Taken, i128) {
    let stride = range.step() as i128;
    let (first, last) = if stride >= 0 {
        (Place::front(0), Place::end(0))
    } else {
        (Place::front(-1), Place::end(-1))
    };
    let (nearest, farthest) = if stride >= 0 {
        (first, last)
    } else {
        (last, first)
    };
    let (start, start_changes) = clamped(range.begin, nearest, first, last, length);
    let (stop, stop_changes) = clamped(range.end, farthest, first, last, length);
    let changes = if start_changes < stop_changes {
        start_changes
    } else {
        stop_changes
    };
    let step = stride.abs();
    let taken = match stride {
        // No array is sliced by it.
        0 => Taken::from(Place::front(0), Place::front(-1), 1),
        1.. => Taken::from(start, stop.plus(-1), step),
        _ => Taken {
            anchor: start,
            ..Taken::from(stop.plus(1), start, step)
        },
    };
    (taken, changes)
}

/// The length of the shortest axis that has all positions of an index or a window; [`NEVER`] if no
/// axis has them. A range fits every axis.
#[inline]
pub const fn least_length(entry: &Entry<i64>) -> i128 {
    let (start, count, stride) = match *entry {
        Entry::Index(index) => (index, 1, 1),
        Entry::Window {
            start,
            length,
            stride,
        } => (start, length, stride),
        Entry::Ellipsis | Entry::NewAxis | Entry::Range(_) | Entry::List | Entry::Grouped => {
            return 0;
        }
    };
    if count < 0 || stride < 1 {
        return NEVER;
    }
    let start = start as i128;
    let end = end(start, count, stride);
    match start {
        0.. if end < NEVER => end,
        // Counted from behind the last position, which is -1.
        ..0 if end <= 0 => -start,
        _ => NEVER,
    }
}

/// The position behind the last of `count` positions from `start` on, `stride` apart.
pub(crate) const fn end(start: i128, count: i64, stride: i64) -> i128 {
    match count {
        0 => start,
        _ => start + (count as i128 - 1) * stride as i128 + 1,
    }
}

const fn bound(bound: i64) -> Place {
    if bound < 0 {
        Place::end(bound as i128)
    } else {
        Place::front(bound as i128)
    }
}

/// A bound between the first and the last position that a range can start or stop at, and the next
/// length at which it is another.
const fn clamped(
    number: Option<i64>,
    absent: Place,
    first: Place,
    last: Place,
    length: i128,
) -> (Place, i128) {
    let Some(number) = number else {
        return (absent, NEVER);
    };
    let place = bound(number);
    // A bound from the front is above the last position of a short axis, one from the end below the
    // first.
    let (otherwise, fits) = if place.from_end {
        (first, first.at - place.at)
    } else {
        (last, place.at - last.at)
    };
    if length < fits {
        (otherwise, fits)
    } else {
        (place, NEVER)
    }
}

/// The number of positions that an entry takes of an axis of a length, which is not negative;
/// `None` if an index or a window does not lie inside of the axis.
pub const fn count(entry: &Entry<i64>, length: i64) -> Option<i64> {
    let length = length as i128;
    if least_length(entry) > length {
        return None;
    }
    Some(taken(entry, length).0.count(length))
}

/// The largest number of positions that an entry takes of any axis. It takes every smaller number
/// of some axis too, because one position more of the axis is at most one more or one less of the
/// entry.
pub const fn most(entry: &Entry<i64>) -> i64 {
    if count(entry, MAX_LENGTH).is_none() {
        return 0;
    }
    // Between two changes the number grows or shrinks all the way.
    let (mut most, mut from) = (0, 0);
    while from < NEVER {
        let (taken, next) = taken(entry, from);
        let (first, last) = (taken.count(from), taken.count(next - 1));
        let more = if first > last { first } else { last };
        most = if more > most { more } else { most };
        from = next;
    }
    most
}
