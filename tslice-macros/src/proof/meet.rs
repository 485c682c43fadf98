//! Whether two entries take a common position of one axis, and on which axis first.

use tslice_entry::axis::{MAX_LENGTH, NEVER, Taken, max, min, taken};

use tslice_entry::Entry;

/// The shortest axis of which two entries take a common position, and the lowest such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meeting {
    /// The length of the axis.
    pub(crate) length: i64,
    /// The position.
    pub(crate) position: i64,
}

/// Where two entries meet first on an axis of at least some length; `None` if they have no common
/// position on any such axis.
///
/// An axis on which an index is out of bounds has none: no array is sliced there. Between two
/// changes of what the entries take, a common position p at the distance q from the end solves two
/// sets of conditions, one on p and one on q. Each set is an interval and a residue, so p and q are
/// progressions of their own, and the length is what p and -q add up to.
pub(super) const fn meeting_from(least: i128, a: &Entry<i64>, b: &Entry<i64>) -> Option<Meeting> {
    let mut from = least;
    while from < NEVER {
        let ((taken_a, next_a), (taken_b, next_b)) = (taken(a, from), taken(b, from));
        let next = min(next_a, next_b);
        if let Some(length) = shortest(&taken_a, &taken_b, from, next - 1) {
            let position = lowest(&taken_a, &taken_b, length);
            return Some(Meeting {
                length: length as i64,
                position: position as i64,
            });
        }
        from = next;
    }
    None
}

/// The shortest length of an interval on which two entries meet.
const fn shortest(a: &Taken, b: &Taken, from: i128, to: i128) -> Option<i128> {
    let mut front = Progression {
        low: 0,
        high: MAX_LENGTH as i128 - 1,
        residue: 0,
        step: 1,
    };
    let mut end = Progression {
        low: -(MAX_LENGTH as i128),
        high: -1,
        residue: 0,
        step: 1,
    };
    let both = [a, b];
    let mut at = 0;
    while at < both.len() {
        let Taken {
            low,
            high,
            anchor,
            step,
        } = *both[at];
        let lower = if low.from_end { &mut end } else { &mut front };
        lower.low = max(lower.low, low.at);
        let upper = if high.from_end { &mut end } else { &mut front };
        upper.high = min(upper.high, high.at);
        let moved = if anchor.from_end {
            &mut end
        } else {
            &mut front
        };
        match moved.and(anchor.at, step) {
            Some(both) => *moved = both,
            None => return None,
        }
        at += 1;
    }
    let (Some((lowest, more)), Some((highest, less))) = (front.ascending(), end.descending())
    else {
        return None;
    };
    // The nearest to the front and to the end make the shortest axis, unless it is too short.
    let length = lowest - highest;
    let missing = from - length;
    let length = if missing <= 0 {
        length
    } else {
        match least_sum((front.step, more), (end.step, less), missing) {
            Some(sum) => length + sum,
            None => return None,
        }
    };
    if length <= to { Some(length) } else { None }
}

/// The lowest common position on an axis of a length on which two entries meet.
const fn lowest(a: &Taken, b: &Taken, length: i128) -> i128 {
    let low = max(a.low.on(length), b.low.on(length));
    let all = Progression {
        low,
        high: length - 1,
        residue: 0,
        step: 1,
    };
    let Some(of_a) = all.and(a.anchor.on(length), a.step) else {
        return low;
    };
    let Some(of_both) = of_a.and(b.anchor.on(length), b.step) else {
        return low;
    };
    match of_both.ascending() {
        Some((lowest, _)) => lowest,
        None => low,
    }
}

/// The numbers from `low` to `high` that leave `residue` modulo `step`.
#[derive(Clone, Copy)]
struct Progression {
    low: i128,
    high: i128,
    residue: i128,
    step: i128,
}

impl Progression {
    /// The numbers of this class that are in another class too. Both steps are at most 2^63.
    const fn and(self, residue: i128, step: i128) -> Option<Self> {
        let (gcd, inverse) = extended_gcd(self.step, step);
        let apart = residue - self.residue;
        if apart % gcd != 0 {
            return None;
        }
        let period = step / gcd;
        let steps = (apart / gcd % period * inverse).rem_euclid(period);
        let both = self.step * period;
        Some(Self {
            residue: (self.residue + self.step * steps).rem_euclid(both),
            step: both,
            ..self
        })
    }

    /// The lowest one, and how many are above it.
    const fn ascending(self) -> Option<(i128, i128)> {
        let lowest = self.low + (self.residue - self.low).rem_euclid(self.step);
        if lowest > self.high {
            None
        } else {
            Some((lowest, (self.high - lowest) / self.step))
        }
    }

    /// The highest one, and how many are below it.
    const fn descending(self) -> Option<(i128, i128)> {
        let highest = self.high - (self.high - self.residue).rem_euclid(self.step);
        if highest < self.low {
            None
        } else {
            Some((highest, (highest - self.low) / self.step))
        }
    }
}

/// Returns `(gcd(a, b), x)` with `a * x = gcd(a, b)` modulo `b` and `|x| <= b`, for positive a and
/// b.
const fn extended_gcd(a: i128, b: i128) -> (i128, i128) {
    let (mut r, mut next_r, mut x, mut next_x) = (a, b, 1, 0);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (x, next_x) = (next_x, x - q * next_x);
    }
    (r, x)
}

/// The least `a * i + b * j` that is at least `least`, with i and j from 0 to `most_i` and
/// `most_j`. `least` is positive. If a or b is above 2^63, the other one is 1.
const fn least_sum(
    (a, most_i): (i128, i128),
    (b, most_j): (i128, i128),
    least: i128,
) -> Option<i128> {
    // From this i on, nothing of b is needed.
    let enough = least.div_euclid(a) + (least % a != 0) as i128;
    let alone = if enough <= most_i {
        Some(a * enough)
    } else {
        None
    };
    // Below it, the fewest b that reach `least` exceed it by `a * i - least` modulo b.
    let rest = least - b * most_j;
    let first = if rest <= 0 {
        0
    } else {
        rest / a + (rest % a != 0) as i128
    };
    let last = min(enough - 1, most_i);
    if first > last {
        return alone;
    }
    let excess = least_residue(a % b, (a * first - least).rem_euclid(b), b, last - first);
    match alone {
        Some(alone) if alone < least + excess => Some(alone),
        _ => Some(least + excess),
    }
}

/// The least `(a * x + c) mod m` with x from 0 to `most`, where a and c are below m.
const fn least_residue(a: i128, c: i128, m: i128, most: i128) -> i128 {
    // The least number of which it is known that some residue is not above it, and the greatest of
    // which it is not.
    let (mut above, mut below) = (c, -1);
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        // Residues from 0 to the middle: `c` itself is above it.
        match first_between(a, m, m - c, m - c + middle) {
            Some(x) if x <= most => above = middle,
            _ => below = middle,
        }
    }
    above
}

/// The least x with `a * x mod m` from `low` to `high`, where `0 <= low <= high < m`.
const fn first_between(a: i128, m: i128, low: i128, high: i128) -> Option<i128> {
    if low == 0 {
        return Some(0);
    }
    if a == 0 {
        return None;
    }
    let x = (low - 1) / a + 1;
    if a * x <= high {
        return Some(x);
    }
    // No multiple of a lies in between, so `a * x - m * y` does for the least y with `m * y mod a`
    // in the mirrored interval.
    match first_between(m % a, a, (-high).rem_euclid(a), (-low).rem_euclid(a)) {
        Some(y) => Some((low + m * y - 1) / a + 1),
        None => None,
    }
}
