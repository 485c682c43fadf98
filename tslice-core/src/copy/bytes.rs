//! Elements of any type as bytes, for callers who know them to be `Copy`.

use smallvec::SmallVec;
use tslice_kernels::{Blocks, CopyAxis, Gaps, Joined, Taker, join};

/// A copy of elements of one shape that is made many times, between other places each time: it is planned once.
pub(crate) struct Moves {
    /// The axes that are left after joining, outermost first.
    axes: SmallVec<[CopyAxis; 4]>,
    /// Bytes that are contiguous in source and target; 0 if there is nothing to be moved.
    block: usize,
    gaps: Gaps,
    /// The kernel that took the last copy.
    taker: Taker,
}

impl Moves {
    /// Copies of elements of `size` bytes; `axes` count in bytes, and are those of the target in the order of its memory.
    pub(crate) fn new(size: usize, axes: &[CopyAxis], gaps: Gaps) -> Self {
        let mut joined = SmallVec::from_elem(CopyAxis::BLANK, axes.len());
        let Joined { count, block } =
            join(axes.iter().copied(), size, &mut joined).unwrap_or(Joined { count: 0, block: 0 });
        joined.truncate(count);
        Self { axes: joined, block, gaps, taker: Taker::default() }
    }

    /// Moves the elements.
    ///
    /// # Safety
    ///
    /// Every index tuple of the axes reaches as many readable bytes as an element has at `from`, and at `to` as many writable ones,
    /// which no other index tuple reaches, and which are not among those at `from`. If the gaps are the caller's own, no other
    /// reference to the memory between the places at `to` exists, and it may be written.
    pub(crate) unsafe fn run(&mut self, to: *mut u8, from: *const u8) {
        if self.block != 0 {
            // Kernels put the axes in their own order.
            let mut axes = self.axes.clone();
            // SAFETY: `Blocks` needs readable and writable blocks, here of one or more whole elements: the condition of this
            // function.
            unsafe { Blocks::new(&mut axes, self.block, to, from, self.gaps) }.run_again(&mut self.taker);
        }
    }
}
