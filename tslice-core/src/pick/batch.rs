//! Visiting what is selected, some elements at a time: the loops over elements are generic, and nothing here is.

use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use super::elements::{BLOCK, Run};
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
    from: isize,
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

/// Short rows that are visited together, with base 0.
struct Joined {
    offsets: Vec<isize>,
    from: isize,
    step: isize,
}

impl Joined {
    /// Appends the offsets of a row to those of the rows before, if the source has the same step from them to this row.
    fn push(&mut self, row: &[isize], (base, from): (isize, isize), visit: &mut dyn FnMut(Batch<'_>)) {
        let count = self.offsets.len();
        let next = self.from.wrapping_add(self.step.wrapping_mul(count.cast_signed()));
        if count + row.len() > BLOCK || next != from {
            self.flush(visit);
            self.from = from;
        }
        self.offsets.extend(row.iter().map(|offset| base.wrapping_add(*offset)));
    }

    fn flush(&mut self, visit: &mut dyn FnMut(Batch<'_>)) {
        let offsets = Offsets::Table(&self.offsets);
        visit(Batch { base: 0, offsets, from: self.from, step: self.step });
        self.offsets.clear();
    }
}

impl Selection<'_> {
    /// Calls a function with the offsets of some positions of an axis. A list that is read where it is used is made into blocks of offsets.
    fn row(&self, axis: &Axis, range: Range<usize>, see: &mut dyn FnMut(Offsets<'_>)) {
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
            Step::Lent => match &self.lent {
                [Some((list, along)), None] => {
                    list.each_block(*along, range, &mut |block| see(Offsets::Table(block)))
                }
                lists => {
                    let mut block: SmallVec<[isize; BLOCK]> = SmallVec::from_elem(0, range.len().min(BLOCK));
                    for begin in range.clone().step_by(BLOCK) {
                        let offsets = &mut block[..BLOCK.min(range.end - begin)];
                        let lists = lists.iter().flatten().enumerate();
                        lists
                            .for_each(|(number, (list, along))| list.put(begin, *along, offsets, number > 0));
                        see(Offsets::Table(offsets));
                    }
                }
            },
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
        self.row(axis, range, &mut |offsets| {
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
        if outer.is_empty() {
            return self.part(row, range, (self.base(), 0), *step, visit);
        }
        let first = (self.base(), 0);
        if row.len >= BLOCK / 8 {
            let mut see_row = |base, from| self.part(row, 0..row.len, (base, from), *step, visit);
            return self.walk(outer, range, first, &mut see_row);
        }
        let mut offsets: SmallVec<[isize; BLOCK / 8]> = SmallVec::new();
        self.part(row, 0..row.len, (0, 0), 0, &mut |batch| batch.each(|offset, _| offsets.push(offset)));
        let mut joined = Joined { offsets: Vec::with_capacity(BLOCK), from: 0, step: *step };
        self.walk(outer, range, first, &mut |base, from| joined.push(&offsets, (base, from), visit));
        joined.flush(visit);
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
        self.row(axis, range, &mut |offsets| {
            visit(Batch { offsets, ..batch });
            batch.skip(offsets.len());
        });
    }
}
