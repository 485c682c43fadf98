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

impl Steps for CopyAxis {
    type Place = (*mut u8, *const u8);

    const ONE: Self = Self {
        len: 1,
        target: 0,
        source: 0,
    };

    #[inline(always)]
    fn length(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn on(&self, count: isize, (to, from): Self::Place) -> Self::Place {
        (
            to.wrapping_offset(self.target.wrapping_mul(count)),
            from.wrapping_offset(self.source.wrapping_mul(count)),
        )
    }
}

/// The parts of two axes, which have at most as many positions as `sides` says: the place of each,
/// from that of the first one, and its axes.
pub(crate) fn parts(
    first: (*mut u8, *const u8),
    axes: [CopyAxis; 2],
    sides: [usize; 2],
) -> impl Iterator<Item = ((*mut u8, *const u8), [CopyAxis; 2])> {
    let cut = |axis: CopyAxis, side: usize| {
        (0..axis.len).step_by(side).map(move |start| {
            let len = side.min(axis.len - start);
            (start.cast_signed(), CopyAxis { len, ..axis })
        })
    };
    cut(axes[0], sides[0]).flat_map(move |(at, part)| {
        let first = part.on(at, first);
        cut(axes[1], sides[1]).map(move |(at, other)| (other.on(at, first), [part, other]))
    })
}

/// An axis of some operands.
pub trait Steps: Copy {
    /// Where an index tuple is in each operand.
    type Place: Copy;

    /// An axis of length 1.
    const ONE: Self;

    /// How many positions there are along the axis.
    fn length(&self) -> usize;
    /// The place `count` positions on. It may be outside of the memory; only those of index tuples
    /// are used.
    fn on(&self, count: isize, place: Self::Place) -> Self::Place;
}

/// The place of every index tuple of axes, in row-major order.
///
/// An iterator, because the body of a loop has the instructions of the function that it is in,
/// while a closure may become a function without them.
pub struct Tuples<'x, A: Steps> {
    axes: &'x [A],
    inner: A,
    /// Positions of `inner`, the last axis, that are left.
    left: usize,
    /// Turns of `inner` behind this one.
    turns: usize,
    next: A::Place,
}

impl<'x, A: Steps> Tuples<'x, A> {
    /// The places of axes, from the first one on; none if an axis has length 0.
    #[inline(always)]
    pub fn new(axes: &'x [A], first: A::Place) -> Self {
        let one = A::ONE;
        let (&inner, outer) = axes.split_last().unwrap_or((&one, &[]));
        let turns: usize = outer.iter().map(A::length).product();
        let left = if turns == 0 { 0 } else { inner.length() };
        Self {
            axes,
            inner,
            left,
            turns: if left == 0 { 0 } else { turns - 1 },
            next: first,
        }
    }

    /// The first place of the innermost axis when `count` turns are left, from that behind its last
    /// one.
    #[inline(never)]
    fn turn(axes: &[A], mut count: usize, mut place: A::Place) -> A::Place {
        for axis in axes.windows(2).rev() {
            place = axis[1].on(-axis[1].length().cast_signed(), place);
            place = axis[0].on(1, place);
            if !count.is_multiple_of(axis[0].length()) {
                break;
            }
            count /= axis[0].length();
        }
        place
    }
}

impl<A: Steps> Iterator for Tuples<'_, A> {
    type Item = A::Place;

    #[inline(always)]
    fn next(&mut self) -> Option<A::Place> {
        if self.left == 0 {
            if self.turns == 0 {
                return None;
            }
            self.next = Self::turn(self.axes, self.turns, self.next);
            self.left = self.inner.length();
            self.turns -= 1;
        }
        let here = self.next;
        self.next = self.inner.on(1, here);
        self.left -= 1;
        Some(here)
    }
}

#[cfg(test)]
pub(crate) mod tests;
