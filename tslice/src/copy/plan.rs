//! The plan of a copy: which axes are left once those that are contiguous with each other are joined.

use smallvec::SmallVec;

/// One axis of a copy: its length and the distance between neighbours in target and source, in one unit (elements or
/// bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) len: usize,
    pub(crate) target: isize,
    pub(crate) source: isize,
}

impl Axis {
    /// The same axis counted in bytes of elements of `size` bytes.
    #[inline(always)]
    pub(crate) fn in_bytes(self, size: isize) -> Self {
        // Axes of one element may have any stride; the others stay inside an allocation, in bytes too.
        Self { target: self.target.wrapping_mul(size), source: self.source.wrapping_mul(size), ..self }
    }
}

/// The axes of a copy, outermost first; those longer than 1 and not contiguous with their inner neighbour.
pub(crate) type Axes = SmallVec<[Axis; 8]>;

/// Joins neighbours that are contiguous with each other in source and target, and drops axes of length 1. `None` where
/// there is nothing to move.
#[inline(always)]
pub(crate) fn join(axes: impl Iterator<Item = Axis>) -> Option<Axes> {
    let mut joined = Axes::new();
    for axis in axes {
        match axis.len {
            0 => return None,
            1 => continue,
            _ => {}
        }
        let len = axis.len.cast_signed();
        match joined.last_mut() {
            Some(last)
                if last.target == axis.target.wrapping_mul(len)
                    && last.source == axis.source.wrapping_mul(len) =>
            {
                *last = Axis { len: last.len * axis.len, ..axis };
            }
            _ => joined.push(axis),
        }
    }
    Some(joined)
}

/// Calls `visit` with the target's and the source's offset of every index tuple of `axes`.
#[inline(always)]
pub(crate) fn nest(axes: &[Axis], mut visit: impl FnMut(isize, isize)) {
    match *axes {
        [] => visit(0, 0),
        [a] => along(0, 0, a, visit),
        [a, b] => along(0, 0, a, |t, s| along(t, s, b, &mut visit)),
        [ref far @ .., a, b] => {
            nest_far(far, 0, 0, &mut |t, s| along(t, s, a, |t, s| along(t, s, b, &mut visit)));
        }
    }
}

fn nest_far(axes: &[Axis], target: isize, source: isize, visit: &mut dyn FnMut(isize, isize)) {
    match axes {
        [] => visit(target, source),
        [first, rest @ ..] => along(target, source, *first, |t, s| nest_far(rest, t, s, visit)),
    }
}

#[inline(always)]
fn along(mut target: isize, mut source: isize, axis: Axis, mut visit: impl FnMut(isize, isize)) {
    for _ in 0..axis.len {
        visit(target, source);
        // One step past the last element may leave the range of isize; it is not used.
        target = target.wrapping_add(axis.target);
        source = source.wrapping_add(axis.source);
    }
}
