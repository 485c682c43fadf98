//! Sums side by side, and in pieces: arithmetic alone.

use core::{array, mem};

use num_traits::Zero;

use super::tuples::is_long;

/// Sums that are added up side by side.
pub(super) const LANES: usize = 16;
pub(super) const HALF: usize = LANES / 2;
/// The elements after which sums are added to others, so that a float is seldom added to a sum much larger than itself.
pub(in super::super) const PIECE: usize = 1024;
/// Below this length, a row has half of the lanes, which are added up sooner.
pub(super) const SHORT: usize = 160;

/// The sums of a level that are added to one of the next.
pub(super) const FULL: usize = 16;
const LEVELS: usize = 4;

/// The sum of the last elements, and of those before them. Each level has sums of FULL times as many elements as the one before; the
/// last one has all that are left.
pub(super) struct Sums<T> {
    last: T,
    count: usize,
    levels: [T; LEVELS],
    counts: [usize; LEVELS],
}

impl<T: Copy + Zero> Sums<T> {
    pub(super) fn new() -> Self {
        Self { last: T::zero(), count: 0, levels: [T::zero(); LEVELS], counts: [0; LEVELS] }
    }

    /// Adds the sum of some elements. After PIECE of them, their sum goes to those of all elements before.
    #[inline(always)]
    pub(super) fn add(&mut self, sum: T, count: usize) {
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

    pub(super) fn total(&self) -> T {
        self.levels.iter().fold(self.last, |sum, level| sum + *level)
    }
}

/// The sum of the lanes, in pairs, and of the end of a row that is shorter than them. The end has a sum of its own: a lane that was just
/// written by itself is slow to load with its neighbours.
#[inline(always)]
pub(super) fn total<T: Copy + Zero>(lanes: &[T; LANES], end: &[T]) -> T {
    let mut half: [T; HALF] = array::from_fn(|at| lanes[at] + lanes[at + HALF]);
    let (blocks, few) = end.as_chunks::<HALF>();
    for block in blocks {
        half = array::from_fn(|at| half[at] + block[at]);
    }
    total_of_half(&half) + total_of_few(few)
}

#[inline(always)]
pub(super) fn total_of_half<T: Copy + Zero>(lanes: &[T; HALF]) -> T {
    let four: [T; 4] = array::from_fn(|at| lanes[at] + lanes[at + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// The sum of fewer than HALF elements.
#[inline(always)]
pub(super) fn total_of_few<T: Copy + Zero>(few: &[T]) -> T {
    match few {
        [a, b, c, d, few @ ..] => few.iter().fold((*a + *b) + (*c + *d), |sum, element| sum + *element),
        _ => few.iter().fold(T::zero(), |sum, element| sum + *element),
    }
}

/// The sum of a row of PIECE elements at most. A call would take as long as a row of few elements.
#[inline(always)]
pub(in super::super) fn sum_row<T: Copy + Zero>(row: &[T]) -> T {
    #[inline(never)]
    fn of_blocks<T: Copy + Zero>(row: &[T]) -> T {
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
    match row.len() < HALF {
        true => row.iter().fold(T::zero(), |sum, element| sum + *element),
        false => of_blocks(row),
    }
}

/// The sum of a long row by [`lanes_wide`]: lanes come and go in vectors of one width.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn sum_wide<T: Copy + Zero>(row: &[T]) -> T {
    let (lanes, end) = lanes_wide(row);
    total(&lanes, end)
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
pub(super) fn add_block<T: Copy + Zero>(to: &mut [T; LANES], block: &[T; LANES]) {
    for at in 0..LANES {
        to[at] = to[at] + block[at];
    }
}
