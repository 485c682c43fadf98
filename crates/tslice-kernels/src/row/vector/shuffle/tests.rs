//! Unit tests of `row::vector::shuffle`.

use super::{Blocks, CopyAxis, Positions, Shuffle};
use crate::row::Gaps;
use crate::row::vector::plain::TwoLanes;

/// Whether two lanes of 16 bytes take rows of blocks that are `stride` bytes apart in the source.
fn takes(block: usize, stride: isize) -> bool {
    let row = CopyAxis {
        len: 1000,
        target: block.cast_signed(),
        source: stride,
    };
    let (mut axes, mut positions) = ([row], Positions::NONE);
    let nowhere = core::ptr::null_mut();
    // SAFETY: nothing is moved: no kernel runs.
    let blocks = unsafe { Blocks::new(&mut axes, block, nowhere, nowhere, Gaps::Exclusive) };
    Shuffle::new::<TwoLanes>(&blocks, &mut positions).is_some()
}

#[test]
fn blocks_are_shuffled_if_a_load_has_several() {
    for (block, stride) in [
        (1, 2),
        (1, -3),
        (1, 12),
        (2, 10),
        (3, 6),
        (4, 12),
        (4, -16),
        (8, 16),
    ] {
        assert!(takes(block, stride), "{block} bytes, {stride} apart");
    }
    for (block, stride) in [
        (1, 64),
        (1, 5760),
        (2, -300),
        (3, 3000),
        (4, 64),
        (4, 4096),
        (8, -4096),
    ] {
        assert!(!takes(block, stride), "{block} bytes, {stride} apart");
    }
}
