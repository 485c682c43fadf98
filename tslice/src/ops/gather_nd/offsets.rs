//! From index tuples to offsets in row-major params, checked many at a time.

use crate::raw::{Integer, bound};

/// One indexed axis: its length, and the distance between its neighbours in a row-major tensor.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) len: i64,
    pub(super) stride: usize,
    pub(super) negative_from_end: bool,
}

impl Axis {
    /// The position that an index means, where there is one.
    #[inline(always)]
    pub(super) fn position<I: Integer>(self, index: I) -> Option<usize> {
        let index = bound(index);
        let index = if self.negative_from_end && index < 0 { index + self.len } else { index };
        // One comparison: a negative index is a huge one without its sign.
        if index.cast_unsigned() < self.len.cast_unsigned() { usize::try_from(index).ok() } else { None }
    }

    #[inline(always)]
    fn offset<I: Integer>(self, index: I) -> Option<usize> {
        Some(self.position(index)? * self.stride)
    }
}

/// The offset that a tuple of one number for each axis means, where there is one.
#[inline(always)]
pub(super) fn offset<I: Integer>(axes: &[Axis], tuple: &[I]) -> Option<usize> {
    tuple.iter().zip(axes).try_fold(0, |sum, (&i, axis)| Some(sum + axis.offset(i)?))
}

/// Whether all tuples are good: compared in the indices' own type, so that a vector holds many.
pub(super) fn all_good<I: Integer>(axes: &[Axis], tuples: &[I]) -> bool {
    let within = |axis: Axis| {
        let from_end = I::from(-axis.len).unwrap_or(I::min_value());
        let first = if axis.negative_from_end { from_end } else { I::zero() };
        let last = I::from(axis.len - 1).unwrap_or(I::max_value());
        move |index: &I| (*index >= first) & (*index <= last)
    };
    // No way out of the loops, so that they may be of vectors.
    match *axes {
        [] => true,
        [a] => {
            let a = within(a);
            tuples.iter().fold(true, |good, i| good & a(i))
        }
        [a, b] => {
            let (a, b) = (within(a), within(b));
            tuples.as_chunks().0.iter().fold(true, |good, [i, j]| good & a(i) & b(j))
        }
        _ => tuples
            .chunks_exact(axes.len())
            .fold(true, |good, tuple| good & axes.iter().zip(tuple).all(|(&axis, i)| within(axis)(i))),
    }
}

/// Sets `offsets` to those of as many tuples. Whether all of them are good; the offsets of others mean nothing.
#[inline(always)]
pub(super) fn fill<I: Integer>(axes: &[Axis], tuples: &[I], offsets: &mut [usize]) -> bool {
    // A loop for each small depth, so that no tuple is itself a loop; none has a way out, so that they may be of vectors.
    match *axes {
        [] => {
            offsets.fill(0);
            true
        }
        [a] => each(tuples.iter(), offsets, |&i| a.offset(i)),
        [a, b] => each(tuples.as_chunks().0.iter(), offsets, |&[i, j]| sum([a.offset(i), b.offset(j)])),
        [a, b, c] => each(tuples.as_chunks().0.iter(), offsets, |&[i, j, k]| {
            sum([a.offset(i), b.offset(j), c.offset(k)])
        }),
        _ => each(tuples.chunks_exact(axes.len()), offsets, |tuple| offset(axes, tuple)),
    }
}

#[inline(always)]
fn each<X>(tuples: impl Iterator<Item = X>, offsets: &mut [usize], one: impl Fn(X) -> Option<usize>) -> bool {
    let mut good = true;
    for (place, tuple) in offsets.iter_mut().zip(tuples) {
        let offset = one(tuple);
        good &= offset.is_some();
        *place = offset.unwrap_or(0);
    }
    good
}

/// The sum, where all are there: without a way out before the last one.
#[inline(always)]
fn sum<const N: usize>(offsets: [Option<usize>; N]) -> Option<usize> {
    let good = offsets.iter().fold(true, |good, offset| good & offset.is_some());
    good.then(|| offsets.iter().map(|offset| offset.unwrap_or(0)).sum())
}
