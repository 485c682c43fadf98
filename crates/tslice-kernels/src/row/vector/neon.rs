//! The vector of aarch64, and the kernels that are made of it.

use core::arch::aarch64::uint8x16_t;
use core::arch::asm;
use core::mem::MaybeUninit;

use super::pixels::{self, PixelRows, Weaver};
use super::shuffle::{self, Shuffler, WIDEST};
use super::{LANE, spread, squares};
use crate::level::Level;
use crate::row::{Kernel, repeat, stage};

pub mod past;
pub(super) use past::copy as lines_of_one;

/// The kernels in the order in which they are asked. `stnp`, the non-temporal store, was never
/// measured.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Neon, repeat::try_fill::<uint8x16_t>),
    (Level::Neon, pixels::try_pixels::<Two, false>),
    (Level::Neon, pixels::try_pixels::<Two, true>),
    (Level::Neon, stage::try_stage),
    (Level::Neon, squares::try_squares::<Two>),
    (Level::Neon, shuffle::try_shuffle::<Two>),
    (Level::Neon, spread::try_spread::<Two>),
];

/// Moves planes into pixels.
///
/// # Safety
///
/// That of [`PixelRows::run`], for pixels that are written.
pub(super) unsafe fn join(rows: &PixelRows<'_>) {
    // SAFETY: `run` needs what this function needs, and NEON, which every target has.
    unsafe { rows.run::<Two, false>() };
}

/// A register, whose bytes may be uninitialised, or be parts of pointers.
type Q = MaybeUninit<uint8x16_t>;

/// A vector of two registers. Every target that compiles this has NEON.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Two([Q; 2]);

/// A vector from two others, by an instruction for each lane.
macro_rules! of_two {
    ($instruction:literal, $arrangement:literal, $first:expr, $second:expr) => {
        of_two!(
            concat!(
                $instruction, " {result:v}.", $arrangement,
                ", {first:v}.", $arrangement, ", {second:v}.", $arrangement
            ),
            $first,
            $second
        )
    };
    ($template:expr, $first:expr, $second:expr) => {{
        let lane = |first: Q, second: Q| {
            let result: Q;
            // SAFETY: the instruction moves whole bytes between registers, and each byte of its
            // result is one of the operands', or 0.
            unsafe {
                asm!(
                    $template,
                    result = lateout(vreg) result,
                    first = in(vreg) first,
                    second = in(vreg) second,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            result
        };
        let (Two([low, high]), Two([other_low, other_high])) = ($first, $second);
        Two([lane(low, other_low), lane(high, other_high)])
    }};
}

/// Loads the bytes of a window of 16 that a table names, in its order; a byte is 0 where the table
/// names none. To the program, no other byte is read.
///
/// # Safety
///
/// The window is inside one allocation; the bytes that the table names can be read.
#[inline(always)]
unsafe fn take(from: *const u8, table: Q) -> Q {
    let bytes;
    // SAFETY: the instructions touch nothing outside of the window. What they give depends on the
    // bytes that the table names and on no others: to the program they are moves of
    // `MaybeUninit<u8>` from there. A load in Rust would be an access to all bytes of the window,
    // and a data race with a thread that writes one of those in between.
    unsafe {
        asm!(
            "ldr {bytes:q}, [{from}]",
            "tbl {bytes:v}.16b, {{ {bytes:v}.16b }}, {table:v}.16b",
            bytes = out(vreg) bytes,
            from = in(reg) from,
            table = in(vreg) table,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    bytes
}

impl Shuffler for Two {
    const LANE: usize = LANE;
    type Table = Self;

    #[inline(always)]
    unsafe fn table(bytes: &[u8; WIDEST]) -> Self {
        // SAFETY: `read_unaligned` needs 32 readable bytes, of which there are 64.
        unsafe { bytes.as_ptr().cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, step: isize, Self([low, high]): Self) -> Self {
        // SAFETY: `take` needs the first window and its bytes, which are the caller's condition.
        let low = unsafe { take(from, low) };
        // SAFETY: `take` needs the second window and its bytes, which are the caller's condition.
        let high = unsafe { take(from.wrapping_offset(step), high) };
        Self([low, high])
    }

    #[inline(always)]
    unsafe fn and(self, other: Self, _: Self) -> Self {
        of_two!("orr", "16b", self, other)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, step: usize) {
        // SAFETY: `write_unaligned` needs the bytes of the first lane to be writable, which is the
        // caller's condition.
        unsafe { to.cast::<Q>().write_unaligned(self.0[0]) };
        // SAFETY: `write_unaligned` needs the bytes of the second lane to be writable, which is the
        // caller's condition.
        unsafe { to.wrapping_add(step).cast::<Q>().write_unaligned(self.0[1]) };
    }
}

impl Weaver for Two {
    #[inline(always)]
    unsafe fn load(from: *const u8, step: isize) -> Self {
        // SAFETY: `read_unaligned` needs the bytes of the first lane, which are the caller's
        // condition.
        let low = unsafe { from.cast::<Q>().read_unaligned() };
        // SAFETY: `read_unaligned` needs the bytes of the second lane, which are the caller's
        // condition.
        let high = unsafe { from.wrapping_offset(step).cast::<Q>().read_unaligned() };
        Self([low, high])
    }

    #[inline(always)]
    fn interleave<const SIZE: usize>(self, other: Self) -> [Self; 2] {
        match SIZE {
            1 => [
                of_two!("zip1", "16b", self, other),
                of_two!("zip2", "16b", self, other),
            ],
            2 => [
                of_two!("zip1", "8h", self, other),
                of_two!("zip2", "8h", self, other),
            ],
            4 => [
                of_two!("zip1", "4s", self, other),
                of_two!("zip2", "4s", self, other),
            ],
            _ => [
                of_two!("zip1", "2d", self, other),
                of_two!("zip2", "2d", self, other),
            ],
        }
    }

    #[inline(always)]
    fn shuffle(self, table: Self) -> Self {
        of_two!(
            "tbl {result:v}.16b, {{ {first:v}.16b }}, {second:v}.16b",
            self,
            table
        )
    }

    #[inline(always)]
    fn blend(self, other: Self, mask: Self) -> Self {
        let lane = |at: usize| {
            let mut blended = self.0[at];
            // SAFETY: the instruction moves whole bytes between registers: those of `other` where
            // the mask has all bits.
            unsafe {
                asm!(
                    "bit {blended:v}.16b, {other:v}.16b, {mask:v}.16b",
                    blended = inout(vreg) blended,
                    other = in(vreg) other.0[at],
                    mask = in(vreg) mask.0[at],
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            blended
        };
        Self([lane(0), lane(1)])
    }

    #[inline(always)]
    fn lanes<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self {
        Self([self.0[LOW], other.0[HIGH]])
    }
}
