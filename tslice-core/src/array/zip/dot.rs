//! The sum of what a closure returns, such as a dot product.

use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::{array, slice};

use num_traits::Zero;

use super::axes::{self, Room, Tuples, ZipAxis, offset};
use super::sums::{HALF, LANES, PIECE, SHORT, Sums, add_block, sum_row, total, total_of_half};
use super::tuples::{Items, NONE, Operands, is_long};
use super::walk::{self, RowWay};
use super::{Zip, whole};
use crate::layout;

/// Results of a closure that are added at a time.
const RESULTS: usize = 256;

impl<O: Operands<N>, const N: usize> Zip<O, N> {
    /// Returns the sum of what the closure returns, which is called once for each index tuple: a dot product is
    /// `zip((&a, &b)).sum(|(a, b)| a * b)`.
    ///
    /// The results are added as [`Array::sum`](crate::Array::sum) adds elements: side by side and in pieces, where
    /// [`fold`](Self::fold) adds them one after the other. The order of the calls is that of [`for_each`](Self::for_each).
    ///
    /// ```
    /// use tslice::{tensor, zip};
    ///
    /// let (a, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![0.5, 0.25]);
    /// assert_eq!(zip((&a, &b)).sum(|(a, b)| (a - b) * (a - b)), 23.625);
    /// ```
    #[doc(alias("dot", "norm", "einsum"))]
    #[inline]
    pub fn sum<U: Copy + Zero, F>(mut self, mut f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let (shapes, strides) = (self.operands.shapes(), self.operands.strides());
        if let Some(len) = axes::one_row(shapes, strides).filter(|&len| len <= PIECE) {
            let row = ZipAxis { len, steps: O::SIZES.map(usize::cast_signed) };
            // SAFETY: `first_element` needs that elements of shared operands are not written: items of them are shared references.
            let first = unsafe { self.operands.first_element() };
            // SAFETY: `sum_short` needs live elements of each operand that follow each other, which only this walk reaches if they are
            // exclusive: those of the arrays (their invariants 1 and 2), which the operands borrow or own.
            return unsafe { sum_short::<N, O, U, F>(first, &row, RowWay::Contiguous, &mut f) };
        }
        self.sum_any(f)
    }

    /// [`sum`](Self::sum) of operands of any layout. Beside this much code, sums of short rows would not be inlined.
    #[inline(never)]
    fn sum_any<U: Copy + Zero, F>(mut self, mut f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let (shapes, strides) = (self.operands.shapes(), self.operands.strides());
        if let [.., len] = *shapes[0]
            && shapes[0].len() <= 2
            && layout::len(shapes[0]) < SHORT
            && axes::are_one(shapes)
            && strides
                .iter()
                .all(|steps| steps.is_sorted_by(|outer, inner| outer >= inner) && steps.last() >= Some(&0))
        {
            // Short rows and small matrices, windows perhaps, repay no plan if this is the order of their memory.
            let steps =
                |axis: usize| array::from_fn(|at| strides[at][axis].wrapping_mul(O::SIZES[at].cast_signed()));
            let rows = if let [rows, _] = *shapes[0] { rows } else { 1 };
            let (down, row) = (steps(0), ZipAxis { len, steps: steps(shapes[0].len() - 1) });
            let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
            // SAFETY: `first_element` needs that elements of shared operands are not written: items of them are shared references.
            let mut first = unsafe { self.operands.first_element() };
            return (0..rows).fold(U::zero(), |sum, _| {
                // SAFETY: `sum_short` needs live elements of each operand, which only this walk reaches if they are exclusive: those of a
                // row of the arrays, which have one shape (their invariants 1 and 2), and which the operands borrow or own.
                let of_row = unsafe { sum_short::<N, O, U, F>(first, &row, way, &mut f) };
                // The step past the last row may leave the allocation; its result is not used.
                first = offset(first, &down);
                sum + of_row
            });
        }
        let mut room = Room::new();
        let Some((plan, first)) = self.plan(Self::ORDER, &mut room) else { return U::zero() };
        let row = plan.row;
        let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
        let is_alone = plan.far.iter().all(|axis| axis.len == 1);
        if is_alone && row.len <= PIECE {
            // SAFETY: `sum_short` needs live elements of each operand, which only this walk reaches if they are exclusive: the steps are
            // those of the arrays (their invariants 1 and 2), which the operands borrow or own, and an exclusive operand is not repeated.
            return unsafe { sum_short::<N, O, U, F>(first, &row, way, &mut f) };
        }
        // SAFETY: `sum_many` needs what was said of `sum_short`, for each index tuple of `far`. The way is that of these steps.
        unsafe { sum_many::<N, O, U, F>(first, plan.far, &row, way, f) }
    }
}

