//! What nearly every slice is: bounds inside their axis and something between them.
//!
//! Two comparisons that come out the same each time, so that nothing waits for them; what they do not let through is
//! resolved with care elsewhere, to the same result.

/// All bits where a step is negative, else none.
#[inline(always)]
pub(super) const fn back(step: i64) -> i64 {
    step >> 63
}

/// Where a bound is: one below 0 counts from behind the last position.
#[inline(always)]
pub(super) const fn position(bound: i64, len: i64) -> i64 {
    bound.wrapping_add(len & bound >> 63)
}

/// Where a range without begin starts.
#[inline(always)]
pub(super) const fn first(len: i64, back: i64) -> i64 {
    len.wrapping_sub(1) & back
}

/// Where a range without end stops.
#[inline(always)]
pub(super) const fn last(len: i64, back: i64) -> i64 {
    len | back
}

/// Whether an index is inside its axis.
#[inline(always)]
pub(super) const fn one(start: i64, step: i64, len: i64) -> bool {
    (start.cast_unsigned() < len.cast_unsigned()) & (step > 0)
}

/// How many positions a range selects, and whether that is so: not where there are none, or where it goes past the axis.
#[inline(always)]
pub(super) const fn several(start: i64, stop: i64, step: i64, len: i64) -> (usize, bool) {
    let back = back(step);
    // Counted from the end that the step comes from, every range goes up. What is below the axis is then far above it.
    let (low, high) = (mirrored(start, len, back), mirrored(stop, len, back));
    let sure = (low < high) & (high <= len.cast_unsigned()) & (step != 0);
    let distance = high.wrapping_sub(low);
    let count = match (step.wrapping_add(back) ^ back).cast_unsigned() {
        0 | 1 => distance,
        stride => (distance.wrapping_sub(1) / stride).wrapping_add(1),
    };
    (count as usize, sure)
}

/// Position `at`, or the one as far from the last position as `at` is from the first.
#[inline(always)]
const fn mirrored(at: i64, len: i64, back: i64) -> u64 {
    (at ^ back).wrapping_add(len & back).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::{back, first, last, one, position, several};
    use crate::resolve::range::range;

    #[test]
    fn what_is_inside_its_axis_is_resolved_here_and_as_with_care() {
        let bounds = || core::iter::once(None).chain((-7..=7).map(Some));
        for len in 0..=5 {
            for step in [-3, -2, -1, 1, 2, 3] {
                for (begin, end) in bounds().flat_map(|begin| bounds().map(move |end| (begin, end))) {
                    let start = begin.map_or(first(len, back(step)), |begin| position(begin, len));
                    let stop = end.map_or(last(len, back(step)), |end| position(end, len));
                    let (count, sure) = several(start, stop, step, len);
                    let careful = range(begin, end, step, len);
                    let inside = (0..len).contains(&start) && (-1..=len).contains(&stop);
                    assert_eq!(sure, inside && careful.count > 0, "{begin:?}:{end:?}:{step} of {len}");
                    assert!(!sure || (start, count) == (careful.start, careful.count));
                }
            }
            for index in -7..=7 {
                let inside = (-len..len).contains(&index);
                assert!(one(position(index, len), 1, len) == inside && !one(position(index, len), -1, len));
                assert!(!one(position(index, len), 0, len));
            }
            assert!(!several(0, len, 0, len).1);
        }
    }
}
