//! What is selected on an axis, and whether two selections meet.

use super::{Int, Wide};

/// What an entry selects on its axis: an arithmetic progression of `count` positions, all inside the axis. `step` is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    pub(crate) start: Int,
    pub(crate) count: usize,
    pub(crate) step: Int,
}

impl Selection {
    /// All positions of an axis.
    pub(crate) fn whole(len: usize) -> Self {
        Self { start: 0, count: len, step: 1 }
    }

    /// The lowest position, the highest one, and the distance between neighbours.
    const fn ascending(self) -> (Wide, Wide, Wide) {
        let (start, step) = (self.start as Wide, self.step as Wide);
        let last = start + step * (self.count as Wide - 1);
        if step < 0 { (last, start, -step) } else { (start, last, step) }
    }

    /// The lowest and the highest position that are in both selections, neither of which is empty, and the distance between
    /// neighbours; `None` if no position is.
    pub(crate) const fn common(self, other: Self) -> Option<(Wide, Wide, Wide)> {
        let (low_a, high_a, step_a) = self.ascending();
        let (low_b, high_b, step_b) = other.ascending();
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

/// Whether two boxes of selections, one entry per axis, have no common element.
pub(crate) fn disjoint(a: &[Selection], b: &[Selection]) -> bool {
    let empty = |selections: &[Selection]| selections.iter().any(|p| p.count == 0);
    empty(a) || empty(b) || a.iter().zip(b).any(|(a, b)| a.common(*b).is_none())
}

#[cfg(test)]
mod tests {
    use super::{Selection, disjoint};
    use std::vec::Vec;

    fn all(steps: &[i64]) -> Vec<Selection> {
        let mut all = Vec::new();
        for start in 0..7 {
            for count in 0..5 {
                all.extend(steps.iter().map(|&step| Selection { start, count, step }));
            }
        }
        all
    }

    fn positions(selections: Selection) -> impl Iterator<Item = i64> + Clone {
        (0..).take(selections.count).map(move |i: i64| selections.start + i * selections.step)
    }

    #[test]
    fn progressions_meet_where_they_share_a_position() {
        for a in all(&[1, 2, 3, 4, 6, 9, -1, -4, -10]) {
            for b in all(&[1, 2, 5, 6, 10, -3, -6]) {
                let shared = positions(a).any(|at| positions(b).any(|other| at == other));
                assert_eq!(disjoint(&[a], &[b]), !shared, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn one_axis_apart_is_enough_and_no_elements_are_shared_by_nothing() {
        let (low, high, none) = (
            Selection::whole(3),
            Selection { start: 3, count: 3, step: 1 },
            Selection { start: 0, count: 0, step: 1 },
        );
        assert!(disjoint(&[low, low], &[low, high]));
        assert!(!disjoint(&[low, high], &[low, high]));
        assert!(disjoint(&[none, low], &[low, low]) && disjoint(&[low, low], &[low, none]));
        assert!(!disjoint(&[], &[]));
    }

    #[test]
    fn extremes_do_not_overflow() {
        let far = |start, step| Selection { start, count: 1, step };
        for step in [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1] {
            let two = Selection { start: 0, count: 2, step: i64::MAX };
            assert!(!disjoint(&[far(i64::MAX, step)], &[two]));
            assert!(disjoint(&[far(i64::MAX - 1, step)], &[two]));
            assert!(!disjoint(&[far(0, step)], &[Selection::whole(usize::MAX >> 1)]));
        }
    }
}
