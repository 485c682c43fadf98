//! The sum of an array.

use core::{array, mem, slice};

use num_traits::Zero;
use smallvec::SmallVec;

use super::super::{Array, Read};
use super::axes::{Order, Room, ZipAxis};
use super::tuples::is_long;
use super::{Zip, walk};
use crate::layout::Dims;

/// Sums that are added up side by side.
const LANES: usize = 16;
const HALF: usize = LANES / 2;
/// The elements after which sums are added to others, so that a float is seldom added to a sum much larger than itself.
pub(in super::super) const PIECE: usize = 1024;
/// Below this length, a row has half of the lanes, which are added up sooner.
const SHORT: usize = 64;

/// The sums of a level that are added to one of the next.
const FULL: usize = 16;
const LEVELS: usize = 4;

/// Sums side by side: of the last elements, and of those before them. Each level has sums of FULL times as many elements as the one
/// before; the last one has all that are left.
struct Sums<T> {
    last: [T; LANES],
    count: usize,
    /// As many as have sums: few elements need none.
    levels: SmallVec<[[T; LANES]; LEVELS]>,
    counts: [usize; LEVELS],
}

impl<T: Copy + Zero> Sums<T> {
    fn new() -> Self {
        Self { last: [T::zero(); LANES], count: 0, levels: SmallVec::new(), counts: [0; LEVELS] }
    }

    /// Counts elements that were added. After PIECE of them, their sums go to those of all elements before.
    #[inline]
    fn counted(&mut self, count: usize) {
        self.count += count;
        if self.count >= PIECE {
            self.count = 0;
            self.carry();
        }
    }

    #[inline(never)]
    fn carry(&mut self) {
        let mut sums = mem::replace(&mut self.last, [T::zero(); LANES]);
        for (at, count) in self.counts.iter_mut().enumerate() {
            *count += 1;
            let Some(level) = self.levels.get_mut(at) else { return self.levels.push(sums) };
            add_lanes(level, &sums);
            if *count < FULL || at + 1 == LEVELS {
                break;
            }
            *count = 0;
            sums = mem::replace(level, [T::zero(); LANES]);
        }
    }
}

#[inline(always)]
fn add_lanes<T: Copy + Zero>(to: &mut [T; LANES], sums: &[T; LANES]) {
    for at in 0..LANES {
        to[at] = to[at] + sums[at];
    }
}

/// The sum of the lanes, in pairs.
#[inline(always)]
fn total<T: Copy + Zero>(lanes: &[T; LANES]) -> T {
    total_of_half(&array::from_fn(|at| lanes[at] + lanes[at + HALF]))
}

#[inline(always)]
fn total_of_half<T: Copy + Zero>(lanes: &[T; HALF]) -> T {
    let four: [T; 4] = array::from_fn(|at| lanes[at] + lanes[at + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
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
        let mut lanes = [T::zero(); LANES];
        add(&mut lanes, row);
        total(&lanes)
    }
}

/// The sum of a long row by [`add_wide`]: lanes come and go in vectors of one width.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn sum_wide<T: Copy + Zero>(row: &[T]) -> T {
    let mut lanes = [T::zero(); LANES];
    add_wide(&mut lanes, row);
    total(&lanes)
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
        let (mut zip, mut room) = (Zip { operands: (self,) }, Room::new());
        let Some((plan, first)) = zip.plan(Order::Any, &mut room) else { return S::Elem::zero() };
        let ZipAxis { len, steps: [step] } = plan.row;
        if step == size_of::<S::Elem>().cast_signed()
            && len <= PIECE
            && plan.far.iter().all(|axis| axis.len == 1)
        {
            // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of the array (invariant 1), which is borrowed.
            return sum_row(unsafe { slice::from_raw_parts(first[0].cast_const().cast(), len) });
        }
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
    let _ = walk::rows(far, first, (), &mut |[row], ()| {
        let row: *const T = row.cast_const().cast();
        for at in (0..len).step_by(PIECE) {
            let (piece, len) =
                (row.wrapping_byte_offset(step.wrapping_mul(at.cast_signed())), PIECE.min(len - at));
            if unit {
                // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of one index tuple of `far` (the
                // condition of `sum_rows`).
                let row = unsafe { slice::from_raw_parts(piece, len) };
                if is_long(len) {
                    // SAFETY: `add_wide` needs a machine with AVX2 and FMA: `is_long`.
                    #[allow(unused_unsafe, reason = "of x86-64 only")]
                    unsafe {
                        add_wide(&mut sums.last, row);
                    }
                } else {
                    add(&mut sums.last, row);
                }
            } else {
                // SAFETY: `add_apart` needs `len` live elements `step` bytes apart that nobody writes: those of one index tuple of `far`
                // (the condition of `sum_rows`).
                unsafe { add_apart(&mut sums.last, piece, len, step) };
            }
            sums.counted(len);
        }
        core::ops::ControlFlow::<core::convert::Infallible>::Continue(())
    });
    for level in &sums.levels {
        add_lanes(&mut sums.last, level);
    }
    total(&sums.last)
}

/// [`add`], for which the compiler may use wider vectors. The order of the additions is the same. Inlined, the lanes would not be
/// vectors.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn add_wide<T: Copy + Zero>(lanes: &mut [T; LANES], row: &[T]) {
    add(lanes, row);
}

/// Adds the elements of a row to the lanes. Additions of blocks have lanes that the compiler knows, so that those stay in registers.
#[inline(always)]
fn add<T: Copy + Zero>(lanes: &mut [T; LANES], row: &[T]) {
    const PART: usize = 4;
    let mut sums = *lanes;
    let (blocks, rest) = row.as_chunks::<LANES>();
    let (few, many) = blocks.split_at(blocks.len() % FULL);
    for block in few {
        for at in 0..LANES {
            sums[at] = sums[at] + block[at];
        }
    }
    for group in many.as_chunks::<FULL>().0 {
        let mut of_group = [T::zero(); LANES];
        for block in group {
            for at in 0..LANES {
                of_group[at] = of_group[at] + block[at];
            }
        }
        for at in 0..LANES {
            sums[at] = sums[at] + of_group[at];
        }
    }
    *lanes = sums;
    let (parts, few) = rest.as_chunks::<PART>();
    for (lanes, part) in lanes.as_chunks_mut::<PART>().0.iter_mut().zip(parts) {
        for at in 0..PART {
            lanes[at] = lanes[at] + part[at];
        }
    }
    for (lane, element) in lanes.iter_mut().zip(few) {
        *lane = *lane + *element;
    }
}

/// [`add`] for elements that do not follow each other.
///
/// # Safety
///
/// From `row` on, `len` live elements are `step` bytes apart, and nobody writes them.
#[inline]
unsafe fn add_apart<T: Copy + Zero>(lanes: &mut [T; LANES], mut row: *const T, len: usize, step: isize) {
    let mut sums = *lanes;
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
        for at in 0..LANES {
            sums[at] = sums[at] + of_group[at];
        }
        blocks = blocks.saturating_sub(FULL);
    }
    let rest = len % LANES;
    for (at, sum) in sums[..LANES - 1].iter_mut().enumerate() {
        if at < rest {
            *sum = *sum + next();
        }
    }
    *lanes = sums;
}
