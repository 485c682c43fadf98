//! Visiting what is selected, some elements at a time: the loops over elements are generic, and
//! nothing here is.

use alloc::vec::Vec;

use super::elements::{BLOCK, each_block};
use super::mask;
use super::offsets::{Offsets, Run};
use super::selection::{Axis, Selection, Step};

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
    /// Calls a function with the offsets of the positions of an axis. A list that is read where it
    /// is used is made into blocks of offsets.
    pub(super) fn row(&self, axis: &Axis, mut see: impl FnMut(Offsets<'_>)) {
        let Axis { first, len, step } = *axis;
        let range = first..first + len;
        match step {
            Step::Stride(stride) => see(Offsets::Run(Run {
                first: stride.wrapping_mul(first.cast_signed()),
                len,
                stride,
            })),
            Step::Pieces(begin, end) => {
                let mut first = 0;
                for piece in &self.pieces[begin..end] {
                    let offsets = self.offsets(piece);
                    let from = range.start.max(first) - first;
                    let to = range.end.clamp(first, first + offsets.len()) - first;
                    if from < to {
                        see(offsets.part(from..to));
                    }
                    first += offsets.len();
                }
            }
            Step::Indices => each_block(&self.indices, range, &mut see),
            Step::Mask(stride) => mask::offsets(self.mask, stride, &mut see),
        }
    }

    /// Calls a function with the elements of an axis, those of the source from `from` on.
    fn part(
        &self,
        axis: &(Axis, isize),
        (base, mut from): (isize, isize),
        mut visit: impl FnMut(Batch<'_>),
    ) {
        let (axis, step) = *axis;
        self.row(&axis, |offsets| {
            visit(Batch {
                base,
                offsets: &offsets,
                from,
                step,
            });
            from = from.wrapping_add(step.wrapping_mul(offsets.len().cast_signed()));
        });
    }

    /// Calls a function with both offsets of each index tuple of some axes, in row-major order.
    fn walk(&self, axes: &[(Axis, isize)], (target, from): (isize, isize), visit: Visit<'_>) {
        match axes {
            [] => visit(target, from),
            [axis] => self.part(axis, (target, from), |batch| batch.each(&mut *visit)),
            [axis, inner @ ..] => self.part(axis, (target, from), |batch| {
                batch.each(|target, from| self.walk(inner, (target, from), visit));
            }),
        }
    }

    /// Calls a function with the elements of some axes, in row-major order. Short rows are joined
    /// if each position selects few elements. An empty axis ends the call before the other axes are
    /// visited.
    pub(super) fn batches(
        &self,
        axes: &[(Axis, isize)],
        are_few: bool,
        visit: &mut dyn FnMut(Batch<'_>),
    ) {
        if self.len() == 0 {
            return;
        }
        let one = (Axis::new(1, Step::Stride(0)), 0);
        let (last @ &(row, step), outer) = axes.split_last().unwrap_or((&one, &[]));
        if let &[
            ref outer @ ..,
            (
                Axis {
                    first,
                    len,
                    step: Step::Stride(down),
                },
                next,
            ),
        ] = outer
            && are_few
            && row.len < BLOCK / 8
            && next == step.wrapping_mul(row.len.cast_signed())
        {
            // The offsets of short rows that are `down` apart, as many as fit into a block.
            let mut table = Vec::with_capacity(BLOCK);
            self.row(&row, |offsets| offsets.each(|offset| table.push(offset)));
            for at in row.len..row.len * len.min(BLOCK / row.len) {
                table.push(table[at - row.len].wrapping_add(down));
            }
            let together = table.len() / row.len;
            return self.walk(outer, (self.base, 0), &mut |base, from| {
                for begin in (first..first + len).step_by(together) {
                    let count = together.min(first + len - begin) * row.len;
                    let base = base.wrapping_add(down.wrapping_mul(begin.cast_signed()));
                    let from = from.wrapping_add(next.wrapping_mul(begin.cast_signed()));
                    visit(Batch {
                        base,
                        offsets: &Offsets::Table(&table[..count]),
                        from,
                        step,
                    });
                }
            });
        }
        self.walk(outer, (self.base, 0), &mut |base, from| {
            self.part(last, (base, from), &mut *visit)
        });
    }
}
