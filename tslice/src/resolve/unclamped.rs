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
