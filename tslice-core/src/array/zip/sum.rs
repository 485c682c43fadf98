//! The sum of an array.

use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::{array, slice};

use num_traits::Zero;

use super::super::{Array, Read};
use super::axes::{self, Order, Room, Tuples, ZipAxis, offset};
use super::sums::{
    FULL, HALF, LANES, PIECE, SHORT, Sums, add_block, sum_row, total, total_of_few, total_of_half,
};
use super::tuples::{Items, NONE, Operands, is_long};
use super::walk::{self, RowWay};
use super::{Zip, whole};
use crate::layout::Dims;

/// Results of a closure that are added at a time.
const RESULTS: usize = 256;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Copy + Zero,
{
    /// Returns the sum of the elements, 0 if there are none.
    ///
    /// Elements are added in the order of the memory, in 8 or 16 sums side by side for each 1024 of them or so; those are added up in
    /// groups, and so are their sums. Sums of floats differ from those of `iter().sum()` by rounding; like NumPy's, their error is
    /// smaller as a rule. Integers overflow as with `+`: use `iter()` and a wider type if the sum may not fit.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::<f64, 2>::from_shape_fn([100, 100], |[y, x]| (y * x) as f64);
    /// assert_eq!(t.sum(), 24_502_500.0);
    /// assert_eq!(t.slice(s![::-2, 1]).sum(), 2500.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn sum(&self) -> S::Elem {
        // Rows and columns are summed up often: they need no plan.
        match (self.lengths(), self.steps()) {
            // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of the array (invariant 1), which is borrowed, or
            // none behind an aligned pointer (invariant 3).
            (&[len], &[1]) if len <= PIECE => sum_row(unsafe { slice::from_raw_parts(self.as_ptr(), len) }),
            (&[len], &[stride]) if len <= PIECE => {
                let step = stride.wrapping_mul(size_of::<S::Elem>().cast_signed());
                // SAFETY: `sum_apart` needs `len` live elements `step` bytes apart that nobody writes: those of the array (invariants 1
                // and 2), which is borrowed.
                unsafe { sum_apart(self.as_ptr(), len, step) }
            }
            _ => self.sum_any(),
        }
    }

    /// [`sum`](Self::sum), whatever the layout is.
    #[inline(never)]
    fn sum_any(&self) -> S::Elem {
        if let Some(row) = self.view().as_slice().filter(|row| row.len() <= PIECE) {
            return sum_row(row);
        }
        let (mut zip, mut room) = (Zip { operands: (self,) }, Room::new());
        let Some((plan, first)) = zip.plan(Order::Any, &mut room) else { return S::Elem::zero() };
        // SAFETY: `sum_rows` needs live elements that nobody writes: those of the array (invariant 1), which is borrowed.
        unsafe { sum_rows(plan.far, plan.row, first) }
    }
}

impl<O: Operands<N>, const N: usize> Zip<O, N> {
    /// Returns the sum of what the closure returns, which is called once for each index tuple: a dot product is
    /// `zip((&a, &b)).sum(|(a, b)| a * b)`.
    ///
    /// The results are added as [`Array::sum`] adds elements: side by side and in pieces, where [`fold`](Self::fold) adds them one after
    /// the other. The order of the calls is that of [`for_each`](Self::for_each).
    ///
    /// ```
    /// use tslice::{tensor, zip};
    ///
    /// let (a, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![0.5, 0.25]);
    /// assert_eq!(zip((&a, &b)).sum(|(a, b)| (a - b) * (a - b)), 23.625);
    /// ```
    #[doc(alias("dot", "norm", "einsum"))]
    #[inline]
    pub fn sum<U: Copy + Zero, F>(mut self, f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let (shapes, strides) = (self.operands.shapes(), self.operands.strides());
        if let Some(len) = axes::one_row(shapes, strides).filter(|&len| len < SHORT) {
            let row = ZipAxis { len, steps: O::SIZES.map(usize::cast_signed) };
            // SAFETY: `first_element` needs that elements of shared operands are not written: items of them are shared references.
            let first = unsafe { self.operands.first_element() };
            // SAFETY: `sum_short` needs live elements of each operand that follow each other, which only this walk reaches if they are
            // exclusive: those of the arrays (their invariants 1 and 2), which the operands borrow or own.
            return unsafe { sum_short::<N, O, U, F>(first, &row, RowWay::Contiguous, f) };
        }
        self.sum_any(f)
    }

