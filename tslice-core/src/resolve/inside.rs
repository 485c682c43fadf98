//! The arithmetic of bounds that lie inside their axis and select at least one element, as nearly all do.
//!
//! There are two comparisons per range, which a branch predictor foresees. `range` resolves what they do not let through. If
//! both give a result, it is the same one.

use super::{Int, Uint};

/// All bits if a step is negative, else none.
#[inline(always)]
pub(super) const fn back(step: Int) -> Int {
    step >> (Int::BITS - 1)
}

/// The position of a bound: one below 0 counts from behind the last position.
#[inline(always)]
pub(super) const fn position(bound: Int, len: Int) -> Int {
    bound.wrapping_add(len & bound >> (Int::BITS - 1))
}

/// The start of a range without begin.
#[inline(always)]
pub(super) const fn first(len: Int, back: Int) -> Int {
    len.wrapping_sub(1) & back
}

/// The stop of a range without end.
#[inline(always)]
pub(super) const fn last(len: Int, back: Int) -> Int {
    len | back
}

/// Whether an index is inside its axis, and its stride at least 1.
#[inline(always)]
pub(super) const fn index_is_inside(start: Int, step: Int, len: Int) -> bool {
    (start.cast_unsigned() < len.cast_unsigned()) & (step > 0)
}

/// The number of positions of a range, and whether that number is right: it is not if the range is empty or leaves the axis.
#[inline(always)]
pub(super) const fn count(start: Int, stop: Int, step: Int, len: Int) -> (usize, bool) {
    let back = back(step);
    // Counted from the end that the step comes from, every range goes up. What is below the axis is then far above it.
    let (low, high) = (mirrored(start, len, back), mirrored(stop, len, back));
    let right = (low < high) & (high <= len.cast_unsigned()) & (step != 0);
    let distance = high.wrapping_sub(low);
    let count = match (step.wrapping_add(back) ^ back).cast_unsigned() {
        0 | 1 => distance,
        // The commonest stride, without the division where the compiler does not see it.
        2 => distance.wrapping_add(1) >> 1,
        stride => (distance.wrapping_sub(1) / stride).wrapping_add(1),
    };
    (count as usize, right)
}

/// Position `at`, or the one as far from the last position as `at` is from the first.
#[inline(always)]
const fn mirrored(at: Int, len: Int, back: Int) -> Uint {
    (at ^ back).wrapping_add(len & back).cast_unsigned()
}
