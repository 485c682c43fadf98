//! Visiting what is selected, some elements at a time: the loops over elements are generic, and
//! nothing here is.

use alloc::vec::Vec;
use core::ops::Range;

use super::elements::BLOCK;
use super::offsets::{Offsets, Run};
use super::selection::Selection;

/// Elements that one loop visits, and those of a source: `offsets` begin at `base`, and the source
/// has `step` from `from` on.
#[derive(Clone, Copy)]
pub(super) struct Batch<'b> {
    pub(super) base: isize,
    /// By reference: a copy waits until what it copies is written. Row `pick mask 99` takes 1.1
    /// times as long with one.
    pub(super) offsets: &'b Offsets<'b>,
    pub(super) from: isize,
    pub(super) step: isize,
}

impl Batch<'_> {
    /// Calls a function with both offsets of each element.
    pub(super) fn each(self, mut see: impl FnMut(isize, isize)) {
        let Self {
            base,
            offsets,
            mut from,
            step,
        } = self;
        // By value: in memory, each addition to `from` waits for the one before it, and row
        // `count of 100000 positions` takes 4 times as long.
        offsets.each(move |offset| {
            see(base.wrapping_add(offset), from);
            from = from.wrapping_add(step);
        });
    }
}

/// Takes both offsets of an element.
type Visit<'v> = &'v mut dyn FnMut(isize, isize);

impl Selection<'_> {
    /// Calls a function with the elements of an axis, those of the source from `from` on and `step`
    /// apart. A list that is read where it is used is made into blocks of offsets.
    fn row(
        &self,
        axis: usize,
        step: isize,
        (base, mut from): (isize, isize),
        mut visit: impl FnMut(Batch<'_>),
    ) {
        let (len, stride) = (self.layout.shape[axis], self.layout.strides[axis]);
        let mut see = |offsets: Offsets<'_>| {
            visit(Batch {
                base,
                offsets: &offsets,
                from,
                step,
            });
            from = from.wrapping_add(step.wrapping_mul(offsets.len().cast_signed()));
        };
        match self.list(axis) {
            Some(list) => list.each(see),
            None => see(Offsets::Run(Run {
                first: 0,
                len,
                stride,
            })),
        }
    }

    /// Calls a function with both offsets of each index tuple of some axes, in row-major order.
    /// `steps` are the strides of the source.
    fn walk(
        &self,
        mut axes: Range<usize>,
        steps: &[isize],
        (target, from): (isize, isize),
        visit: Visit<'_>,
    ) {
        // A call for each axis takes stack, and a shape may have thousands of axes of length 1.
        let is_walked = |axis: &usize| self.layout.shape[*axis] != 1 || self.list(*axis).is_some();
        let Some(axis) = axes.find(is_walked) else {
            return visit(target, from);
        };
        self.row(axis, steps[axis], (target, from), |batch| {
            if axes.is_empty() {
                batch.each(&mut *visit)
            } else {
                batch.each(|target, from| self.walk(axes.clone(), steps, (target, from), visit));
            }
        });
    }

    /// Calls a function with the elements of the first axes, in row-major order, and those of a
    /// source of these strides. Short rows are joined if each position selects few elements. An
    /// empty axis ends the call before the other axes are visited.
    pub(super) fn batches(
        &self,
        axes: usize,
        steps: &[isize],
        are_few: bool,
        visit: &mut dyn FnMut(Batch<'_>),
    ) {
        if self.len() == 0 {
            return;
        }
        let Some(last) = axes.checked_sub(1) else {
            let offsets = &Offsets::Table(&[0]);
            return visit(Batch {
                base: self.base,
                offsets,
                from: 0,
                step: 0,
            });
        };
        let (len, step) = (self.layout.shape[last], steps[last]);
        if let Some(outer) = last.checked_sub(1)
            && are_few
            && len < BLOCK / 8
            && self.list(outer).is_none()
            && steps[outer] == step.wrapping_mul(len.cast_signed())
        {
            return self.joined(outer, steps, visit);
        }
        self.walk(0..last, steps, (self.base, 0), &mut |base, from| {
            self.row(last, step, (base, from), &mut *visit)
        });
    }

    /// Works like [`batches`](Self::batches), for short rows along the axis behind `outer`, whose
    /// positions are equally far from each other: as many rows are visited together as fit into a
    /// block.
    fn joined(&self, outer: usize, steps: &[isize], visit: &mut dyn FnMut(Batch<'_>)) {
        let (rows, down) = (self.layout.shape[outer], self.layout.strides[outer]);
        let (len, step) = (self.layout.shape[outer + 1], steps[outer + 1]);
        let mut table = Vec::with_capacity(BLOCK);
        self.row(outer + 1, 0, (0, 0), |batch| {
            batch.offsets.each(|offset| table.push(offset))
        });
        for at in len..len * rows.min(BLOCK / len) {
            table.push(table[at - len].wrapping_add(down));
        }
        let together = table.len() / len;
        self.walk(0..outer, steps, (self.base, 0), &mut |base, from| {
            for begin in (0..rows).step_by(together) {
                let count = together.min(rows - begin) * len;
                visit(Batch {
                    base: base.wrapping_add(down.wrapping_mul(begin.cast_signed())),
                    offsets: &Offsets::Table(&table[..count]),
                    from: from.wrapping_add(steps[outer].wrapping_mul(begin.cast_signed())),
                    step,
                });
            }
        });
    }
}
