//! The sum of what a closure returns, such as a dot product.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::slice;

use num_traits::Zero;
use smallvec::SmallVec;
use tslice_kernels::Tuples;

use super::tuples::{Items, Operands};
use super::walk::{RowWay, one_row};
use super::{Zip, whole};
use crate::compute::reduce::{self, Exact, IN_ORDER, LANES, Monoid, Sums, added_in};
use crate::copy::offset;
use crate::layout::{Loops, NestAxis};

/// Results of a closure that are added at a time: those that LANES states combine before the next
/// ones.
const RESULTS: usize = LANES * LANES;

impl<O: Operands<N>, const N: usize> Zip<O, N> {
    /// Returns the sum of what the closure returns, which is called once for each index tuple: a
    /// dot product is `zip((&a, &b)).sum(|(a, b)| a * b)`.
    ///
    /// The order of the calls is that of [`for_each`](Self::for_each). The results are added as
    /// [`Array::sum`](crate::Array::sum) adds elements: side by side and in pairs, in an order that
    /// depends on shapes and strides alone, where [`fold`](Self::fold) adds them one after the
    /// other. What is said there of integers and of `f16` applies to the results.
    ///
    /// ```
    /// use tslice::{tensor, zip};
    ///
    /// let (a, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![0.5, 0.25]);
    /// assert_eq!(zip((&a, &b)).sum(|(a, b)| (a - b) * (a - b)), 23.625);
    /// ```
    #[doc(alias("dot", "norm", "einsum", "matmul", "inner"))]
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn sum<U: Copy + Zero, F>(self, /* |(a, b)| a * b */ f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        added_in!(U, |wide, narrow| self.sum_by(f, wide, narrow))
    }

    #[inline(always)]
    #[track_caller]
    fn sum_by<U: Copy, V: Copy + Zero, F: for<'i> FnMut(Items<'i, O>) -> U>(
        mut self,
        f: F,
        wide: impl Fn(U) -> V + Copy,
        narrow: impl Fn(V) -> U,
    ) -> U {
        let (adder, mut exact, mut outer) = (Sums::of(wide), Exact::ZERO, Loops::new());
        let Some((row, first)) = self.nest(Self::ORDER, &mut outer) else {
            return narrow(V::zero());
        };
        let count = |count: usize, axis: &NestAxis<N>| count.saturating_mul(axis.len);
        let sum = if outer.iter().fold(row.len, count) < IN_ORDER {
            // SAFETY: `few` needs live elements of each operand, which only it reaches if it is
            // exclusive: the steps are those of the arrays (their invariants 1 and 2), which the
            // operands borrow or own, and an exclusive operand is not repeated.
            unsafe { few(first, &outer, &row, f, adder, &mut exact) }
        } else {
            // SAFETY: `parts` needs the same elements.
            unsafe { parts(first, &outer, &row, f, adder, &mut exact) }
        };
        let total = narrow(sum.unwrap_or(V::zero()));
        if Exact::checks::<U>() {
            exact.check(total);
        }
        total
    }
}

/// The sum of what a closure returns for all elements, one after the other, as few elements are
/// added. It needs no place for each result.
///
/// # Safety
///
/// From `first` on are live elements of each operand for each index tuple of the loops `outer` and
/// `row`, and nothing writes them, or reads those of exclusive operands.
#[inline(always)]
unsafe fn few<const N: usize, O: Operands<N>, U: Copy, V: Copy>(
    first: [*mut u8; N],
    outer: &[NestAxis<N>],
    row: &NestAxis<N>,
    mut f: impl for<'i> FnMut(Items<'i, O>) -> U,
    adder: impl Monoid<U, State = V>,
    exact: &mut Exact,
) -> Option<V> {
    let mut sum: Option<V> = None;
    for mut first in Tuples::new(outer, first) {
        for _ in 0..row.len {
            // SAFETY: `items_at` needs a live element of each operand: the condition of this
            // function.
            let result = f(unsafe { O::items_at(first) });
            if Exact::checks::<U>() {
                exact.add(result);
            }
            sum = Some(sum.map_or(adder.lift(result), |sum| adder.with(sum, result)));
            // The step past the last element may leave the allocation; its result is not used.
            first = offset(first, &row.steps);
        }
    }
    sum
}

/// The sum of what a closure returns for all elements. The sums of parts of RESULTS results are
/// added in pairs: each is of a power of two of them, the first one of the most.
///
/// # Safety
///
/// That of [`few`].
#[inline(always)]
unsafe fn parts<
    const N: usize,
    O: Operands<N>,
    U: Copy,
    V: Copy,
    F: for<'i> FnMut(Items<'i, O>) -> U,
>(
    first: [*mut u8; N],
    outer: &[NestAxis<N>],
    row: &NestAxis<N>,
    mut f: F,
    adder: impl Monoid<U, State = V>,
    exact: &mut Exact,
) -> Option<V> {
    let (mut sums, mut parts, mut filled) = (SmallVec::<[V; 32]>::new(), 0_usize, 0);
    let mut results = [MaybeUninit::<U>::uninit(); RESULTS];
    let mut sum_of = |results: &[MaybeUninit<U>]| {
        let first: *const U = results.as_ptr().cast();
        // SAFETY: a slice needs initialised elements: the walk has written one to each place.
        let results = unsafe { slice::from_raw_parts(first, results.len()) };
        if Exact::checks::<U>() {
            results.iter().for_each(|result| exact.add(*result));
        }
        reduce::row(results, adder)
    };
    let way = RowWay::of(row, O::SIZES, O::EXCLUSIVE);
    // The closure travels by value: see `walk`.
    let mut each = |mut f: F, items: Items<'_, O>| {
        let result = f(items);
        Continue((f, result))
    };
    for mut first in Tuples::new(outer, first) {
        let mut left = row.len;
        while left > 0 {
            let count = left.min(RESULTS - filled);
            let places = &mut results[filled..filled + count];
            // SAFETY: `one_row` needs a live element of each operand for each place: the condition
            // of this function. The way is that of these steps.
            f = whole(unsafe {
                one_row::<N, O, U, _, _>(way, first, &row.steps, places, f, &mut each)
            });
            filled += count;
            left -= count;
            if filled == RESULTS
                && let Some(mut sum) = sum_of(&results)
            {
                for _ in 0..parts.trailing_ones() {
                    sum = sums.pop().map_or(sum, |before| adder.join(before, sum));
                }
                sums.push(sum);
                (parts, filled) = (parts + 1, 0);
            }
            // The step past the last element may leave the allocation; its result is not used.
            first = offset(first, &row.distance(count));
        }
    }
    // The last part is not moved to the others, and those not out of their list: few results would
    // take half as long again.
    let last = sum_of(&results[..filled]).into_iter();
    let sum = last.chain(sums.iter().rev().copied());
    sum.reduce(|behind, before| adder.join(before, behind))
}
