//! The entry point that switches on the instructions for blending.

use super::{Avx2, Ymm};
use crate::row::Blocks;
use crate::row::vector::blend::Blend;
use crate::row::vector::pixels::Weaver;

/// Moves rows of short blocks with gaps in the target that nobody else reaches.
#[target_feature(enable = "avx2")]
pub(in super::super) fn try_blend(blocks: &mut Blocks<'_>) -> bool {
    let Some(blend) = Blend::new(blocks) else { return false };
    let avx2 = Avx2::here();
    let table = [Ymm::of_bytes(avx2, &blend.bytes), Ymm::of_bytes(avx2, &blend.written)];
    blocks.visit(blend.far, |to, from| {
        // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1 and 2 give, and what is between them
        // (invariant 4); and the plan's own table.
        unsafe { blend.along(avx2, table, to, from) }
    });
    true
}
