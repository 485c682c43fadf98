//! Whether two arithmetic progressions of axis positions meet.

/// The positions `start, start + step, ..` of one axis, `count` of them; `step` is not 0. Those there are lie inside the
/// axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Picks {
    pub(crate) start: i64,
    pub(crate) count: usize,
    pub(crate) step: i64,
}

impl Picks {
    /// All positions of an axis.
    pub(crate) fn whole(len: usize) -> Self {
        Self { start: 0, count: len, step: 1 }
    }

    /// First position, last position and distance, in ascending order.
    fn ascending(self) -> (i128, i128, i128) {
        let start = i128::from(self.start);
        let step = if self.count > 1 { i128::from(self.step) } else { 1 };
        let last = start + step * (self.count as i128 - 1);
        (start.min(last), start.max(last), step.abs())
    }

    /// Whether some position is in both.
    fn meets(self, other: Self) -> bool {
        if self.count == 0 || other.count == 0 {
            return false;
        }
        let (low_a, high_a, step_a) = self.ascending();
        let (low_b, high_b, step_b) = other.ascending();
        let (low, high) = (low_a.max(low_b), high_a.min(high_b));
        // The smallest common position at or above `low`, by walking a's residues modulo step_b: by Bezout.
        let (gcd, inverse) = extended_gcd(step_a, step_b);
        if low > high || (low_b - low_a) % gcd != 0 {
            return false;
        }
        let period = step_b / gcd;
        let steps = ((low_b - low_a) / gcd % period * (inverse % period)).rem_euclid(period);
        let common = low_a + step_a * steps;
        let lcm = step_a * period;
        let first = common + (low - common).div_euclid(lcm) * lcm;
        let first = if first < low { first + lcm } else { first };
        first <= high
    }
}

/// `(gcd(a, b), x)` with `a * x = gcd(a, b)` modulo `b`; both are positive.
fn extended_gcd(a: i128, b: i128) -> (i128, i128) {
    let (mut r, mut next_r, mut x, mut next_x) = (a, b, 1, 0);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (x, next_x) = (next_x, x - q * next_x);
    }
    (r, x)
}

/// Whether two boxes of picks, one entry per axis, have no common element.
pub(crate) fn disjoint(a: &[Picks], b: &[Picks]) -> bool {
    let empty = |picks: &[Picks]| picks.iter().any(|p| p.count == 0);
    empty(a) || empty(b) || a.iter().zip(b).any(|(a, b)| !a.meets(*b))
}
