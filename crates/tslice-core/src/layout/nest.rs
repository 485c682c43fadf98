//! The order in which the elements of several operands are visited together: loops inside one
//! another, over integers only.

use smallvec::SmallVec;

/// One axis of N operands: its length, and the distance of neighbours in each operand. An operand
/// that is repeated along the axis has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NestAxis<const N: usize> {
    pub(crate) len: usize,
    pub(crate) steps: [isize; N],
}

/// The order in which index tuples are visited.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// Row-major order of the indices.
    RowMajor,
    /// The order of one operand's memory.
    Of(usize),
    /// The order that suits the memory of all operands best.
    Any,
}

/// Loops inside one another, outermost first. They come by reference where they are planned: moving
/// them takes longer than a small loop.
pub(crate) type Loops<const N: usize> = SmallVec<[NestAxis<N>; 12]>;

/// The axes of N operands as loops. None has length 0, and axes that are contiguous with each other
/// in every operand are one. The loops outside of the innermost one, none of which has length 1,
/// are in [`Loops`].
pub(crate) struct Nest<const N: usize> {
    /// The innermost loop.
    pub(crate) row: NestAxis<N>,
    /// The distance from the position of index 0 to the one that is visited first, in each operand.
    pub(crate) first: [isize; N],
}

impl<const N: usize> NestAxis<N> {
    /// An axis of one position.
    pub(crate) const ONE: Self = Self {
        len: 1,
        steps: [0; N],
    };

    /// The distance of `count` positions, in each operand. It may wrap where it is not used: behind
    /// the last position of an empty array.
    #[inline(always)]
    pub(crate) fn distance(&self, count: usize) -> [isize; N] {
        self.steps
            .map(|step| step.wrapping_mul(count.cast_signed()))
    }

    /// This axis and the one around it as one, if they are contiguous with each other in every
    /// operand.
    #[inline(always)]
    pub(crate) fn around(self, outer: Self) -> Option<Self> {
        if outer.len == 1 {
            Some(self)
        } else if self.len == 1 {
            Some(outer)
        } else {
            let len = self.len.wrapping_mul(outer.len);
            (outer.steps == self.distance(self.len)).then_some(Self { len, ..self })
        }
    }

    /// How far a step leads; the axis that leads farthest is the outermost.
    #[inline(always)]
    fn width(&self, order: Order) -> usize {
        match order {
            // All axes compare as equal, so they keep their order.
            Order::RowMajor => 0,
            Order::Of(operand) => self.steps[operand].unsigned_abs(),
            Order::Any => self
                .steps
                .iter()
                .fold(0, |sum, step| sum.saturating_add(step.unsigned_abs())),
        }
    }

    /// Whether the order visits the positions of the axis from the last to the first.
    #[inline(always)]
    fn is_reversed(&self, order: Order) -> bool {
        match order {
            Order::RowMajor => false,
            Order::Of(operand) => self.steps[operand] < 0,
            Order::Any => {
                self.steps.iter().all(|&step| step <= 0) && self.steps.iter().any(|&step| step < 0)
            }
        }
    }
}

impl<const N: usize> Nest<N> {
    /// The loops over axes, which are given outermost first; `None` if one of them has length 0. If
    /// all have length 1, the row has one position, and steps of `unit`.
    #[inline(always)]
    pub(crate) fn new(
        axes: impl Iterator<Item = NestAxis<N>>,
        unit: [isize; N],
        order: Order,
        outer: &mut Loops<N>,
    ) -> Option<Self> {
        let mut nest = Self {
            row: NestAxis {
                len: 1,
                steps: unit,
            },
            first: [0; N],
        };
        for mut axis in axes {
            match axis.len {
                0 => return None,
                1 => continue,
                _ => {}
            }
            if axis.is_reversed(order) {
                let last = axis.distance(axis.len - 1);
                nest.first
                    .iter_mut()
                    .zip(last)
                    .for_each(|(first, last)| *first = first.wrapping_add(last));
                axis.steps = axis.steps.map(isize::wrapping_neg);
            }
            if nest.row.len == 1 {
                nest.row = axis;
            } else if axis.width(order) <= nest.row.width(order) {
                outer.push(core::mem::replace(&mut nest.row, axis));
            } else {
                let wider = outer
                    .iter()
                    .take_while(|outer| outer.width(order) >= axis.width(order))
                    .count();
                outer.insert(wider, axis);
            }
        }
        for at in (0..outer.len()).rev() {
            // By value and not by a reference, so that the numbers of the row stay in registers.
            let inner = outer.get(at + 1).copied().unwrap_or(nest.row);
            let Some(joined) = inner.around(outer[at]) else {
                continue;
            };
            match outer.get_mut(at + 1) {
                Some(inner) => *inner = joined,
                None => nest.row = joined,
            }
            outer.remove(at);
        }
        Some(nest)
    }
}

/// All loops, without those of length 1, outermost first.
#[inline(never)]
pub(crate) fn loops<const N: usize>(outer: &[NestAxis<N>], row: NestAxis<N>) -> Loops<N> {
    outer
        .iter()
        .copied()
        .chain([row])
        .filter(|axis| axis.len != 1)
        .collect()
}
