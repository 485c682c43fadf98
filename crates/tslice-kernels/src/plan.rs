//! The axes of a copy, and a walk over them.

/// One axis of a copy: its length and the distance between neighbours in target and source, in one
/// unit (elements or bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyAxis {
    /// How many there are along the axis.
    pub len: usize,
    /// From neighbour to neighbour in the target.
    pub target: isize,
    /// From neighbour to neighbour in the source.
    pub source: isize,
}

impl CopyAxis {
    /// An axis of length 1.
    pub(crate) const ONE: Self = Self {
        len: 1,
        target: 0,
        source: 0,
    };

    /// The offsets `count` positions on. Those behind the last one may leave the range of isize;
    /// they are not used.
    #[inline(always)]
    fn on(&self, count: isize, (target, source): (isize, isize)) -> (isize, isize) {
        (
            target.wrapping_add(self.target.wrapping_mul(count)),
            source.wrapping_add(self.source.wrapping_mul(count)),
        )
    }
}

/// The parts of two axes, which have at most as many positions as `sides` says: the offsets of the
/// first ones, and the axes of a part.
pub(crate) fn parts(
    axes: [CopyAxis; 2],
    sides: [usize; 2],
) -> impl Iterator<Item = ((isize, isize), [CopyAxis; 2])> {
    let cut = |axis: CopyAxis, side: usize| {
        (0..axis.len).step_by(side).map(move |start| {
            let len = side.min(axis.len - start);
            (start.cast_signed(), CopyAxis { len, ..axis })
        })
    };
    cut(axes[0], sides[0]).flat_map(move |(at, part)| {
        let first = part.on(at, (0, 0));
        cut(axes[1], sides[1]).map(move |(at, other)| (other.on(at, first), [part, other]))
    })
}

/// The target's and the source's offset of every index tuple of axes, in row-major order.
///
/// An iterator, because the body of a loop has the instructions of the function that it is in,
/// while a closure may become a function without them.
pub struct Offsets<'x> {
    outer: &'x [CopyAxis],
    inner: CopyAxis,
    /// Positions of `inner` that are left.
    left: usize,
    /// Turns of `inner` that have begun.
    turns: usize,
    next: (isize, isize),
}

impl<'x> Offsets<'x> {
    /// The offsets of axes; none if one of them has length 0.
    #[inline(always)]
    pub fn new(axes: &'x [CopyAxis]) -> Self {
        let (inner, mut outer) = axes.split_last().unwrap_or((&CopyAxis::ONE, &[]));
        let mut left = inner.len;
        if axes.iter().any(|axis| axis.len == 0) {
            (outer, left) = (&[], 0);
        }
        Self {
            outer,
            inner: *inner,
            left,
            turns: 1,
            next: (0, 0),
        }
    }

    /// The first offsets of turn `count` of the innermost axis, from those of the turn before.
    #[inline(never)]
    fn turn(
        outer: &[CopyAxis],
        mut count: usize,
        mut first: (isize, isize),
    ) -> Option<(isize, isize)> {
        for axis in outer.iter().rev() {
            first = axis.on(1, first);
            if !count.is_multiple_of(axis.len) {
                return Some(first);
            }
            count /= axis.len;
            first = axis.on(-axis.len.cast_signed(), first);
        }
        None
    }
}

impl Iterator for Offsets<'_> {
    type Item = (isize, isize);

    #[inline(always)]
    fn next(&mut self) -> Option<(isize, isize)> {
        if self.left == 0 {
            let first = self.inner.on(-self.inner.len.cast_signed(), self.next);
            self.next = Self::turn(self.outer, self.turns, first)?;
            self.left = self.inner.len;
            self.turns += 1;
        }
        let here = self.next;
        self.next = self.inner.on(1, here);
        self.left -= 1;
        Some(here)
    }
}

#[cfg(test)]
mod tests;
