//! Python's arithmetic for one axis.

use super::{Bounds, Int, Uint};

/// The first position that `begin:end:stride` selects on an axis of length `len`, as Python's `slice.indices` says, and how many.
///
/// `stride` is not 0; `len` is not negative. If nothing is selected, the first position is in `-1..=len`.
#[inline(always)]
pub(crate) const fn range(Bounds { begin, end, stride }: Bounds, len: Int) -> (Int, usize) {
    let (first, last) = if stride > 0 { (0, len) } else { (-1, len - 1) };
    let start = match begin {
        Some(b) => clamp(b, first, last, len),
        None if stride > 0 => first,
        None => last,
    };
    let stop = match end {
        Some(e) => clamp(e, first, last, len),
        None if stride > 0 => last,
        None => first,
    };
    // Both lie in -1..=len, so the distance cannot overflow; counting first needs no `start + stride`.
    let distance = if stride > 0 { stop - start } else { start - stop };
    let count = if distance <= 0 {
        0
    } else if stride == 1 || stride == -1 {
        distance.cast_unsigned()
    } else {
        (distance.cast_unsigned() - 1) / stride.unsigned_abs() + 1
    };
    (start, narrow(count))
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

/// Converts a count. It is at most the length of its axis, which is a `usize`.
#[inline(always)]
const fn narrow(count: Uint) -> usize {
    count as usize
}
