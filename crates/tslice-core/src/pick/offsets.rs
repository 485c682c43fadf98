//! Offsets of positions of an axis.

use core::ops::Range as Positions;

/// Positions of an axis that are equally far from each other, as offsets.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) first: isize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Run {
    /// Some of the positions.
    pub(super) fn part(self, range: Positions<usize>) -> Self {
        Self {
            first: self.at(range.start),
            len: range.len(),
            stride: self.stride,
        }
    }

    /// The offset of a position of the run.
    pub(super) fn at(self, position: usize) -> isize {
        self.first
            .wrapping_add(self.stride.wrapping_mul(position.cast_signed()))
    }
}

/// Takes offsets of an axis, some at a time.
pub(super) type See<'s> = &'s mut dyn FnMut(Offsets<'_>);

/// Offsets of some positions of an axis.
#[derive(Clone, Copy)]
pub(super) enum Offsets<'b> {
    Run(Run),
    Table(&'b [isize]),
}

impl Offsets<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Run(run) => run.len,
            Self::Table(table) => table.len(),
        }
    }

    /// Those of some of the positions.
    pub(super) fn part(self, range: Positions<usize>) -> Self {
        match self {
            Self::Run(run) => Self::Run(run.part(range)),
            Self::Table(table) => Self::Table(&table[range]),
        }
    }

    pub(super) fn each(&self, mut see: impl FnMut(isize)) {
        match self {
            Self::Run(run) => (0..run.len).for_each(|at| see(run.at(at))),
            Self::Table(table) => table.iter().for_each(|offset| see(*offset)),
        }
    }
}
