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
    match axes {
        [] => visit(target, source),
        // A call for each of the innermost positions would cost short rows more than their elements.
        [(Axis { len, step: Step::Stride(stride) }, step)] => {
            for at in 0..len.cast_signed() {
                visit(
                    target.wrapping_add(stride.wrapping_mul(at)),
                    source.wrapping_add(step.wrapping_mul(at)),
                );
            }
        }
        [(Axis { len, step: Step::Offsets(offsets) }, step)] => {
            let mut source = source;
            offsets.each(0..*len, |offsets| {
                for offset in offsets {
                    visit(target.wrapping_add(*offset), source);
                    source = source.wrapping_add(*step);
                }
            });
        }
        [(axis, step), inner @ ..] => {
            for at in 0..axis.len {
                let source = source.wrapping_add(step.wrapping_mul(at.cast_signed()));
                walk(inner, (target.wrapping_add(axis.offset(at)), source), visit);
            }
        }
    }
}
