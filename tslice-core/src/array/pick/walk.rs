//! Walking the index tuples of what is picked, with the offsets in two arrays.

use super::plan::{Axis, Step};

impl Axis {
    /// The offset of an element from the first one. `at` is below the length.
    #[inline(always)]
    pub(super) fn offset(&self, at: usize) -> isize {
        match &self.step {
            Step::Stride(stride) => stride.wrapping_mul(at.cast_signed()),
            Step::Offsets(offsets) => offsets[at],
        }
    }
}

/// Calls a function with both offsets of each index tuple of some axes, in row-major order.
pub(super) fn walk(
    axes: &[(&Axis, isize)],
    (target, source): (isize, isize),
    visit: &mut impl FnMut(isize, isize),
) {
    let Some(((axis, step), inner)) = axes.split_first() else { return visit(target, source) };
    let mut source = source;
    for at in 0..axis.len {
        walk(inner, (target.wrapping_add(axis.offset(at)), source), visit);
        source = source.wrapping_add(*step);
    }
}

/// Calls a function with both offsets of each element of an axis, in a loop that the compiler sees where it is called.
#[inline(always)]
pub(super) fn walk_row(
    (axis, step): (&Axis, isize),
    (mut target, mut source): (isize, isize),
    mut visit: impl FnMut(isize, isize),
) {
    match &axis.step {
        Step::Stride(stride) => {
            for _ in 0..axis.len {
                visit(target, source);
                (target, source) = (target.wrapping_add(*stride), source.wrapping_add(step));
            }
        }
        Step::Offsets(offsets) => {
            for offset in offsets {
                visit(target.wrapping_add(*offset), source);
                source = source.wrapping_add(step);
            }
        }
    }
}
