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
    const ONE: Self = Self {
        len: 1,
        target: 0,
        source: 0,
    };

    /// One step further. That past the last element may leave the range of isize; it is not used.
    #[inline(always)]
    fn next(self, (target, source): (isize, isize)) -> (isize, isize) {
        (
            target.wrapping_add(self.target),
            source.wrapping_add(self.source),
        )
    }
}

/// Calls `visit` with the target's and the source's offset of every index tuple of `axes`.
#[inline(always)]
pub fn nest(axes: &[CopyAxis], mut visit: impl FnMut(isize, isize)) {
    let (far, count, [a, b, c]) = last_three(axes);
    for number in 0..count {
        let mut outer = offsets(far, number);
        for _ in 0..a.len {
            let mut middle = outer;
            for _ in 0..b.len {
                let mut inner = middle;
                for _ in 0..c.len {
                    visit(inner.0, inner.1);
                    inner = c.next(inner);
                }
                middle = b.next(middle);
            }
            outer = a.next(outer);
        }
    }
}

/// The last three axes, which are loops, and the others, which are one: how many index tuples they
/// have. Fewer axes than three have others of length 1 around them, so that each kernel compiles
/// what it does in one place.
fn last_three(axes: &[CopyAxis]) -> (&[CopyAxis], usize, [CopyAxis; 3]) {
    let one = CopyAxis::ONE;
    match *axes {
        [ref far @ .., a, b, c] => (far, far.iter().map(|axis| axis.len).product(), [a, b, c]),
        [b, c] => (&[], 1, [one, b, c]),
        [c] => (&[], 1, [one, one, c]),
        [] => (&[], 1, [one; 3]),
    }
}

/// The offsets of an index tuple: that with this number in row-major order.
fn offsets(axes: &[CopyAxis], mut number: usize) -> (isize, isize) {
    let (mut target, mut source) = (0, 0);
    for axis in axes.iter().rev() {
        let index = (number % axis.len) as isize;
        target += index * axis.target;
        source += index * axis.source;
        number /= axis.len;
    }
    (target, source)
}

#[cfg(test)]
mod tests;
