//! Whether two selections of one axis, or of several, meet.

use super::{Progression, Wide};

impl Progression {
    /// The lowest and the highest position that both select, and the distance between neighbours; `None` if no position is in both.
    #[doc(hidden)]
    #[must_use]
    pub const fn common(self, other: Self) -> Option<(Wide, Wide, Wide)> {
        let (a, b) = (self.hull(), other.hull());
        let (low_a, high_a, step_a) =
            (a.start as Wide, a.end as Wide - 1, self.step().unsigned_abs() as Wide);
        let (low_b, high_b, step_b) =
            (b.start as Wide, b.end as Wide - 1, other.step().unsigned_abs() as Wide);
        let low = if low_a > low_b { low_a } else { low_b };
        let high = if high_a < high_b { high_a } else { high_b };
        // The smallest common position at or above `low`, from Bezout's identity for the two steps.
        let (gcd, inverse) = extended_gcd(step_a, step_b);
        if low > high || (low_b - low_a) % gcd != 0 {
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

#[cfg(test)]
mod tests {
    use super::{Progression, disjoint};
    use std::vec::Vec;

    /// Progressions of positions below 60.
    fn all(steps: &[i64]) -> Vec<Progression> {
        let mut all = Vec::new();
        for first in 20..27 {
            for count in 0..5 {
                all.extend(steps.iter().map(|&step| Progression::new(first, count, step)));
            }
        }
        all
    }

    fn positions(axis: Progression) -> impl Iterator<Item = usize> + Clone {
        (0..).map_while(move |k| axis.get(k))
    }

    #[test]
    fn progressions_meet_where_they_share_a_position() {
        for a in all(&[1, 2, 3, 4, 6, 9, -1, -4, -5]) {
            for b in all(&[1, 2, 5, 6, 10, -3, -5]) {
                let shared = positions(a).any(|at| positions(b).any(|other| at == other));
                assert_eq!(disjoint(&[a], &[b]), !shared, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn one_axis_apart_is_enough_and_no_elements_are_shared_by_nothing() {
        let (low, high, none) = (Progression::whole(3), Progression::new(3, 3, 1), Progression::NONE);
        assert!(disjoint(&[low, low], &[low, high]));
        assert!(!disjoint(&[low, high], &[low, high]));
        assert!(disjoint(&[none, low], &[low, low]) && disjoint(&[low, low], &[low, none]));
        assert!(!disjoint(&[], &[]));
    }

    #[test]
    fn extremes_do_not_overflow() {
        const LAST: i64 = i64::MAX - 1;
        for step in [LAST, LAST - 1, LAST / 2 + 1] {
            let up = Progression::new(LAST - step, 2, step);
            let down = Progression::new(LAST, 2, -step);
            for one in [up, down] {
                assert!(!disjoint(&[one], &[Progression::new(0, usize::MAX >> 1, 1)]));
                assert!(!disjoint(&[one], &[Progression::new(LAST, 1, i64::MIN)]));
                assert!(disjoint(&[one], &[Progression::new(LAST - 1, 1, i64::MAX)]) || step == 1);
            }
            assert!(!disjoint(&[up], &[down]));
        }
    }
}
