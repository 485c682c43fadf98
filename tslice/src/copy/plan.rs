//! The plan of a copy: which axes are left once those that are contiguous with each other are joined.

use smallvec::SmallVec;

/// One axis of a copy: its length and the distance between neighbours in target and source, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) len: usize,
    pub(crate) target: isize,
    pub(crate) source: isize,
}

/// The axes of a copy, outermost first, the inner one apart; `None` where there is nothing to move.
pub(crate) struct Plan {
    outer: SmallVec<[Axis; 8]>,
    inner: Option<Axis>,
}

impl Plan {
    pub(crate) fn new(axes: impl Iterator<Item = Axis>) -> Self {
        let mut joined: SmallVec<[Axis; 8]> = SmallVec::new();
        for axis in axes {
            match axis.len {
                0 => return Self { outer: SmallVec::new(), inner: None },
                1 => continue,
                _ => {}
            }
            let len = axis.len.cast_signed();
            match joined.last_mut() {
                Some(last)
                    if last.target == axis.target.wrapping_mul(len) && last.source == axis.source.wrapping_mul(len) =>
                {
                    *last = Axis { len: last.len * axis.len, ..axis };
                }
                _ => joined.push(axis),
            }
        }
        let inner = joined.pop().unwrap_or(Axis { len: 1, target: 1, source: 1 });
        Self { outer: joined, inner: Some(inner) }
    }

    /// Calls `row` with the target's and the source's offset of the first element of every inner row.
    #[inline]
    pub(crate) fn run(&self, mut row: impl FnMut(isize, isize, Axis)) {
        let Some(inner) = self.inner else { return };
        match *self.outer.as_slice() {
            [] => row(0, 0, inner),
            [a] => rows(0, 0, a, |t, s| row(t, s, inner)),
            [a, b] => rows(0, 0, a, |t, s| rows(t, s, b, |t, s| row(t, s, inner))),
            [ref far @ .., a, b] => {
                Self::far(far, 0, 0, &mut |t, s| rows(t, s, a, |t, s| rows(t, s, b, |t, s| row(t, s, inner))));
            }
        }
    }

    fn far(axes: &[Axis], target: isize, source: isize, block: &mut dyn FnMut(isize, isize)) {
        match axes {
            [] => block(target, source),
            [first, rest @ ..] => rows(target, source, *first, |t, s| Self::far(rest, t, s, block)),
        }
    }
}

#[inline(always)]
fn rows(target: isize, source: isize, axis: Axis, mut row: impl FnMut(isize, isize)) {
    for i in 0..axis.len.cast_signed() {
        row(target + i * axis.target, source + i * axis.source);
    }
}
