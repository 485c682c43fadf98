//! Unit tests of `layout::overlap`.

use super::overlap::disjoint;
use super::progression::Progression;
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
fn layouts_are_disjoint_if_one_axis_is() {
    let (low, high, none) = (Progression::whole(3), Progression::new(3, 3, 1), Progression::NONE);
    assert!(disjoint(&[low, low], &[low, high]));
    assert!(!disjoint(&[low, high], &[low, high]));
    assert!(disjoint(&[none, low], &[low, low]) && disjoint(&[low, low], &[low, none]));
    assert!(!disjoint(&[], &[]));
}

#[test]
fn extremes_do_not_overflow() {
    const LAST: i64 = isize::MAX as i64 - 1;
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
