//! Whether two entries take a common position of one axis, and on which axis first.

use tslice_entry::Entry;
use tslice_entry::axis::{MAX_LENGTH, NEVER, Place, Taken, taken};

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
pub(super) fn meeting_from(least: i128, a: &Entry<i64>, b: &Entry<i64>) -> Option<Meeting> {
    let mut from = least;
    while from < NEVER {
        let ((taken_a, next_a), (taken_b, next_b)) = (taken(a, from), taken(b, from));
        let next = next_a.min(next_b);
        if let Some(length) = shortest([&taken_a, &taken_b], from, next - 1) {
            return Some(Meeting {
                length: i64::try_from(length).ok()?,
                position: i64::try_from(lowest([&taken_a, &taken_b], length)?).ok()?,
            });
        }
        from = next;
    }
    None
}

/// The shortest length of an interval on which two entries meet.
fn shortest(both: [&Taken; 2], from: i128, to: i128) -> Option<i128> {
    let mut sides = [
        Progression::all(0, i128::from(MAX_LENGTH) - 1),
        Progression::all(-i128::from(MAX_LENGTH), -1),
    ];
    for taken in both {
        let side = |place: &Place| usize::from(place.from_end);
        let lower = &mut sides[side(&taken.low)].low;
        *lower = taken.low.at.max(*lower);
        let upper = &mut sides[side(&taken.high)].high;
        *upper = taken.high.at.min(*upper);
        let moved = &mut sides[side(&taken.anchor)];
        *moved = moved.and(taken.anchor.at, taken.step)?;
    }
    let [front, end] = sides;
    // The nearest to the front and to the end make the shortest axis, unless it is too short.
    let ((lowest, more), (highest, less)) = (front.ascending()?, end.descending()?);
    let length = lowest - highest;
    let missing = from - length;
    let more = match missing {
        ..=0 => 0,
        _ => least_sum((front.step, more), (end.step, less), missing)?,
    };
    (length + more <= to).then_some(length + more)
}

/// The lowest common position on an axis of a length on which two entries meet.
fn lowest(both: [&Taken; 2], length: i128) -> Option<i128> {
    let low = both[0].low.on(length).max(both[1].low.on(length));
    let mut all = Progression::all(low, length - 1);
    for taken in both {
        all = all.and(taken.anchor.on(length), taken.step)?;
    }
    Some(all.ascending()?.0)
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
    /// All numbers from one to another.
    fn all(low: i128, high: i128) -> Self {
        Self {
            low,
            high,
            residue: 0,
            step: 1,
        }
    }

    /// The numbers of this class that are in another class too. Both steps are at most 2^63.
    fn and(self, residue: i128, step: i128) -> Option<Self> {
        let (gcd, inverse) = extended_gcd(self.step, step);
        let apart = residue - self.residue;
        let period = step / gcd;
        let steps = (apart / gcd % period * inverse).rem_euclid(period);
        let both = self.step * period;
        (apart % gcd == 0).then(|| Self {
            residue: (self.residue + self.step * steps).rem_euclid(both),
            step: both,
            ..self
        })
    }

    /// The lowest one, and how many are above it.
    fn ascending(self) -> Option<(i128, i128)> {
        let lowest = self.low + (self.residue - self.low).rem_euclid(self.step);
        (lowest <= self.high).then(|| (lowest, (self.high - lowest) / self.step))
    }

    /// The highest one, and how many are below it.
    fn descending(self) -> Option<(i128, i128)> {
        let highest = self.high - (self.high - self.residue).rem_euclid(self.step);
        (highest >= self.low).then(|| (highest, (highest - self.low) / self.step))
    }
}

/// Returns `(gcd(a, b), x)` with `a * x = gcd(a, b)` modulo `b` and `|x| <= b`, for positive a and
/// b.
fn extended_gcd(a: i128, b: i128) -> (i128, i128) {
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
fn least_sum((a, most_i): (i128, i128), (b, most_j): (i128, i128), least: i128) -> Option<i128> {
    let divided_up = |number: i128| number / a + i128::from(number % a != 0);
    // From this i on, nothing of b is needed.
    let enough = divided_up(least);
    let alone = (enough <= most_i).then(|| a * enough);
    // Below it, the fewest b that reach `least` exceed it by `a * i - least` modulo b.
    let first = divided_up((least - b * most_j).max(0));
    let last = most_i.min(enough - 1);
    if first > last {
        return alone;
    }
    let excess = least_residue(a % b, (a * first - least).rem_euclid(b), b, last - first);
    let both = least + excess;
    Some(alone.map_or(both, |alone| both.min(alone)))
}

/// The least `(a * x + c) mod m` with x from 0 to `most`, where a and c are below m.
///
/// From one x to the next the residue climbs by a or, which is the same, descends by `m - a`, and
/// wraps. The lowest residues stand behind or before the wraps, and are those of a smaller modulus.
fn least_residue(a: i128, c: i128, m: i128, most: i128) -> i128 {
    let descent = m - a;
    let (residue, wraps) = if a <= descent {
        (c, (c + a * most) / m)
    } else {
        let last = c - descent * most;
        (last.rem_euclid(m), -last.div_euclid(m))
    };
    if wraps == 0 {
        return residue;
    }
    let of_wraps = if a <= descent {
        least_residue((-m).rem_euclid(a), (c - m).rem_euclid(a), a, wraps - 1)
    } else {
        least_residue(m % descent, c % descent, descent, wraps - 1)
    };
    residue.min(of_wraps)
}
