//! What two selections of one axis are together.

use tslice_core::Progression;

/// What `next` selects of these positions; it selects below the count.
#[inline(always)]
pub(crate) const fn then(first: Progression, next: Progression) -> Progression {
    match next.count() {
        0 => Progression::NONE,
        // If there are two positions, both steps together are shorter than the axis.
        count => Progression::part_of(
            first.at(next.first()),
            count,
            first.step().wrapping_mul(next.step()),
        ),
    }
}

/// The positions that both select, in the order of the first; `NONE` if they share none.
pub(crate) const fn intersect(first: Progression, other: Progression) -> Progression {
    let Some((low, high, step)) = first.common(other) else {
        return Progression::NONE;
    };
    // Positions of both, so they and the steps between two of them are inside the axis.
    let (low, high, step) = (low as usize, high as usize, step as usize);
    let count = (high - low) / step + 1;
    if first.step() < 0 {
        Progression::part_of(high, count, -step.cast_signed())
    } else {
        Progression::part_of(low, count, step.cast_signed())
    }
}

/// Where positions, which are all among those of `other`, are in it.
pub(crate) const fn numbered_in(part: Progression, other: Progression) -> Progression {
    match other.find(part.first()) {
        Some(first) => Progression::part_of(first, part.count(), part.step() / other.step()),
        None => Progression::NONE,
    }
}

/// Whether all positions of `part` are among these.
pub(crate) const fn contains(all: Progression, part: Progression) -> bool {
    match part.last() {
        None => true,
        Some(last) => {
            let apart = part.step() % all.step() == 0 || part.count() == 1;
            apart && all.find(part.first()).is_some() && all.find(last).is_some()
        }
    }
}

/// All positions from the lowest of both to the highest; neither is empty.
pub(crate) const fn hull(first: Progression, other: Progression) -> Progression {
    let (a, b) = (first.hull(), other.hull());
    let begin = if a.start < b.start { a.start } else { b.start };
    let end = if a.end > b.end { a.end } else { b.end };
    Progression::part_of(begin, end - begin, 1)
}