/// The sum of what a closure returns for the elements of the axes `far` and `row`. Where short rows are summed up, they are not behind this
/// much code.
///
/// # Safety
///
/// Every index tuple of the axes reaches a live element of each operand from `first` on, which only this walk reaches if it is
/// exclusive. The way is that of the row.
#[inline(never)]
unsafe fn sum_many<const N: usize, O, U, F>(
    first: [*mut u8; N],
    far: &[ZipAxis<N>],
    row: &ZipAxis<N>,
    way: RowWay,
    mut f: F,
) -> U
where
    O: Operands<N>,
    U: Copy + Zero,
    F: for<'i> FnMut(Items<'i, O>) -> U,
{
    let mut sums = Sums::new();
    let stride = row.steps.map(|step| step.wrapping_mul(RESULTS.cast_signed()));
    let mut results = [MaybeUninit::<U>::uninit(); RESULTS];
    let (far, axis) = axes::innermost(far, [0; N]);
    for mut start in Tuples::new(far, first) {
        for _ in 0..axis.len {
            let (mut first, mut begin) = (start, 0);
            if way == RowWay::Contiguous {
                let blocks = row.len / RESULTS;
                begin = blocks * RESULTS;
                let add: unsafe fn(&mut Sums<U>, [*mut u8; N], usize, &mut F) -> [*mut u8; N] =
                    match is_long(begin) {
                        true => add_blocks_wide::<N, O, U, F>,
                        false => add_blocks::<N, O, U, F>,
                    };
                // SAFETY: `add_blocks` needs live elements that follow each other: those of the row (the conditions of this function and
                // the way). `add_blocks_wide` needs a machine with AVX2 and FMA, too: `is_long`.
                first = unsafe { add(&mut sums, first, blocks, &mut f) };
            }
            for at in (begin..row.len).step_by(RESULTS) {
                let places = &mut results[..RESULTS.min(row.len - at)];
                // SAFETY: `one_row` needs a live element of each operand for each place, which only this walk reaches if it is exclusive:
                // the conditions of this function.
                whole(unsafe {
                    walk::one_row::<N, O, U, (), Infallible, _>(
                        way,
                        first,
                        &row.steps,
                        places,
                        (),
                        &mut |(), items| Continue(((), f(items))),
                    )
                });
                // SAFETY: the slice needs initialised elements: the walk has written one to each place.
                let written = unsafe { slice::from_raw_parts(places.as_ptr().cast::<U>(), places.len()) };
                sums.add(sum_row(written), written.len());
                // The step past the last element may leave the allocation; its result is not used.
                first = offset(first, &stride);
            }
            start = offset(start, &axis.steps);
        }
    }
    sums.total()
}

/// [`add_blocks`], for which the compiler may use wider vectors.
///
/// # Safety
///
/// That of [`add_blocks`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
unsafe fn add_blocks_wide<const N: usize, O, U, F>(
    sums: &mut Sums<U>,
    first: [*mut u8; N],
    blocks: usize,
    f: &mut F,
) -> [*mut u8; N]
where
    O: Operands<N>,
    U: Copy + Zero,
    F: for<'i> FnMut(Items<'i, O>) -> U,
{
    // SAFETY: `add_blocks` needs what this function needs.
    unsafe { add_blocks::<N, O, U, F>(sums, first, blocks, f) }
}

