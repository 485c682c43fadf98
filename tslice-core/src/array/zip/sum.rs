//! The sum of an array.

use core::{mem, slice};

use num_traits::Zero;

use super::super::{Array, Read};
use super::axes::{Order, Room, ZipAxis};
use super::tuples::is_long;
use super::{Zip, walk};
use crate::layout::Dims;

/// Sums that are added up side by side.
const LANES: usize = 16;
/// The elements after which sums are added to others, so that a float is seldom added to a sum much larger than itself.
const PIECE: usize = 1024;

/// The sums of a level that are added to one of the next.
const FULL: usize = 16;
const LEVELS: usize = 4;

/// Sums side by side: of the last elements, and of those before them. Each level has sums of FULL times as many elements as the one
/// before; the last one has all that are left.
struct Sums<T> {
    last: [T; LANES],
    count: usize,
    levels: [[T; LANES]; LEVELS],
    counts: [usize; LEVELS],
}

impl<T: Copy + Zero> Sums<T> {
    fn new() -> Self {
        let zeros = [T::zero(); LANES];
        Self { last: zeros, count: 0, levels: [zeros; LEVELS], counts: [0; LEVELS] }
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

    fn carry(&mut self) {
        let mut sums = mem::replace(&mut self.last, [T::zero(); LANES]);
        for (at, (level, count)) in self.levels.iter_mut().zip(&mut self.counts).enumerate() {
            for (to, sum) in level.iter_mut().zip(sums) {
                *to = *to + sum;
            }
            *count += 1;
            if *count < FULL || at + 1 == LEVELS {
                break;
            }
            *count = 0;
            sums = mem::replace(level, [T::zero(); LANES]);
        }
    }

    fn total(self) -> T {
        let mut total = self.last;
        for level in self.levels {
            for (to, sum) in total.iter_mut().zip(level) {
                *to = *to + sum;
            }
        }
        let mut width = LANES;
        while width > 1 {
            width /= 2;
            for at in 0..width {
                total[at] = total[at] + total[at + width];
            }
        }
        total[0]
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Copy + Zero,
{
    /// Returns the sum of the elements, 0 if there are none.
    ///
    /// Elements are added in the order of the memory, in 16 sums side by side for each 1024 of them or so; those are added up in
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
    #[must_use]
    pub fn sum(&self) -> S::Elem {
        let (mut zip, mut room) = (Zip { operands: (self,) }, Room::new());
        let Some((plan, first)) = zip.plan(Order::Any, &mut room) else { return S::Elem::zero() };
        let mut sums = Sums::new();
        let ZipAxis { len, steps: [step] } = plan.row;
        let unit = step == size_of::<S::Elem>().cast_signed();
        let _ = walk::rows(plan.far, first, (), &mut |[row], ()| {
            let row: *const S::Elem = row.cast_const().cast();
            for at in (0..len).step_by(PIECE) {
                let (piece, len) =
                    (row.wrapping_byte_offset(step.wrapping_mul(at.cast_signed())), PIECE.min(len - at));
                if unit {
                    // SAFETY: a slice needs `len` live elements in a row that nobody writes: those of one index tuple of the axes
                    // outside (invariant 1); the array is borrowed.
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
                    // SAFETY: `add_apart` needs `len` live elements `step` bytes apart that nobody writes: those of one index tuple of
                    // the axes outside (invariant 1); the array is borrowed.
                    unsafe { add_apart(&mut sums.last, piece, len, step) };
                }
                sums.counted(len);
            }
            core::ops::ControlFlow::<core::convert::Infallible>::Continue(())
        });
        sums.total()
    }
}

/// [`add`], for which the compiler may use wider vectors. The order of the additions is the same.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn add_wide<T: Copy + Zero>(lanes: &mut [T; LANES], row: &[T]) {
    add(lanes, row);
}

/// Adds the elements of a row to the lanes. Each addition has a lane that the compiler knows, so that lanes stay in registers.
#[inline(always)]
fn add<T: Copy + Zero>(lanes: &mut [T; LANES], row: &[T]) {
    const PART: usize = 4;
    let mut sums = *lanes;
    let (blocks, mut rest) = row.as_chunks::<LANES>();
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
    for first in (0..LANES).step_by(PART) {
        if let Some((part, after)) = rest.split_first_chunk::<PART>() {
            for at in 0..PART {
                sums[first + at] = sums[first + at] + part[at];
            }
            rest = after;
        }
    }
    for sum in &mut sums[..PART - 1] {
        if let Some((&element, after)) = rest.split_first() {
            *sum = *sum + element;
            rest = after;
        }
    }
    *lanes = sums;
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
