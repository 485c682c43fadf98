//! Unit tests of `blend`.

use super::last_loaded;
use crate::plan::CopyAxis;

/// Forty groups of three blocks: vectors may begin as long as both loads end inside the source.
#[test]
fn loads_stay_inside_a_source_without_gaps() {
    for block in [1_isize, 2, 4] {
        let last = |distance: isize| {
            let [group, row] = [(3, block), (40, distance)].map(|(len, source)| CopyAxis {
                len,
                target: 2 * source,
                source,
            });
            last_loaded(group, row, block.unsigned_abs(), [0, 12])
        };
        let bytes = 40 * 3 * block;
        // A load is 16 bytes, and the second one begins at byte 12.
        let groups = (bytes - 28) / (3 * block);
        assert_eq!(
            last(3 * block),
            Some(groups.unsigned_abs()),
            "blocks of {block}"
        );
        for distance in [3 * block + 1, 4 * block, -3 * block] {
            assert_eq!(last(distance), None, "blocks of {block}, {distance} apart");
        }
    }
}