    /// [`sum`](Self::sum) of operands of any layout. Beside this much code, sums of short rows would not be inlined.
    #[inline(never)]
    fn sum_any<U: Copy + Zero, F>(mut self, f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let mut room = Room::new();
        let Some((plan, first)) = self.plan(Self::ORDER, &mut room) else { return U::zero() };
        let row = plan.row;
        let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
        let is_alone = plan.far.iter().all(|axis| axis.len == 1);
        if is_alone && row.len < SHORT {
            // SAFETY: `sum_short` needs live elements of each operand, which only this walk reaches if they are exclusive: the steps are
            // those of the arrays (their invariants 1 and 2), which the operands borrow or own, and an exclusive operand is not repeated.
            return unsafe { sum_short::<N, O, U, F>(first, &row, way, f) };
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

/// The sum of what a closure returns for the elements of a short row: the additions are those of [`sum_row`], and no result is
/// written and read again.
///
/// # Safety
///
/// From `first` on are the live elements of each operand, which only this walk reaches if they are exclusive. The way is that of the row.
#[inline(always)]
unsafe fn sum_short<const N: usize, O, U, F>(
    mut first: [*mut u8; N],
    row: &ZipAxis<N>,
    way: RowWay,
    mut f: F,
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

/// The sum of the elements of the axes `far` and `row`.
///
/// # Safety
///
/// Every index tuple of the axes reaches a live element from `first` on, and nobody writes them.
#[inline(never)]
unsafe fn sum_rows<T: Copy + Zero>(far: &[ZipAxis<1>], row: ZipAxis<1>, first: [*mut u8; 1]) -> T {
    let mut sums = Sums::new();
    let ZipAxis { len, steps: [step] } = row;
    let unit = step == size_of::<T>().cast_signed();
    if let ([far @ .., axis], true) = (far, len < HALF) {
        for [row] in Tuples::new(far, first) {
            // SAFETY: `add_tiny_rows` needs `axis.len` rows of `len` live elements that nobody writes: those of one index tuple of `far`
            // (the condition of `sum_rows`).
            unsafe { add_tiny_rows::<T>(&mut sums, axis, row.cast_const().cast(), len, step) };
        }
        return sums.total();
    }
    if let (true, [far @ .., axis]) = (unit && len < SHORT, far) {
        let add: unsafe fn(&mut Sums<T>, &ZipAxis<1>, *const T, usize) =
            match is_long(len.wrapping_mul(axis.len)) {
                true if len >= 2 * LANES => add_short_rows_wide::<T, LANES>,
                true => add_short_rows_wide::<T, HALF>,
                false => add_short_rows::<T, HALF>,
            };
        for [row] in Tuples::new(far, first) {
            // SAFETY: `add_short_rows` needs `axis.len` rows of `len` live elements that nobody writes: those of one index tuple of `far`
            // (the condition of `sum_rows`). `add_short_rows_wide` needs a machine with AVX2 and FMA, too: `is_long`.
            unsafe { add(&mut sums, axis, row.cast_const().cast(), len) };
        }
        return sums.total();
    }
    for [row] in Tuples::new(far, first) {
        let row: *const T = row.cast_const().cast();
        if unit {
            // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of one index tuple of `far` (the condition of
            // `sum_rows`).
            let row = unsafe { slice::from_raw_parts(row, len) };
            for piece in row.chunks(PIECE) {
                sums.add(sum_row(piece), piece.len());
            }
        } else {
            for at in (0..len).step_by(PIECE) {
                let (piece, len) =
                    (row.wrapping_byte_offset(step.wrapping_mul(at.cast_signed())), PIECE.min(len - at));
                // SAFETY: `sum_apart` needs `len` live elements `step` bytes apart that nobody writes: those of one index tuple of `far`
                // (the condition of `sum_rows`).
                sums.add(unsafe { sum_apart(piece, len, step) }, len);
            }
        }
    }
    sums.total()
}

/// [`add_short_rows`], for which the compiler may use wider vectors.
///
/// # Safety
///
/// That of [`add_short_rows`].
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
unsafe fn add_short_rows_wide<T: Copy + Zero, const N: usize>(
    sums: &mut Sums<T>,
    axis: &ZipAxis<1>,
    row: *const T,
    len: usize,
) {
    // SAFETY: `add_short_rows` needs what this function needs.
    unsafe { add_short_rows::<T, N>(sums, axis, row, len) }
}

/// Adds rows of `len` elements, at each position of an axis. The sums side by side go on from row to row: to add up those of each row
/// would take longer than the row.
///
/// # Safety
///
/// From `row` on, `axis.len` rows of `len` live elements are a step of the axis apart, and nobody writes them.
#[inline(always)]
unsafe fn add_short_rows<T: Copy + Zero, const N: usize>(
    sums: &mut Sums<T>,
    axis: &ZipAxis<1>,
    mut row: *const T,
    len: usize,
) {
    let none = ([T::zero(); N], T::zero(), 0);
    let (mut lanes, mut end, mut count) = none;
    for _ in 0..axis.len {
        // SAFETY: a slice needs `len` live elements in a row that nobody writes: the condition of this function.
        let elements = unsafe { slice::from_raw_parts(row, len) };
        // The step past the last row may leave the allocation; its result is not used.
        row = row.wrapping_byte_offset(axis.steps[0]);
        let (blocks, rest) = elements.as_chunks::<N>();
        for block in blocks {
            lanes = array::from_fn(|at| lanes[at] + block[at]);
        }
        let (half, few) = rest.as_chunks::<HALF>();
        end = half.iter().fold(end, |end, half| end + total_of_half(half)) + total_of_few(few);
        count += len;
        if count >= PIECE {
            sums.add(lanes.iter().fold(end, |sum, lane| sum + *lane), count);
            (lanes, end, count) = none;
        }
    }
    sums.add(lanes.iter().fold(end, |sum, lane| sum + *lane), count);
}

/// Adds rows of `len` elements, which are fewer than HALF, at each position of an axis: side by side are the sums of rows.
///
/// # Safety
///
/// From `row` on, `axis.len` rows are a step of the axis apart; each is of `len` live elements `step` bytes apart. Nobody writes them.
#[inline]
unsafe fn add_tiny_rows<T: Copy + Zero>(
    sums: &mut Sums<T>,
    axis: &ZipAxis<1>,
    mut row: *const T,
    len: usize,
    step: isize,
) {
    let next = axis.steps[0];
    let mut left = axis.len / HALF;
    while left > 0 {
        let mut lanes = [T::zero(); HALF];
        let now = left.min(PIECE / (len * HALF));
        for _ in 0..now {
            let mut column = row;
            for _ in 0..len {
                let elements: [T; HALF] = array::from_fn(|at| {
                    // SAFETY: `read` needs a live element: that of a row of this block, at a position below `len` (the condition of this
                    // function).
                    unsafe { column.wrapping_byte_offset(next.wrapping_mul(at.cast_signed())).read() }
                });
                lanes = array::from_fn(|at| lanes[at] + elements[at]);
                column = column.wrapping_byte_offset(step);
            }
            // The step past the last row may leave the allocation; its result is not used.
            row = row.wrapping_byte_offset(next.wrapping_mul(HALF.cast_signed()));
        }
        sums.add(total_of_half(&lanes), now * HALF * len);
        left -= now;
    }
    let mut end = T::zero();
    for _ in 0..axis.len % HALF {
        let mut column = row;
        for _ in 0..len {
            // SAFETY: `read` needs a live element: that of a row behind the blocks, at a position below `len` (the condition of this
            // function).
            end = end + unsafe { column.read() };
            column = column.wrapping_byte_offset(step);
        }
        row = row.wrapping_byte_offset(next);
    }
    sums.add(end, axis.len % HALF * len);
}

/// The sum of elements that do not follow each other.
///
/// # Safety
///
/// From `row` on, `len` live elements are `step` bytes apart, and nobody writes them.
#[inline(never)]
unsafe fn sum_apart<T: Copy + Zero>(mut row: *const T, len: usize, step: isize) -> T {
    let mut sums = [T::zero(); LANES];
    let mut next = || {
        // SAFETY: `read` needs a live element: `next` is called at most `len` times, each time a step on.
        let element = unsafe { row.read() };
        // The step past the last element may leave the allocation; its result is not used.
        row = row.wrapping_byte_offset(step);
        element
    };
    let mut blocks = len / LANES;
    while blocks > 0 {
        let mut of_group = [T::zero(); LANES];
        for _ in 0..blocks.min(FULL) {
            for sum in &mut of_group {
                *sum = *sum + next();
            }
        }
        add_block(&mut sums, &of_group);
        blocks = blocks.saturating_sub(FULL);
    }
    let (rest, mut four, mut end) = (len % LANES, [T::zero(); 4], T::zero());
    for _ in 0..rest / 4 {
        four = four.map(|sum| sum + next());
    }
    for _ in 0..rest % 4 {
        end = end + next();
    }
    let end = (four[0] + four[1]) + (four[2] + four[3]) + end;
    if len < LANES { end } else { total(&sums, &[]) + end }
}
