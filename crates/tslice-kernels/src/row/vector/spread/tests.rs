//! Unit tests of `spread`.

use super::{GroupRow, windows};
use crate::plan::CopyAxis;
use crate::row::vector::plain::TwoLanes;

/// Groups of a block, two blocks apart in the target: a load for each half, of which the last one
/// reaches beyond the blocks.
#[test]
fn loads_reach_beyond_the_groups_in_the_direction_of_the_row() {
    for block in [1_isize, 2, 4] {
        let found = |source: isize| {
            let groups = 16 / block.unsigned_abs();
            let row = CopyAxis {
                len: groups,
                target: 2 * block,
                source,
            };
            windows::<TwoLanes>(&GroupRow {
                group: crate::plan::Steps::ONE,
                row,
                block: block.unsigned_abs(),
                step: groups,
                last: 0,
            })
        };
        // Sixteen bytes of blocks, half of which are in each half.
        assert_eq!(found(block), Some(([0, 8], 8)), "blocks of {block}");
        let last = block - 16;
        assert_eq!(
            found(-block),
            Some(([last, last - 8], 8)),
            "blocks of {block}"
        );
        // Every second block of the source.
        assert_eq!(found(2 * block), Some(([0, 16], block.unsigned_abs())));
        assert_eq!(found(4 * block), None, "too far from each other");
    }
}
