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
}

/// Calls `visit` with the target's and the source's offset of every index tuple of `axes`.
#[inline(always)]
pub fn nest(axes: &[CopyAxis], mut visit: impl FnMut(isize, isize)) {
    // Loops, not closures in closures: only so is `visit` inlined with the instructions that its
    // caller has.
    macro_rules! loops {
        ($t:expr, $s:expr;) => { visit($t, $s) };
        ($t:expr, $s:expr; $axis:ident $($inner:ident)*) => {{
            let (mut t, mut s): (isize, isize) = ($t, $s);
            for _ in 0..$axis.len {
                loops!(t, s; $($inner)*);
                // One step past the last element may leave the range of isize; it is not used.
                (t, s) = (t.wrapping_add($axis.target), s.wrapping_add($axis.source));
            }
        }};
    }
    if let [far @ .., a, b, c] = axes {
        if far.is_empty() {
            return loops!(0, 0; a b c);
        }
        return far_nest(far, 0, 0, &mut |t, s| loops!(t, s; a b c));
    }
    // Fewer axes than two have others of length 1 around them: one loop is compiled, not three.
    let (a, b) = match *axes {
        [a, b, ..] => (a, b),
        [b] => (CopyAxis::ONE, b),
        [] => (CopyAxis::ONE, CopyAxis::ONE),
    };
    loops!(0, 0; a b);
}

fn far_nest(
    axes: &[CopyAxis],
    mut target: isize,
    mut source: isize,
    visit: &mut dyn FnMut(isize, isize),
) {
    let [first, rest @ ..] = axes else {
        return visit(target, source);
    };
    for _ in 0..first.len {
        far_nest(rest, target, source, visit);
        (target, source) = (
            target.wrapping_add(first.target),
            source.wrapping_add(first.source),
        );
    }
}

#[cfg(test)]
mod tests;
