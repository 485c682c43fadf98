//! The sum of an array.

use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::{array, mem, slice};

use num_traits::Zero;

use super::super::{Array, Read};
use super::axes::{Order, Room, ZipAxis, offset};
use super::tuples::{Items, Operands, is_long};
use super::walk::{self, RowWay};
use super::{Zip, whole};
use crate::layout::Dims;

/// Sums that are added up side by side.
const LANES: usize = 16;
const HALF: usize = LANES / 2;
/// The elements after which sums are added to others, so that a float is seldom added to a sum much larger than itself.
pub(in super::super) const PIECE: usize = 1024;
/// Results of a closure that are added at a time.
const RESULTS: usize = 256;
/// Below this length, a row has half of the lanes, which are added up sooner.
const SHORT: usize = 160;

/// The sums of a level that are added to one of the next.
const FULL: usize = 16;
const LEVELS: usize = 4;

/// The sum of the last elements, and of those before them. Each level has sums of FULL times as many elements as the one before; the
/// last one has all that are left.
struct Sums<T> {
    last: T,
    count: usize,
    levels: [T; LEVELS],
    counts: [usize; LEVELS],
}

impl<T: Copy + Zero> Sums<T> {
    fn new() -> Self {
        Self { last: T::zero(), count: 0, levels: [T::zero(); LEVELS], counts: [0; LEVELS] }
    }

    /// Adds the sum of some elements. After PIECE of them, their sum goes to those of all elements before.
    #[inline(always)]
    fn add(&mut self, sum: T, count: usize) {
        self.last = self.last + sum;
        self.count += count;
        if self.count >= PIECE {
            self.carry();
        }
    }

    #[inline(never)]
    fn carry(&mut self) {
        let mut sum = mem::replace(&mut self.last, T::zero());
        self.count = 0;
        for (at, (level, count)) in self.levels.iter_mut().zip(&mut self.counts).enumerate() {
            *level = *level + sum;
            *count += 1;
            if *count < FULL || at + 1 == LEVELS {
                break;
            }
            *count = 0;
            sum = mem::replace(level, T::zero());
        }
    }

    fn total(&self) -> T {
        self.levels.iter().fold(self.last, |sum, level| sum + *level)
    }
}

/// The sum of the lanes, in pairs, and of the end of a row that is shorter than them. The end has a sum of its own: a lane that was just
/// written by itself is slow to load with its neighbours.
#[inline(always)]
fn total<T: Copy + Zero>(lanes: &[T; LANES], end: &[T]) -> T {
    let mut half: [T; HALF] = array::from_fn(|at| lanes[at] + lanes[at + HALF]);
    let (blocks, few) = end.as_chunks::<HALF>();
    for block in blocks {
        half = array::from_fn(|at| half[at] + block[at]);
    }
    total_of_half(&half) + total_of_few(few)
}

