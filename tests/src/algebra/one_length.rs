//! All slices of one axis of a short length, alone and in pairs.

use std::collections::HashMap;

use tslice_algebra::DynRegion;

use super::every_length::{encoding, ranges};
use crate::oracle::walk;

fn positions(region: &DynRegion) -> Vec<usize> {
    let axis = region.axes()[0];
    (0..axis.count())
        .map(|k| axis.get(k).expect("below the count"))
        .collect()
}

/// Checks every range on an axis, and every pair of different selections of it. Returns how many
/// ranges, and how many pairs.
///
/// # Panics
///
/// If something is not as sets of positions say.
#[must_use]
pub fn all(len: usize, bound: i64, stride: i64) -> (usize, usize) {
    let all = ranges(bound, stride);
    let mut selections: HashMap<Vec<usize>, DynRegion> = HashMap::new();
    for &range in &all {
        let region = DynRegion::new(encoding(range), &[len]).expect("a range fits");
        let expected = walk(range.0, range.1, range.2, len);
        assert_eq!(positions(&region), expected, "{range:?} of {len}");
        assert_eq!(region.is_empty(), expected.is_empty());
        let other = selections.entry(expected).or_insert_with(|| region.clone());
        assert_eq!(*other, region, "regions are equal if what they select is");
    }
    let mut pairs = 0;
    for (a, of_a) in &selections {
        // Everything that can be selected of what is selected.
        for range in ranges(i64::try_from(a.len()).expect("short") + 1, stride) {
            let both = of_a.then(encoding(range)).expect("a range fits");
            let chosen = walk(range.0, range.1, range.2, a.len());
            let expected: Vec<usize> = chosen.into_iter().map(|k| a[k]).collect();
            assert_eq!(both, selections[&expected], "{a:?} then {range:?}");
        }
        for position in 0..len + 2 {
            let found = a.iter().position(|&other| other == position);
            assert_eq!(of_a.to_result(&[position]).map(|k| k[0]), found);
            assert_eq!(
                of_a.to_source(&[position]).map(|p| p[0]),
                a.get(position).copied()
            );
        }
        for (b, of_b) in &selections {
            pairs += 1;
            let common: Vec<usize> = a.iter().filter(|p| b.contains(p)).copied().collect();
            assert_eq!(of_a.is_disjoint(of_b), Ok(common.is_empty()), "{a:?} {b:?}");
            assert_eq!(
                of_a.contains(of_b),
                Ok(b.iter().all(|p| a.contains(p))),
                "{a:?} {b:?}"
            );
            let both = of_a.intersect(of_b).expect("of one shape");
            assert_eq!(
                both.as_ref().map_or(vec![], positions),
                common,
                "{a:?} {b:?}"
            );
            let within = of_a.within(of_b).expect("of one shape");
            let numbers = common
                .iter()
                .map(|p| b.iter().position(|q| q == p).expect("common"));
            assert_eq!(
                within.map_or(vec![], |within| positions(&within)),
                numbers.collect::<Vec<_>>()
            );
            let ends = |pick: fn(&mut dyn Iterator<Item = usize>) -> Option<usize>| {
                pick(&mut a.iter().chain(b).copied())
            };
            let hull = of_a.hull_with(of_b).expect("of one shape");
            let expected = match (ends(|all| all.min()), ends(|all| all.max())) {
                (Some(low), Some(high)) => (low..=high).collect(),
                _ => vec![],
            };
            assert_eq!(hull.map_or(vec![], |hull| positions(&hull)), expected);
        }
    }
    (all.len(), pairs)
}
