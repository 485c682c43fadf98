//! The checks of `checked!` against the oracle: an error stands exactly where nothing is selected.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tslice::__private::{Shape, fits, item, run};
use tslice_tests::oracle::{Entry, select};

type Bounds = (Option<i64>, Option<i64>, i64);

fn count((begin, end, stride): Bounds, len: usize) -> usize {
    select(&[Entry::Range(begin, end, Some(stride))], &[len])
        .expect("a range always fits")
        .1
        .len()
}

fn passes(check: impl FnOnce() -> Shape) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_ok()
}

/// Whether a range passes the check of its axis.
fn range_passes(shape: Shape, place: isize, bounds: Bounds) -> bool {
    passes(|| match bounds {
        (None, None, _) => shape,
        (first, last, stride) => fits(shape, place, run(first, last, stride)),
    })
}

fn bounds(limit: i64) -> impl Iterator<Item = Option<i64>> + Clone {
    (-limit..=limit).map(Some).chain([None])
}

#[test]
fn range_empty_on_small_lengths_is_always_empty() {
    for stride in [-2, -1, 1, 3] {
        for (begin, end) in bounds(9).flat_map(|begin| bounds(9).map(move |end| (begin, end))) {
            let range = (begin, end, stride);
            let selects = (0..60).any(|len| count(range, len) > 0);
            assert_eq!(range_passes(&[None], 0, range), selects, "{range:?}");
        }
    }
}

#[test]
fn check_fails_exactly_if_nothing_is_selected() {
    let shape: Shape = const { &[Some(0), Some(1), Some(2), Some(3), Some(4), Some(5)] };
    for len in 0..6 {
        let (axis, signed) = (
            isize::try_from(len).expect("small"),
            i64::try_from(len).expect("small"),
        );
        for place in [axis, axis - 6] {
            for first in -8..=8 {
                assert_eq!(
                    passes(|| fits(shape, place, item(first))),
                    (-signed..signed).contains(&first)
                );
            }
            for (begin, end) in bounds(8).flat_map(|begin| bounds(8).map(move |end| (begin, end))) {
                for stride in [-3, -2, -1, 1, 2, 3] {
                    let range = (begin, end, stride);
                    let is_checked = begin.is_some() || end.is_some();
                    let expected = !is_checked || count(range, len) > 0;
                    assert_eq!(
                        range_passes(shape, place, range),
                        expected,
                        "{range:?} of {len}"
                    );
                }
            }
        }
    }
}

#[test]
fn proof_ignores_lengths_above_any_array() {
    let shape: Shape = const { &[Some(usize::MAX), Some(isize::MAX as usize + 1)] };
    for place in [0, 1] {
        let _ = fits(shape, place, item(-1));
        let _ = fits(shape, place, run(Some(1), None, 1));
    }
}

#[test]
fn bounds_at_the_ends_are_judged() {
    let is_always_empty = |begin, end, stride| !range_passes(&[None], 0, (begin, end, stride));
    assert!(is_always_empty(Some(i64::MAX), Some(i64::MAX), 1));
    assert!(is_always_empty(None, Some(i64::MIN), 1));
    assert!(!is_always_empty(Some(i64::MIN), Some(i64::MAX), 1));
    assert!(!is_always_empty(Some(i64::MIN), None, i64::MAX));
    assert!(!is_always_empty(Some(i64::MAX), None, i64::MIN));
}