#[inline(always)]
fn total_of_half<T: Copy + Zero>(lanes: &[T; HALF]) -> T {
    let four: [T; 4] = array::from_fn(|at| lanes[at] + lanes[at + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// The sum of fewer than HALF elements.
#[inline(always)]
fn total_of_few<T: Copy + Zero>(few: &[T]) -> T {
    match few {
        [a, b, c, d, few @ ..] => few.iter().fold((*a + *b) + (*c + *d), |sum, element| sum + *element),
        _ => few.iter().fold(T::zero(), |sum, element| sum + *element),
    }
}

/// The sum of a row of PIECE elements at most.
#[inline]
pub(in super::super) fn sum_row<T: Copy + Zero>(row: &[T]) -> T {
    if row.len() < SHORT {
        let (blocks, rest) = row.as_chunks::<HALF>();
        let rest = rest.iter().fold(T::zero(), |sum, element| sum + *element);
        let Some((first, others)) = blocks.split_first() else { return rest };
        let mut lanes = *first;
        for block in others {
            for at in 0..HALF {
                lanes[at] = lanes[at] + block[at];
            }
        }
        return total_of_half(&lanes) + rest;
    }
    if is_long(row.len()) {
        // SAFETY: `sum_wide` needs a machine with AVX2 and FMA: `is_long`.
        #[allow(unused_unsafe, reason = "of x86-64 only")]
        unsafe {
            sum_wide(row)
        }
    } else {
        let (lanes, end) = lanes(row);
        total(&lanes, end)
    }
}

/// The sum of a long row by [`lanes_wide`]: lanes come and go in vectors of one width.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn sum_wide<T: Copy + Zero>(row: &[T]) -> T {
    let (lanes, end) = lanes_wide(row);
    total(&lanes, end)
}

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
        // Rows are summed up often: they need no plan.
        if let (&[len], &[1]) = (self.lengths(), self.steps())
            && len <= PIECE
        {
            // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of the array (invariant 1), which is borrowed, or
            // none behind an aligned pointer (invariant 3).
            return sum_row(unsafe { slice::from_raw_parts(self.as_ptr(), len) });
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
    pub fn sum<U: Copy + Zero, F>(mut self, mut f: F) -> U
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let (mut room, mut sums) = (Room::new(), Sums::new());
        let Some((plan, first)) = self.plan(Self::order(), &mut room) else { return U::zero() };
        let row = plan.row;
        let (way, stride) =
            (RowWay::of::<N, O>(&row), row.steps.map(|step| step.wrapping_mul(RESULTS.cast_signed())));
        let mut results = [MaybeUninit::<U>::uninit(); RESULTS];
        let _ = walk::rows(plan.far, first, (), &mut |mut first, ()| {
            for at in (0..row.len).step_by(RESULTS) {
                let places = &mut results[..RESULTS.min(row.len - at)];
                // SAFETY: `one_row` needs a live element of each operand for each place, which only this walk reaches if it is exclusive:
                // the steps are those of the arrays (their invariants 1 and 2), which the operands borrow or own, and an exclusive
                // operand is not repeated. The way is that of these steps.
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
            Continue::<Infallible, ()>(())
        });
        sums.total()
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
    if let (true, [far @ .., axis]) = (unit && len < SHORT, far) {
        let add: unsafe fn(&mut Sums<T>, &ZipAxis<1>, *const T, usize) =
            match is_long(len.wrapping_mul(axis.len)) {
                true if len >= 2 * LANES => add_short_rows_wide::<T, LANES>,
                true => add_short_rows_wide::<T, HALF>,
                false => add_short_rows::<T, HALF>,
            };
        let _ = walk::rows(far, first, (), &mut |[row], ()| {
            // SAFETY: `add_short_rows` needs `axis.len` rows of `len` live elements that nobody writes: those of one index tuple of `far`
            // (the condition of `sum_rows`). `add_short_rows_wide` needs a machine with AVX2 and FMA, too: `is_long`.
            unsafe { add(&mut sums, axis, row.cast_const().cast(), len) };
            Continue::<Infallible, ()>(())
        });
        return sums.total();
    }
    let _ = walk::rows(far, first, (), &mut |[row], ()| {
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
        Continue::<Infallible, ()>(())
    });
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

/// [`lanes`], for which the compiler may use wider vectors. The order of the additions is the same. Inlined, the lanes would not be
/// vectors.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn lanes_wide<T: Copy + Zero>(row: &[T]) -> ([T; LANES], &[T]) {
    lanes(row)
}

/// The sums of a row side by side, and its end of fewer elements. Additions of blocks have lanes that the compiler knows, so that those
/// stay in registers.
#[inline(always)]
fn lanes<T: Copy + Zero>(row: &[T]) -> ([T; LANES], &[T]) {
    let mut sums = [T::zero(); LANES];
    let (blocks, end) = row.as_chunks::<LANES>();
    let (few, many) = blocks.split_at(blocks.len() % FULL);
    for block in few {
        add_block(&mut sums, block);
    }
    for group in many.as_chunks::<FULL>().0 {
        let mut of_group = [T::zero(); LANES];
        for block in group {
            add_block(&mut of_group, block);
        }
        add_block(&mut sums, &of_group);
    }
    (sums, end)
}

#[inline(always)]
fn add_block<T: Copy + Zero>(to: &mut [T; LANES], block: &[T; LANES]) {
    for at in 0..LANES {
        to[at] = to[at] + block[at];
    }
}

/// The sum of elements that do not follow each other.
///
/// # Safety
///
/// From `row` on, `len` live elements are `step` bytes apart, and nobody writes them.
#[inline]
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
    let mut end = T::zero();
    for _ in 0..len % LANES {
        end = end + next();
    }
    total(&sums, &[]) + end
}
