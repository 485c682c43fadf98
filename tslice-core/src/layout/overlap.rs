//! Whether two selections of one axis, or of several, meet.

use super::{Progression, Wide};

impl Progression {
    /// The lowest and the highest position that both select, and the distance between neighbours; `None` if no position is in both.
    #[doc(hidden)]
    pub const fn common(self, other: Self) -> Option<(Wide, Wide, Wide)> {
        let (a, b) = (self.hull(), other.hull());
        let (low_a, high_a, step_a) =
            (a.start as Wide, a.end as Wide - 1, self.step().unsigned_abs() as Wide);
        let (low_b, high_b, step_b) =
            (b.start as Wide, b.end as Wide - 1, other.step().unsigned_abs() as Wide);
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
        if (low_b - low_a) % gcd != 0 {
            return None;
        }
        let period = step_b / gcd;
        let steps = ((low_b - low_a) / gcd % period * inverse).rem_euclid(period);
        let common = low_a + step_a * steps;
        let lcm = step_a * period;
        let first = common + (low - common).div_euclid(lcm) * lcm;
        let first = if first < low { first + lcm } else { first };
        if first > high { None } else { Some((first, high - (high - first) % lcm, lcm)) }
    }
}

/// Returns `(gcd(a, b), x)` with `a * x = gcd(a, b)` modulo `b` and `|x| <= b`, for positive a and b.
///
/// The proofs of `tslice-syntax` have one of their own over `i128`, because this file is compiled for 8 bits too.
const fn extended_gcd(a: Wide, b: Wide) -> (Wide, Wide) {
    let (mut r, mut next_r, mut x, mut next_x) = (a, b, 1, 0);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (x, next_x) = (next_x, x - q * next_x);
    }
    (r, x)
}

/// Whether two boxes of progressions, one for each axis, have no common element.
pub(crate) fn disjoint(a: &[Progression], b: &[Progression]) -> bool {
    let empty = |axes: &[Progression]| axes.iter().any(|axis| axis.count() == 0);
    empty(a) || empty(b) || a.iter().zip(b).any(|(a, b)| a.common(*b).is_none())
}