/// Adds what a closure returns for blocks of RESULTS elements, and returns where those behind them begin. The additions are those of
/// [`sum_row`], and no result is written and read again.
///
/// # Safety
///
/// From `first` on, as many live elements of each operand follow each other, which only this walk reaches if they are exclusive.
#[inline(always)]
unsafe fn add_blocks<const N: usize, O, U, F>(
    sums: &mut Sums<U>,
    mut first: [*mut u8; N],
    blocks: usize,
    f: &mut F,
) -> [*mut u8; N]
where
    O: Operands<N>,
    U: Copy + Zero,
    F: for<'i> FnMut(Items<'i, O>) -> U,
{
    let stride = O::SIZES.map(|size| (size * LANES).cast_signed());
    for _ in 0..blocks {
        let mut lanes = [U::zero(); LANES];
        for _ in 0..RESULTS / LANES {
            let mut places = [MaybeUninit::<U>::uninit(); LANES];
            // SAFETY: `walk_rows` needs LANES elements of each operand that follow each other: there are as many for each block (the
            // condition of this function).
            whole(unsafe {
                O::walk_rows::<NONE, U, (), Infallible, _>(first, &mut places, (), &mut |(), items| {
                    Continue(((), f(items)))
                })
            });
            // SAFETY: `assume_init` needs a value: the walk has written one to each place.
            add_block(&mut lanes, &places.map(|place| unsafe { place.assume_init() }));
            // The step past the last element may leave the allocation; its result is not used.
            first = offset(first, &stride);
        }
        sums.add(total(&lanes, &[]), RESULTS);
    }
    first
}

/// The sum of what a closure returns for the elements of a row, of PIECE at most: in HALF sums side by side, as [`sum_row`] adds a short
/// row, and no result is written and read again.
///
/// # Safety
///
/// From `first` on are the live elements of each operand, which only this walk reaches if they are exclusive. The way is that of the row.
#[inline(always)]
unsafe fn sum_short<const N: usize, O, U, F>(
    mut first: [*mut u8; N],
    row: &ZipAxis<N>,
    way: RowWay,
    f: &mut F,
) -> U
where
    O: Operands<N>,
    U: Copy + Zero,
    F: for<'i> FnMut(Items<'i, O>) -> U,
{
    let (mut lanes, blocks) = ([U::zero(); HALF], row.len / HALF);
    let stride = row.steps.map(|step| step.wrapping_mul(HALF.cast_signed()));
    for block in 0..blocks {
        let mut places = [MaybeUninit::<U>::uninit(); HALF];
        // SAFETY: `one_row` needs HALF elements of each operand: there are as many for each block (the condition of this function).
        whole(unsafe {
            walk::one_row::<N, O, U, (), Infallible, _>(
                way,
                first,
                &row.steps,
                &mut places,
                (),
                &mut |(), items| Continue(((), f(items))),
            )
        });
        // SAFETY: `assume_init` needs a value: the walk has written one to each place.
        let values = places.map(|place| unsafe { place.assume_init() });
        lanes = if block == 0 { values } else { array::from_fn(|at| lanes[at] + values[at]) };
        // The step past the last element may leave the allocation; its result is not used.
        first = offset(first, &stride);
    }
    let mut places = [MaybeUninit::<()>::uninit(); HALF];
    // SAFETY: `walk_apart` needs elements of each operand that are a step apart: those of the row behind the blocks (the condition of this
    // function).
    let rest = whole(unsafe {
        O::walk_apart::<(), U, Infallible, _>(
            first,
            &row.steps,
            &mut places[..row.len % HALF],
            U::zero(),
            &mut |sum, items| Continue((sum + f(items), ())),
        )
    });
    if blocks == 0 { rest } else { total_of_half(&lanes) + rest }
}
