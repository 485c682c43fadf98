//! Blocks of a few cache lines.

use crate::copy::row::{Blocks, LINE, item};

/// Blocks from here on, in bytes, move faster by calls of `memcpy`; in some orders a shorter one takes a third more
/// time so.
const LONG: usize = 64 << 10;

/// Moves blocks of a few lines, without a call for each.
#[target_feature(enable = "avx")]
pub(in super::super) fn try_lines(blocks: &mut Blocks<'_>) -> bool {
    if !(LINE..LONG).contains(&blocks.block) || blocks.axes.is_empty() {
        return false;
    }
    item::lines(blocks);
    true
}
