//! The plan of a copy: which axes are left once those that are contiguous with each other are joined.

use core::cmp::Reverse;

/// One axis of a copy: its length and the distance between neighbours in target and source, in one unit (elements or
/// bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopyAxis {
    pub(crate) len: usize,
    pub(crate) target: isize,
    pub(crate) source: isize,
}

impl CopyAxis {
    /// The entry of a list whose axes are not known yet.
    pub(crate) const BLANK: Self = Self { len: 0, target: 0, source: 0 };

    /// The same axis counted in bytes of elements of `size` bytes.
    #[inline(always)]
    pub(crate) fn in_bytes(self, size: isize) -> Self {
        // This wraps only for an axis of one element, whose stride is not used: the others stay inside an allocation.
        Self { target: self.target.wrapping_mul(size), source: self.source.wrapping_mul(size), ..self }
    }
}

/// Counts every axis in the direction of the target's memory. Returns the offsets, in target and source, of what is
/// the first index tuple then.
#[inline(always)]
pub(crate) fn forwards(axes: &mut [CopyAxis]) -> (isize, isize) {
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
pub(crate) fn sort(axes: &mut [CopyAxis]) {
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
pub(crate) struct Joined {
    /// How many axes there are; they are the first of the list, outermost first.
    pub(crate) count: usize,
    /// How many units are contiguous in source and target, inside the innermost axis.
    pub(crate) block: usize,
}

/// Joins neighbours that are contiguous with each other in source and target, and drops axes of length 1. `None` if
/// an axis is empty, so that nothing is to be moved.
///
/// `axes` come outermost first and count in units, of which an element has `block`; `joined` is at least as long.
#[inline(always)]
pub(crate) fn join(
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
pub(crate) fn nest(axes: &[CopyAxis], mut visit: impl FnMut(isize, isize)) {
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
mod tests {
    use std::vec::Vec;

    use super::{CopyAxis, Joined, forwards, join, nest, sort};

    fn axes(list: &[(usize, isize, isize)]) -> Vec<CopyAxis> {
        list.iter().map(|&(len, target, source)| CopyAxis { len, target, source }).collect()
    }

    #[track_caller]
    fn case(list: &[(usize, isize, isize)], block: usize, left: &[(usize, isize, isize)], joined: usize) {
        let mut kept = axes(list);
        let plan = join(axes(list).into_iter(), block, &mut kept);
        assert_eq!(plan, Some(Joined { count: left.len(), block: joined }));
        assert_eq!(kept[..left.len()], axes(left));
    }

    #[test]
    fn neighbours_that_are_contiguous_with_each_other_are_joined() {
        case(&[], 4, &[], 4);
        case(&[(2, 12, 12), (3, 4, 4)], 4, &[], 24);
        case(&[(2, 3, 30), (3, 1, 10)], 1, &[(6, 1, 10)], 1);
        case(&[(2, 12, 4), (3, 4, 8)], 4, &[(2, 12, 4), (3, 4, 8)], 4);
        case(&[(2, 12, 12), (3, 4, 8)], 4, &[(2, 12, 12), (3, 4, 8)], 4);
        case(&[(2, 24, 12), (3, 4, 4)], 4, &[(2, 24, 12)], 12);
        case(&[(2, 12, 24), (3, 4, 4)], 4, &[(2, 12, 24)], 12);
        case(&[(3, -2, -2), (2, -1, -1)], 1, &[(6, -1, -1)], 1);
        case(&[(4, 8, 0), (2, 4, 4)], 4, &[(4, 8, 0)], 8);
    }

    #[test]
    fn axes_of_one_element_are_dropped_whatever_their_strides() {
        case(&[(2, 3, 3), (1, 99, 7), (3, 1, 1), (1, 0, 0)], 1, &[], 6);
        case(&[(1, isize::MAX, isize::MIN), (2, 8, 9)], 2, &[(2, 8, 9)], 2);
    }

    #[test]
    fn nothing_moves_along_an_empty_axis() {
        let list = axes(&[(2, 3, 3), (0, 1, 1), (3, 1, 1)]);
        assert_eq!(join(list.iter().copied(), 1, &mut list.clone()), None);
    }

    #[test]
    fn every_index_tuple_is_visited_in_order() {
        let all = axes(&[(2, 1000, -7), (3, 100, 5), (1, 9, 9), (2, 10, 3), (3, 1, -1)]);
        for rank in 0..=all.len() {
            let (mut visited, mut expected) = (Vec::new(), std::vec![(0, 0)]);
            nest(&all[..rank], |t, s| visited.push((t, s)));
            for axis in &all[..rank] {
                let steps = 0..axis.len.cast_signed();
                let next = |(t, s): (isize, isize)| {
                    steps.clone().map(move |i| (t + i * axis.target, s + i * axis.source))
                };
                expected = expected.into_iter().flat_map(next).collect();
            }
            assert_eq!(visited, expected);
        }
    }

    #[test]
    fn the_farthest_axis_of_the_target_comes_first() {
        let mut list = axes(&[(2, 1, 0), (3, -50, 1), (4, 7, 2), (5, 50, 3)]);
        sort(&mut list);
        assert_eq!(list, axes(&[(3, -50, 1), (5, 50, 3), (4, 7, 2), (2, 1, 0)]));
    }

    #[test]
    fn axes_are_counted_from_the_end_that_is_first_in_the_target() {
        let mut list = axes(&[(2, 100, -7), (3, -20, 5), (1, -9, 9), (4, -1, -2)]);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        nest(&list, |t, s| before.push((t, s)));
        let (target, source) = forwards(&mut list);
        assert_eq!(list, axes(&[(2, 100, -7), (3, 20, -5), (1, 9, -9), (4, 1, 2)]));
        nest(&list, |t, s| after.push((target + t, source + s)));
        assert!(after.is_sorted_by_key(|place| place.0));
        before.sort_unstable();
        assert_eq!(before, after);
    }

    #[test]
    fn bytes_are_counted_by_the_size_of_an_element() {
        let axis = CopyAxis { len: 2, target: 3, source: -4 };
        assert_eq!(axis.in_bytes(8), CopyAxis { len: 2, target: 24, source: -32 });
    }
}
