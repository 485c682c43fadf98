//! Visiting what is selected, some elements at a time: the loops over elements are generic, and nothing here is.

use alloc::vec::Vec;
use core::ops::Range;

use super::elements::{BLOCK, Run, each_block};
use super::selection::{Axis, Selection, Step};

/// Offsets of some positions of an axis.
#[derive(Clone, Copy)]
pub(super) enum Offsets<'b> {
    Run(Run),
    Table(&'b [isize]),
}

impl Offsets<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Run(run) => run.len,
            Self::Table(table) => table.len(),
        }
    }
}

/// Elements that one loop visits, and those of a source: `offsets` begin at `base`, and the source has `step` from `from` on.
#[derive(Clone, Copy)]
pub(super) struct Batch<'b> {
    pub(super) base: isize,
    pub(super) offsets: Offsets<'b>,
    pub(super) from: isize,
    step: isize,
}

impl Batch<'_> {
    /// Moves the source on.
    fn skip(&mut self, count: usize) {
        self.from = self.from.wrapping_add(self.step.wrapping_mul(count.cast_signed()));
    }

    /// Calls a function with both offsets of each element.
    #[inline(always)]
    pub(super) fn each(self, mut see: impl FnMut(isize, isize)) {
        let Self { base, offsets, mut from, step } = self;
        let mut see = |offset: isize| {
            see(base.wrapping_add(offset), from);
            from = from.wrapping_add(step);
        };
        match offsets {
            Offsets::Run(run) => (0..run.len).for_each(|at| see(run.at(at))),
            Offsets::Table(table) => table.iter().for_each(|offset| see(*offset)),
        }
    }
}

impl Selection<'_> {
    /// Calls a function with the offsets of some positions of an axis. A list that is read where it is used is made into blocks of offsets.
    #[inline]
    fn row(&self, axis: &Axis, range: Range<usize>, mut see: impl FnMut(Offsets<'_>)) {
        match axis.step {
            Step::Stride(stride) => see(Offsets::Run(Run { first: 0, len: axis.len, stride }.part(range))),
            Step::Table(start) => see(Offsets::Table(&self.table[start..][range])),
            Step::Runs(begin, end) => {
                let mut first = 0;
                for run in &self.runs[begin..end] {
                    let from = range.start.max(first) - first;
                    let to = range.end.clamp(first, first + run.len) - first;
                    if from < to {
                        see(Offsets::Run(run.part(from..to)));
                    }
                    first += run.len;
                }
            }
            Step::Lent => each_block(&self.lent, range, &mut |block| see(Offsets::Table(block))),
        }
    }

    /// Calls a function with both offsets of each index tuple of some axes, in row-major order, at some positions of the first axis.
    pub(super) fn walk(
        &self,
        axes: &[(Axis, isize)],
        range: Range<usize>,
        (target, from): (isize, isize),
        visit: &mut dyn FnMut(isize, isize),
    ) {
        let Some(((axis, step), inner)) = axes.split_first() else { return visit(target, from) };
        let mut batch = Batch { base: target, offsets: Offsets::Table(&[]), from, step: *step };
        batch.skip(range.start);
        self.row(axis, range, |offsets| {
            Batch { offsets, ..batch }.each(|target, from| match inner.first() {
                Some((axis, _)) => self.walk(inner, 0..axis.len, (target, from), visit),
                None => visit(target, from),
            });
            batch.skip(offsets.len());
        });
    }

    /// Calls a function with the elements of some axes, in row-major order, at some positions of the first axis: as few times as possible.
    pub(super) fn batches(
        &self,
        axes: &[(Axis, isize)],
        range: Range<usize>,
        visit: &mut dyn FnMut(Batch<'_>),
    ) {
        let Some(((row, step), outer)) = axes.split_last() else {
            let run = Run { first: 0, len: 1, stride: 0 };
            return visit(Batch { base: self.base(), offsets: Offsets::Run(run), from: 0, step: 0 });
        };
        match outer.split_last() {
            Some(((Axis { len, step: Step::Stride(down) }, next), outer))
                if row.len < BLOCK / 8 && *next == step.wrapping_mul(row.len.cast_signed()) =>
            {
                let rows = if outer.is_empty() { range.clone() } else { 0..*len };
                let table = self.table_of_rows(row, (rows.len(), *down));
                let together = table.len() / row.len;
                self.walk(outer, range, (self.base(), 0), &mut |base, from| {
                    for begin in rows.clone().step_by(together) {
                        let count = together.min(rows.end - begin) * row.len;
                        let base = base.wrapping_add(down.wrapping_mul(begin.cast_signed()));
                        let from = from.wrapping_add(next.wrapping_mul(begin.cast_signed()));
                        visit(Batch { base, offsets: Offsets::Table(&table[..count]), from, step: *step });
                    }
                });
            }
            _ => self.rows(axes, range, visit),
        }
    }

    /// Works like [`batches`](Self::batches), but never brings rows together.
    pub(super) fn rows(&self, axes: &[(Axis, isize)], range: Range<usize>, visit: &mut dyn FnMut(Batch<'_>)) {
        let Some(((row, step), outer)) = axes.split_last() else { return };
        if outer.is_empty() {
            return self.part(row, range, (self.base(), 0), *step, visit);
        }
        self.walk(outer, range, (self.base(), 0), &mut |base, from| {
            self.part(row, 0..row.len, (base, from), *step, visit);
        });
    }

    /// The offsets of short rows that are `down` apart, as many as fit into a block.
    fn table_of_rows(&self, row: &Axis, (rows, down): (usize, isize)) -> Vec<isize> {
        let mut table = Vec::with_capacity(BLOCK);
        self.part(row, 0..row.len, (0, 0), 0, &mut |batch| batch.each(|offset, _| table.push(offset)));
        for at in row.len..row.len * rows.min(BLOCK / row.len) {
            table.push(table[at - row.len].wrapping_add(down));
        }
        table
    }

    /// Calls a function with the elements at some positions of the last axis.
    fn part(
        &self,
        axis: &Axis,
        range: Range<usize>,
        (base, from): (isize, isize),
        step: isize,
        visit: &mut dyn FnMut(Batch<'_>),
    ) {
        let mut batch = Batch { base, offsets: Offsets::Table(&[]), from, step };
        batch.skip(range.start);
        self.row(axis, range, |offsets| {
            visit(Batch { offsets, ..batch });
            batch.skip(offsets.len());
        });
    }
}
