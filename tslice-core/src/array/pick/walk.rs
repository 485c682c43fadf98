//! Walking the index tuples of what is picked, with the offsets in two arrays.

use super::plan::{Axis, Step};

impl Axis {
    /// The offset of an element from the first one. `at` is below the length.
    #[inline(always)]
    pub(super) fn offset(&self, at: usize) -> isize {
        match &self.step {
            Step::Stride(stride) => stride.wrapping_mul(at.cast_signed()),
            Step::Offsets(offsets) => offsets.at(at),
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
