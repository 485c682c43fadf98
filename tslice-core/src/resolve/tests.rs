//! Unit tests of `resolve::inside`.

use super::inside::{back, count, first, index_is_inside, last, position};
use crate::resolve::range::range;
use crate::spec::Bounds;

#[test]
fn inside_ranges_are_counted_as_by_range() {
    let bounds = || core::iter::once(None).chain((-7..=7).map(Some));
    for len in 0..=5 {
        for stride in [-3, -2, -1, 1, 2, 3] {
            for (begin, end) in bounds().flat_map(|begin| bounds().map(move |end| (begin, end))) {
                let start = begin.map_or(first(len, back(stride)), |begin| position(begin, len));
                let stop = end.map_or(last(len, back(stride)), |end| position(end, len));
                let (counted, right) = count(start, stop, stride, len);
                let (expected_start, expected) = range(Bounds { begin, end, stride }, len);
                let inside = (0..len).contains(&start) && (-1..=len).contains(&stop);
                assert_eq!(right, inside && expected > 0, "{begin:?}:{end:?}:{stride} of {len}");
                assert!(!right || (start, counted) == (expected_start, expected));
            }
        }
        for index in -7..=7 {
            let (inside, start) = ((-len..len).contains(&index), position(index, len));
            assert!(index_is_inside(start, 1, len) == inside);
            assert!(!index_is_inside(start, -1, len) && !index_is_inside(start, 0, len));
        }
        assert!(!count(0, len, 0, len).1);
    }
}
