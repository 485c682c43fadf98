//! Elements of any type as bytes, for callers who know them to be `Copy`.

use smallvec::SmallVec;

use super::plan::{Axis, Joined, join};
use super::row::{Blocks, Gaps};

/// Moves elements of `size` bytes; `axes` count in bytes, and are those of the target in the order of its memory.
///
/// # Safety
///
/// Every index tuple of `axes` reaches `size` readable bytes at `from`, and at `to` as many writable ones, which no other index
/// tuple reaches, and which are not among those at `from`. The gaps as for [`assign`](super::assign).
pub(crate) unsafe fn move_bytes(to: *mut u8, from: *const u8, size: usize, axes: &[Axis], gaps: Gaps) {
    let mut joined: SmallVec<[Axis; 8]> = SmallVec::from_elem(Axis::BLANK, axes.len());
    if let Some(Joined { count, block }) = join(axes.iter().copied(), size, &mut joined) {
        // SAFETY: `Blocks` needs readable and writable blocks, here of one or more whole elements: the condition of this function.
        unsafe { Blocks::new(&mut joined[..count], block, to, from, gaps) }.run();
    }
}
