//! Unit tests of `resolve::checked::proof`.

use std::boxed::Box;
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Shape, begin, end, index, within};
use crate::resolve::range::range;
use crate::spec::Bounds;

/// Whether a range is an error where the length of its axis is not known.
fn is_always_empty(Bounds { begin: first, end: last, stride }: Bounds) -> bool {
    let shape: Shape = &[None];
    catch_unwind(|| {
        let _ = match (first, last) {
            (Some(first), Some(last)) => within(shape, 0, first, last, stride),
            (Some(first), None) => begin(shape, 0, first, stride),
            (None, Some(last)) => end(shape, 0, last, stride),
            (None, None) => shape,
        };
    })
    .is_err()
}

#[test]
fn range_empty_on_small_lengths_is_always_empty() {
    let bounds = || core::iter::once(None).chain((-9..=9).map(Some));
    for stride in [-2, -1, 1, 3] {
        for (begin, end) in bounds().flat_map(|begin| bounds().map(move |end| (begin, end))) {
            let bounds = Bounds { begin, end, stride };
            let expected = (0..60).all(|len| range(bounds, len).1 == 0);
            assert_eq!(is_always_empty(bounds), expected, "{begin:?}:{end:?}:{stride}");
        }
    }
}

#[test]
fn check_fails_exactly_if_nothing_is_selected() {
    let shape: Shape = Box::leak((0..6).map(Some).collect::<Box<[_]>>());
    for (axis, len) in (0..6).enumerate() {
        let selects = |begin, end, stride| range(Bounds { begin, end, stride }, len).1 > 0;
        let places = [axis.cast_signed(), axis.cast_signed() - 6];
        for (place, first) in places.into_iter().flat_map(|place| (-8..=8).map(move |first| (place, first))) {
            let passes = |check: &dyn Fn()| catch_unwind(AssertUnwindSafe(check)).is_ok();
            assert_eq!(
                passes(&|| {
                    let _ = index(shape, place, first);
                }),
                (-len..len).contains(&first)
            );
            for stride in [-3, -2, -1, 1, 2, 3] {
                let says = |of: &str| format!("{of} of {first}, stride {stride}, length {len}");
                let passed = passes(&|| {
                    let _ = begin(shape, place, first, stride);
                });
                assert_eq!(passed, selects(Some(first), None, stride), "{}", says("begin"));
                let passed = passes(&|| {
                    let _ = end(shape, place, first, stride);
                });
                assert_eq!(passed, selects(None, Some(first), stride), "{}", says("end"));
                for last in -8..=8 {
                    let passed = passes(&|| {
                        let _ = within(shape, place, first, last, stride);
                    });
                    assert_eq!(
                        passed,
                        selects(Some(first), Some(last), stride),
                        "{last}, {}",
                        says("within")
                    );
                }
            }
        }
    }
}

#[test]
fn proof_ignores_lengths_above_any_array() {
    let shape: Shape = &[Some(usize::MAX), Some(isize::MAX as usize + 1)];
    for place in [0, 1] {
        let _ = index(shape, place, -1);
        let _ = begin(shape, place, 1, 1);
    }
}

#[test]
fn bounds_at_the_ends_are_judged() {
    let of = |begin, end, stride| is_always_empty(Bounds { begin, end, stride });
    assert!(of(Some(i64::MAX), Some(i64::MAX), 1));
    assert!(of(None, Some(i64::MIN), 1));
    assert!(!of(Some(i64::MIN), Some(i64::MAX), 1));
    assert!(!of(Some(i64::MIN), None, i64::MAX));
    assert!(!of(Some(i64::MAX), None, i64::MIN));
}
