//! Planes into pixels and pixels into planes: rows of two to four channels of 1, 2, 4 or 8 bytes
//! each.
//!
//! A vector of each plane becomes as many vectors of whole pixels, or comes of them. Every byte of
//! a pixel is moved, so these loads read nothing that the copy must not read.

mod rows;
mod weave;

use super::LANE;
use super::shuffle::Shuffler;

pub(super) use rows::{PixelRows, try_pixels};

/// Bytes of a vector.
pub(super) const VECTOR: usize = 2 * LANE;
/// The most channels of a pixel.
pub(super) const CHANNELS: usize = 4;

/// A vector of two lanes of 16 bytes, whose tables are masks, too. Where one exists, the machine
/// has its instructions.
pub(super) trait Weaver: Shuffler {
    /// Loads each lane, `step` bytes after the one before.
    ///
    /// # Safety
    ///
    /// The bytes of every lane can be read, and the machine has the vector's instructions.
    unsafe fn load(from: *const u8, step: isize) -> Self;

    /// Interleaves elements of SIZE bytes within each lane: of the lower halves, and of the upper
    /// ones.
    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2];

    /// The bytes of each lane that the table names, in its order.
    fn shuffle(self, table: Self::Table) -> Self;

    /// These bytes, or those of `other` where the mask has all bits.
    fn blend(self, other: Self, mask: Self::Table) -> Self;

    /// Lane LOW of this vector, and lane HIGH of `other`.
    fn lanes<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self;
}
