//! Vectors of two lanes that are registers of their own.

use super::LANE;
use super::pixels::Weaver;
use super::shuffle::{Shuffler, WIDEST};

/// A register of 16 bytes, which may be uninitialised, or be parts of pointers. Every machine that
/// runs this has its instructions.
pub(super) trait Lane: Copy {
    /// Positions, or masks, in a register.
    type Table: Copy;

    /// A table of these bytes.
    fn table(bytes: &[u8; LANE]) -> Self::Table;

    /// Loads the bytes of a window of 16 that a table names, in its order; a byte is 0 where the
    /// table names none. To the program, no other byte is read.
    ///
    /// # Safety
    ///
    /// The window is inside one allocation; the bytes that the table names can be read.
    unsafe fn take(from: *const u8, table: Self::Table) -> Self;

    /// The bytes that a table names, in its order; 0 where it names none.
    fn shuffle(self, table: Self::Table) -> Self;

    /// Combines two lanes: the bytes of `other` where its table names one, and those of `self`
    /// elsewhere.
    ///
    /// # Safety
    ///
    /// In every place, one of the two lanes has the 0 of a table, or both have the same byte.
    unsafe fn and(self, other: Self, table: Self::Table) -> Self;

    /// Interleaves elements of SIZE bytes: of the lower halves, and of the upper ones.
    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2];

    /// These bytes, or those of `other` where the mask has all bits.
    fn blend(self, other: Self, mask: Self::Table) -> Self;
}

/// Two lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Two<L>(pub(super) [L; 2]);

impl<L: Lane> Weaver for Two<L> {
    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the bytes of the first lane, which are the caller's
        // condition.
        let low = unsafe { from.cast::<L>().read_unaligned() };
        // SAFETY: `read_unaligned` needs the bytes of the second lane, which are the caller's
        // condition.
        let high = unsafe { from.wrapping_offset(step).cast::<L>().read_unaligned() };
        Self([low, high])
    }

    #[inline(always)]
    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        let low = self.0[0].interleave::<SIZE>(other.0[0]);
        let high = self.0[1].interleave::<SIZE>(other.0[1]);
        [Self([low[0], high[0]]), Self([low[1], high[1]])]
    }

    #[inline(always)]
    fn shuffle(self, [low, high]: [L::Table; 2]) -> Self {
        Self([self.0[0].shuffle(low), self.0[1].shuffle(high)])
    }

    #[inline(always)]
    fn blend(self, other: Self, [low, high]: [L::Table; 2]) -> Self {
        Self([
            self.0[0].blend(other.0[0], low),
            self.0[1].blend(other.0[1], high),
        ])
    }

    #[inline(always)]
    fn lanes<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self {
        Self([self.0[LOW], other.0[HIGH]])
    }
}

impl<L: Lane> Shuffler for Two<L> {
    const LANE: usize = LANE;
    type Table = [L::Table; 2];

    #[inline(always)]
    unsafe fn table(bytes: &[u8; WIDEST]) -> Self::Table {
        let (lanes, _) = bytes.as_chunks();
        [L::table(&lanes[0]), L::table(&lanes[1])]
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, step: isize, [low, high]: Self::Table) -> Self {
        // SAFETY: `take` needs the first window and its bytes, which are the caller's condition.
        let low = unsafe { L::take(from, low) };
        // SAFETY: `take` needs the second window and its bytes, which are the caller's condition.
        let high = unsafe { L::take(from.wrapping_offset(step), high) };
        Self([low, high])
    }

    #[inline(always)]
    unsafe fn and(self, other: Self, [low, high]: Self::Table) -> Self {
        // SAFETY: `and` needs bytes that are 0 or the same, which is the caller's condition.
        let low = unsafe { self.0[0].and(other.0[0], low) };
        // SAFETY: `and` needs bytes that are 0 or the same, which is the caller's condition.
        let high = unsafe { self.0[1].and(other.0[1], high) };
        Self([low, high])
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, step: usize) {
        // SAFETY: `write_unaligned` needs the bytes of the first lane to be writable, which is the
        // caller's condition.
        unsafe { to.cast::<L>().write_unaligned(self.0[0]) };
        // SAFETY: `write_unaligned` needs the bytes of the second lane to be writable, which is the
        // caller's condition.
        unsafe { to.wrapping_add(step).cast::<L>().write_unaligned(self.0[1]) };
    }
}
