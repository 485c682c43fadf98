//! The sum of an array.

use core::{array, slice};

use num_traits::Zero;

use super::super::{Array, Read};
use super::Zip;
use super::axes::{Order, Room, Tuples, ZipAxis};
use super::sums::{
    FULL, HALF, LANES, PIECE, SHORT, Sums, add_block, sum_row, total, total_of_few, total_of_half,
};
use super::tuples::is_long;
use crate::layout::Dims;

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
