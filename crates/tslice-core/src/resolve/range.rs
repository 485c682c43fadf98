//! Python's arithmetic for one axis. `range` takes any bounds. The other functions are for bounds
//! that lie inside their axis and select at least one element, as nearly all do: they need two
//! comparisons, which a branch predictor foresees, and say whether the result is right. Where both
//! give a result, it is the same one.

use super::{Int, Range, Uint};

/// The first position that `begin:end:stride` selects on an axis of length `len`, as Python's
/// `slice.indices` says, and how many.
///
/// `stride` is not 0; `len` is not negative. If nothing is selected, the first position is in
/// `-1..=len`.
#[inline(always)]
pub(crate) const fn range(range: Range, len: Int) -> (Int, usize) {
    let stride = range.step();
    let (first, last) = if stride > 0 { (0, len) } else { (-1, len - 1) };
    let (from, to) = if stride > 0 {
        (first, last)
    } else {
        (last, first)
    };
    let start = if let Some(begin) = range.begin {
        clamp(begin, first, last, len)
    } else {
        from
    };
    let stop = if let Some(end) = range.end {
        clamp(end, first, last, len)
    } else {
        to
    };
    // Both lie in -1..=len, so the distance cannot overflow; counting first needs no
    // `start + stride`.
    let distance = if stride > 0 {
        stop - start
    } else {
        start - stop
    };
    let count = if distance <= 0 {
        0
    } else if stride == 1 || stride == -1 {
        distance.cast_unsigned()
    } else {
        (distance.cast_unsigned() - 1) / stride.unsigned_abs() + 1
    };
    // At most the length of the axis, which is a `usize`.
    (start, count as usize)
}

#[inline(always)]
const fn clamp(bound: Int, first: Int, last: Int, len: Int) -> Int {
    // `len` is added to negative bounds only, so the sum cannot overflow.
    let from_front = if bound < 0 { bound + len } else { bound };
    if from_front < first {
        first
    } else if from_front > last {
        last
    } else {
        from_front
    }
}

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

/// The number of positions of a range, and whether that number is right: it is not if the range is
/// empty or leaves the axis.
#[inline(always)]
pub(super) const fn count(start: Int, stop: Int, step: Int, len: Int) -> (usize, bool) {
    let back = back(step);
    // Counted from the end that the step comes from, every range goes up. What is below the axis is
    // then far above it.
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
