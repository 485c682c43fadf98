//! Planes into pixels and pixels into planes: rows of two to four channels of 1, 2, 4 or 8 bytes each.
//!
//! A vector of each plane becomes as many vectors of whole pixels, or comes of them. Every byte of a pixel is moved, so these
//! loads read nothing that the copy must not read.

mod rows;
mod weave;

pub(super) use rows::{Planes, Rows};
pub(super) use weave::Tables;

/// Bytes of a lane.
const LANE: usize = 16;
/// Bytes of a vector.
const VECTOR: usize = 2 * LANE;
/// The most channels of a pixel.
pub(super) const CHANNELS: usize = 4;

/// A vector of two lanes. The bytes may be uninitialised, or be parts of pointers.
pub(super) trait TwoLanes: super::squares::Lanes {
    /// Loads a vector. To the program, each byte is moved on its own: they may be of several arrays, which lend them in turns.
    ///
    /// # Safety
    ///
    /// The bytes can be read; the machine has the vector's instructions, here and below.
    unsafe fn load_bytes(from: *const u8) -> Self;

    /// A table for both lanes.
    ///
    /// # Safety
    ///
    /// The machine has the vector's instructions.
    unsafe fn table(bytes: [u8; LANE]) -> Self;

    /// The bytes of each lane that the table names, in its order.
    ///
    /// # Safety
    ///
    /// As for [`table`](Self::table).
    unsafe fn shuffle(self, table: Self) -> Self;

    /// These bytes, or those of `other` where the mask has all bits.
    ///
    /// # Safety
    ///
    /// As for [`table`](Self::table).
    unsafe fn blend(self, other: Self, mask: Self) -> Self;

    /// Two of the four lanes of this vector and `other`, by the instruction's number for them.
    ///
    /// # Safety
    ///
    /// As for [`table`](Self::table).
    unsafe fn lanes<const CHOICE: u8>(self, other: Self) -> Self;
}
