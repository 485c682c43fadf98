//! The lane of aarch64, and the kernels that are made of it.

use core::arch::aarch64::uint8x16_t;
use core::arch::asm;
use core::mem::MaybeUninit;

use super::lanes::{Lane, Two};
use super::pixels::{self, PixelRows};
use super::{LANE, shuffle, spread, squares};
use crate::level::Level;
use crate::row::{Kernel, repeat, stage};

pub mod past;
pub(super) use past::copy as lines_of_one;

/// The kernels in the order in which they are asked. `stnp`, the non-temporal store, was never
/// measured.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Neon, repeat::try_fill::<uint8x16_t>),
    (Level::Neon, pixels::try_pixels::<Two<Q>, false>),
    (Level::Neon, pixels::try_pixels::<Two<Q>, true>),
    (Level::Neon, stage::try_stage),
    (Level::Neon, squares::try_squares::<Two<Q>>),
    (Level::Neon, shuffle::try_shuffle::<Two<Q>>),
    (Level::Neon, spread::try_spread::<Two<Q>>),
];

/// Moves planes into pixels.
///
/// # Safety
///
/// That of [`PixelRows::run`], for pixels that are written.
pub(super) unsafe fn join(rows: &PixelRows<'_>) {
    // SAFETY: `run` needs what this function needs, and NEON, which every target has.
    unsafe { rows.run::<Two<Q>, false>() };
}

/// A register of 16 bytes. Every target that compiles this has NEON.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Q(MaybeUninit<uint8x16_t>);

/// Two operands become one by an instruction.
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
        let result;
        // SAFETY: the instruction moves whole bytes between registers, and each byte of its result
        // is one of the operands', or 0.
        unsafe {
            asm!(
                $template,
                result = lateout(vreg) result,
                first = in(vreg) $first.0,
                second = in(vreg) $second.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Q(result)
    }};
}

impl Lane for Q {
    type Table = Self;

    #[inline(always)]
    fn table(bytes: &[u8; LANE]) -> Self {
        // SAFETY: `read_unaligned` needs the bytes of a lane to be readable: they are borrowed.
        unsafe { bytes.as_ptr().cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn take(from: *const u8, table: Self) -> Self {
        let bytes;
        // SAFETY: the instructions touch nothing outside of the window. What they give depends on
        // the bytes that the table names and on no others: to the program they are moves of
        // `MaybeUninit<u8>` from there. A load in Rust would be an access to all bytes of the
        // window, and a data race with a thread that writes one of those in between.
        unsafe {
            asm!(
                "ldr {bytes:q}, [{from}]",
                "tbl {bytes:v}.16b, {{ {bytes:v}.16b }}, {table:v}.16b",
                bytes = out(vreg) bytes,
                from = in(reg) from,
                table = in(vreg) table.0,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        Self(bytes)
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
    unsafe fn and(self, other: Self, _: Self) -> Self {
        of_two!("orr", "16b", self, other)
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
    fn blend(self, other: Self, mask: Self) -> Self {
        let mut blended = self.0;
        // SAFETY: the instruction moves whole bytes between registers: those of `other` where the
        // mask has all bits.
        unsafe {
            asm!(
                "bit {blended:v}.16b, {other:v}.16b, {mask:v}.16b",
                blended = inout(vreg) blended,
                other = in(vreg) other.0,
                mask = in(vreg) mask.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(blended)
    }
}
