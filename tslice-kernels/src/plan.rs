//! The plan of a copy: which axes are left once those that are contiguous with each other are joined.

use core::cmp::Reverse;

/// One axis of a copy: its length and the distance between neighbours in target and source, in one unit (elements or
/// bytes).
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
    /// The entry of a list whose axes are not known yet.
    pub const BLANK: Self = Self { len: 0, target: 0, source: 0 };

    /// The same axis counted in bytes of elements of `size` bytes.
    #[inline(always)]
    pub fn in_bytes(self, size: isize) -> Self {
        // This wraps only for an axis of one element, whose stride is not used: the others stay inside an allocation.
        Self { target: self.target.wrapping_mul(size), source: self.source.wrapping_mul(size), ..self }
    }
}

/// Counts every axis in the direction of the target's memory. Returns the offsets, in target and source, of what is
/// the first index tuple then.
#[inline(always)]
pub fn forwards(axes: &mut [CopyAxis]) -> (isize, isize) {
    let (mut target, mut source) = (0_isize, 0_isize);
    for axis in axes {
        if axis.target < 0 {
            // This wraps only for an axis of one element or none, whose stride is not used.
            let last = axis.len.cast_signed().wrapping_sub(1);
            target = target.wrapping_add(last.wrapping_mul(axis.target));
            source = source.wrapping_add(last.wrapping_mul(axis.source));
            (axis.target, axis.source) = (axis.target.wrapping_neg(), axis.source.wrapping_neg());
        }
    }
    (target, source)
}

/// Puts axes in the order of the target's memory, outermost first, so that neighbours there are written together.
#[inline(always)]
pub fn sort(axes: &mut [CopyAxis]) {
    if axes.len() > 64 {
        return sort_many(axes);
    }
    for end in 1..axes.len() {
        let mut at = end;
        while at > 0 && axes[at - 1].target.unsigned_abs() < axes[at].target.unsigned_abs() {
            axes.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Works like [`sort`], but in time that is not quadratic in the number of axes.
#[cold]
#[inline(never)]
fn sort_many(axes: &mut [CopyAxis]) {
    axes.sort_unstable_by_key(|axis| Reverse(axis.target.unsigned_abs()));
}

/// The axes of a copy that [`join`] leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// How many axes there are; they are the first of the list, outermost first.
    pub count: usize,
    /// How many units are contiguous in source and target, inside the innermost axis.
    pub block: usize,
}

/// Joins neighbours that are contiguous with each other in source and target, and drops axes of length 1. `None` if
/// an axis is empty, so that nothing is to be moved.
///
/// `axes` come outermost first and count in units, of which an element has `block`; `joined` is at least as long.
#[inline(always)]
pub fn join(
    axes: impl Iterator<Item = CopyAxis>,
    mut block: usize,
    joined: &mut [CopyAxis],
) -> Option<Joined> {
    let mut count = 0;
    for axis in axes {
        match axis.len {
            0 => return None,
            1 => continue,
            _ => {}
        }
        let len = axis.len.cast_signed();
        if count > 0
            && joined[count - 1].target == axis.target.wrapping_mul(len)
            && joined[count - 1].source == axis.source.wrapping_mul(len)
        {
            joined[count - 1] = CopyAxis { len: joined[count - 1].len * axis.len, ..axis };
        } else {
            joined[count] = axis;
            count += 1;
        }
    }
    if count > 0
        && joined[count - 1].target == block.cast_signed()
        && joined[count - 1].source == block.cast_signed()
    {
        count -= 1;
        block *= joined[count].len;
    }
    Some(Joined { count, block })
}

/// Calls `visit` with the target's and the source's offset of every index tuple of `axes`.
#[inline(always)]
pub fn nest(axes: &[CopyAxis], mut visit: impl FnMut(isize, isize)) {
    // Loops, not closures in closures: only so is `visit` inlined with the instructions that its caller has.
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
    match *axes {
        [] => loops!(0, 0;),
        [a] => loops!(0, 0; a),
        [a, b] => loops!(0, 0; a b),
        [a, b, c] => loops!(0, 0; a b c),
        [ref far @ .., a, b, c] => far_nest(far, 0, 0, &mut |t, s| loops!(t, s; a b c)),
    }
}

fn far_nest(axes: &[CopyAxis], mut target: isize, mut source: isize, visit: &mut dyn FnMut(isize, isize)) {
    let [first, rest @ ..] = axes else { return visit(target, source) };
    for _ in 0..first.len {
        far_nest(rest, target, source, visit);
        (target, source) = (target.wrapping_add(first.target), source.wrapping_add(first.source));
    }
}

#[cfg(test)]
mod tests;
