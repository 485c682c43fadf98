//! Moving blocks of bytes: the kernel is chosen here, once per call.
//!
//! A copy is a list of axes, outermost first, the innermost of which is the *row*, and a *block* of
//! bytes that is contiguous in source and target. A kernel moves bytes as they are, initialised or
//! not and with their provenance: elements may have padding and may hold pointers.
//!
//! A new kernel is a file with a function of type [`Kernel`] and a line in a list of kernels.

mod item;
mod repeat;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "only kernels of vectors use a stage")
)]
mod stage;
mod tile;
mod vector;

use super::level::Level;
use super::plan::{CopyAxis, Tuples};
pub use vector::{join_planes, move_block, past};

/// Bytes of a cache line.
pub const LINE: usize = 64;
/// Bytes of a page, beyond which the processor itself loads nothing ahead. Blocks of this many
/// bytes share few of their lines with their neighbours.
pub const PAGE: usize = 4096;
/// Outputs of this many bytes and more leave the caches before they are read again. Non-temporal
/// stores make rows `NCHW reverse batch` 1.6 and `gather_nd, 65,536 rows of 64 f32` 1.9 times as
/// fast.
pub const HUGE: usize = 8 << 20;
/// Below this many bytes, plain moves take less time than asking all kernels does; below this many
/// blocks, less than making the tables of a shuffle. Tests ask the kernels of shorter copies, too.
const SHORT_COPY: usize = if cfg!(test) { 128 } else { 1024 };

/// Who reaches the bytes between the elements of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// Only who writes the elements.
    Exclusive,
    /// Others too, or it is not memory: another part of an array, another crate's array, the end of
    /// an allocation.
    Shared,
}

/// A copy of blocks of bytes.
///
/// Invariants:
/// 1. Every index tuple of `axes` reaches `block` bytes at `from` that may be read (initialised or
///    not) as long as this lives.
/// 2. Every index tuple of `axes` reaches `block` bytes at `to` that may be written, none of which
///    another index tuple reaches, and none of which is one of those at `from`.
/// 3. The machine has the instructions of `level`.
/// 4. If the gaps are the caller's own, every byte of the target between the first and the last one
///    that the index tuples reach may be read and written, and no other reference to it exists.
pub struct Blocks<'a> {
    axes: &'a mut [CopyAxis],
    block: usize,
    to: *mut u8,
    from: *const u8,
    level: Level,
    gaps: Gaps,
}

/// The kernel that took the last copy of some axes: as a rule, it takes the next one between other
/// places too.
#[derive(Clone, Copy, Default)]
pub struct Taker(Option<Kernel>);

/// Moves all blocks and returns `true`, or moves none and returns `false`. May be called if the
/// machine has the instructions that the kernel is made of.
type Kernel = unsafe fn(&mut Blocks<'_>) -> bool;

/// The kernels in the order in which they are asked, each with the level that has its instructions.
/// The last one takes every copy.
const KERNELS: &[&[(Level, Kernel)]] = &[
    vector::KERNELS,
    #[cfg(test)]
    vector::plain::KERNELS,
    &[
        (Level::Scalar, repeat::try_repeat),
        (Level::Scalar, tile::try_tiles),
        (Level::Scalar, item::all),
    ],
];

impl<'a> Blocks<'a> {
    /// # Safety
    ///
    /// Invariants 1, 2 and 4 hold.
    #[inline]
    pub unsafe fn new(
        axes: &'a mut [CopyAxis],
        block: usize,
        to: *mut u8,
        from: *const u8,
        gaps: Gaps,
    ) -> Self {
        Self {
            axes,
            block,
            to,
            from,
            level: Level::current(),
            gaps,
        }
    }

    /// Moves every block, first asking the kernel that took a copy of the same axes before.
    pub fn run(&mut self, taker: &mut Taker) {
        if self.bytes() < SHORT_COPY || self.axes.is_empty() {
            // By name, not from the list: a tiny copy is over in the time of a few calls by
            // pointer, and a single block is one call of `memcpy`.
            let _ = repeat::try_repeat(self) || item::all(self);
            return;
        }
        // SAFETY: a kernel needs its instructions, which the machine has: it was taken from the
        // list below.
        if !taker.0.is_some_and(|kernel| unsafe { kernel(self) }) {
            taker.0 = self.run_by_list();
        }
    }

    /// Moves every block, by the first kernel that takes the copy, and returns that.
    #[inline(never)]
    fn run_by_list(&mut self) -> Option<Kernel> {
        // SAFETY: a kernel needs its instructions: the machine has those of `self.level` (invariant
        // 3), and a higher level has those of the lower ones.
        let takes =
            |&&(level, kernel): &&(Level, Kernel)| self.level >= level && unsafe { kernel(self) };
        KERNELS
            .iter()
            .copied()
            .flatten()
            .find(takes)
            .map(|&(_, kernel)| kernel)
    }

    /// How many blocks are written.
    fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.len).product()
    }

    /// How many bytes are written.
    fn bytes(&self) -> usize {
        self.count() * self.block
    }

    /// The target's and the source's place of every index tuple of `axes`, which are some of the
    /// copy's.
    #[inline(always)]
    fn places<'x>(&self, axes: &'x [CopyAxis]) -> Tuples<'x, CopyAxis> {
        Tuples::new(axes, (self.to, self.from))
    }
}

#[cfg(test)]
mod tests;
