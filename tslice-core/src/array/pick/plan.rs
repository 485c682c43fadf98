//! What a spec with lists selects of an array, as offsets: integers only.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::error::PickError;
use super::offsets::{Offsets, offsets};
use super::part::Part;
use crate::layout::{self, Dynamic};

/// The most elements of blocks with gaps that are read one by one, each by an offset of its own.
const SCATTERED: usize = 1 << 12;

/// Fewer offsets are no stride: copying columns takes less time than copying what strides lead to.
const STRIDE: usize = 5;

/// An axis of what is picked.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) step: Step,
}

/// How far the elements of an axis are from its first one.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Stride(isize),
    /// The offset of each.
    Offsets(Offsets),
}

/// What a spec selects: the offset of an index tuple is `base` and one of each axis, and leads to an element of the array that the
/// plan was made for.
#[derive(Debug)]
pub(in crate::array) struct Plan {
    base: isize,
    axes: SmallVec<[Axis; 2]>,
    shape: SmallVec<[usize; 4]>,
}

impl Plan {
    /// What some parts select of an array.
    pub(in crate::array) fn new(
        parts: &[Part<'_, '_>],
        shape: &[usize],
        strides: &[isize],
    ) -> Result<Self, PickError> {
        let mut plan = Self { base: 0, axes: SmallVec::new(), shape: SmallVec::new() };
        for part in parts {
            plan.base = plan.base.wrapping_add(part.first(strides));
            match part {
                Part::List { axis, group } => plan.push_offsets(offsets(group, *axis, shape, strides)?),
                Part::NewAxis => plan.push(Axis { len: 1, step: Step::Stride(0) }),
                Part::Index { .. } => {}
                Part::Range { axis, taken } => {
                    let stride = strides[*axis].wrapping_mul(taken.step());
                    plan.push(Axis { len: taken.count(), step: Step::Stride(stride) });
                }
            }
        }
        layout::check_count(&plan.shape)?;
        Ok(plan)
    }

    /// Elements at some offsets, which lead to elements of an array.
    pub(super) fn of_offsets(offsets: Offsets) -> Self {
        let mut plan = Self { base: 0, axes: SmallVec::new(), shape: SmallVec::new() };
        plan.push_offsets(offsets);
        plan
    }

    fn push(&mut self, axis: Axis) {
        self.shape.push(axis.len);
        self.axes.push(axis);
    }

    /// An axis of offsets: as a stride if they are one, not 0, and not few.
    fn push_offsets(&mut self, offsets: Offsets) {
        let len = offsets.len();
        let distance = |at: usize| offsets.at(at).wrapping_sub(offsets.at(at - 1));
        let stride = match len {
            0 => None,
            1 => Some(0),
            2..STRIDE => None,
            _ => Some(distance(1)).filter(|&stride| stride != 0 && (2..len).all(|at| distance(at) == stride)),
        };
        let step = match stride {
            Some(stride) => {
                self.base = self.base.wrapping_add(offsets.at(0));
                Step::Stride(stride)
            }
            None => Step::Offsets(offsets),
        };
        self.push(Axis { len, step });
    }

    /// The shape of what is picked.
    pub(super) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of elements that are picked.
    pub(super) fn len(&self) -> usize {
        layout::len(&self.shape)
    }

    /// The offset of the first element.
    pub(super) fn base(&self) -> isize {
        self.base
    }

    /// Makes small blocks with gaps blocks of one element, of which the same elements are read.
    pub(super) fn scatter(&mut self) {
        let list = self.axes.iter().rposition(|axis| matches!(axis.step, Step::Offsets(_)));
        let Some((last, Step::Offsets(offsets))) = list.map(|last| (last, &self.axes[last].step)) else {
            return;
        };
        let Block::Gaps(layout) = Block::new(self.axes[last + 1..].iter()) else { return };
        if layout::len(&layout.shape) * offsets.len() > SCATTERED {
            return;
        }
        let mut inside: SmallVec<[isize; 64]> = SmallVec::new();
        layout::Offsets::new(&layout).fold_each((), |(), offset| inside.push(offset));
        let scattered: Vec<isize> = (0..offsets.len())
            .flat_map(|at| inside.iter().map(move |inner| offsets.at(at).wrapping_add(*inner)))
            .collect();
        self.axes.truncate(last);
        self.axes.push(Axis { len: scattered.len(), step: Step::Offsets(Offsets::Far(scattered)) });
    }

    /// The number of elements of the axes behind the last list.
    pub(super) fn tail(&self) -> usize {
        let is_stride = |axis: &&Axis| matches!(axis.step, Step::Stride(_));
        self.axes.iter().rev().take_while(is_stride).fold(1, |count, axis| count * axis.len)
    }

    /// The axes that have more than one element, each with the stride of a source.
    pub(super) fn axes(&self, steps: impl Iterator<Item = isize>) -> SmallVec<[(&Axis, isize); 6]> {
        self.axes.iter().zip(steps).filter(|(axis, _)| axis.len != 1).collect()
    }
}

/// The layout of axes that have strides, or but one element.
pub(super) fn strided<'a>(axes: impl Iterator<Item = &'a Axis>) -> Dynamic {
    let (lengths, steps): (SmallVec<[usize; 8]>, SmallVec<[isize; 8]>) =
        axes.map(|axis| (axis.len, axis.offset(1))).unzip();
    Dynamic::of(&lengths, &steps)
}

/// What each position of the last list selects.
#[derive(Clone)]
pub(super) enum Block {
    /// So many elements that follow each other.
    Row(usize),
    Gaps(Dynamic),
}

impl Block {
    pub(super) fn new<'a>(axes: impl DoubleEndedIterator<Item = &'a Axis> + Clone) -> Self {
        let mut len: usize = 1;
        for axis in axes.clone().rev().filter(|axis| axis.len != 1) {
            if axis.offset(1) != len.cast_signed() {
                return Self::Gaps(strided(axes));
            }
            len *= axis.len;
        }
        Self::Row(len)
    }
}

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
