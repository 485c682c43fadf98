//! Blocks of a few cache lines.

use crate::row::{Blocks, LINE, item};

/// Blocks of this many bytes and more move faster by calls of `memcpy`, which take a third more time for some shorter ones.
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
