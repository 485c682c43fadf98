//! Lengths on both sides of the thresholds at which an operation chooses another path.
//!
//! Random tests draw their shapes from these lengths, so that each path is tested, and the element
//! behind each threshold.

use crate::algebra::Random;

/// Every length up to 5, each power of two from 8 to 4096 with its neighbours, and lengths apart
/// from powers of two.
pub const LENGTHS: [usize; 41] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 70, 100, 127, 128, 129, 130,
    255, 256, 257, 511, 512, 513, 1000, 1023, 1024, 1025, 1100, 2047, 2048, 2049, 4095, 4096, 4097,
];

/// The [`LENGTHS`] up to a limit, in ascending order.
#[must_use]
pub fn up_to(most: usize) -> &'static [usize] {
    &LENGTHS[..LENGTHS.partition_point(|&length| length <= most)]
}

/// The cases of a list that are tried: the first two under Miri, which takes seconds for what a
/// processor does in a millisecond, and all elsewhere.
pub fn tried<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    cases
        .into_iter()
        .take(if cfg!(miri) { 2 } else { usize::MAX })
}

/// A random shape of a rank, with at most `most` elements. The first axis that is drawn gets a
/// length up to the limit, and the others share what is left, in random order, so that each axis is
/// the long one equally often.
pub fn shape(random: &mut Random, rank: usize, most: usize) -> Vec<usize> {
    let (mut shape, mut left) = (vec![1; rank], most);
    let mut axes: Vec<usize> = (0..rank).collect();
    while !axes.is_empty() {
        let axis = axes.swap_remove(random.below(axes.len()));
        let lengths = up_to(left);
        // Length 0 would often hide the other axes.
        let length = lengths[random.below(lengths.len())];
        shape[axis] = if length == 0 && random.below(4) > 0 {
            2.min(left)
        } else {
            length
        };
        left /= shape[axis].max(1);
    }
    shape
}

/// A random shape of a rank, with at most `most` elements: each axis has from 1 to 4 positions, but
/// one that is as long as there is room, and seldom one of length 0.
pub fn spread(random: &mut Random, rank: usize, most: usize) -> Vec<usize> {
    let mut shape: Vec<usize> = (0..rank).map(|_| 1 + random.below(4)).collect();
    if rank == 0 {
        return shape;
    }
    let long = random.below(rank);
    shape[long] = 1;
    let lengths = up_to(most / shape.iter().product::<usize>());
    // The last lengths are drawn as often as all others.
    let last = lengths.len().saturating_sub(6);
    let from = [0, last][random.below(2)];
    shape[long] = lengths[from + random.below(lengths.len() - from)].max(1);
    if random.below(20) == 0 {
        shape[random.below(rank)] = 0;
    }
    shape
}
