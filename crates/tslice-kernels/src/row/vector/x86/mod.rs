//! The vectors of x86-64 and the entry points of their kernels.
//!
//! A vector is the `MaybeUninit` of its type: it may be loaded from and stored to any bytes of
//! elements by moves, and be an operand of inline assembly. It is not an operand of intrinsics,
//! which work on integers.

use core::arch::x86_64::{__m128i, __m256i, __m512i};
use core::mem::{MaybeUninit, transmute};

use super::pixels::{self, PixelRows};
use super::{LONG, spread, squares};
use crate::level::Level;
use crate::row::{Blocks, Kernel, LINE, item, repeat, stage};

pub mod past;
mod shuffle;

/// The kernels in the order in which they are asked.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[
    (Level::Avx2, past::try_stream),
    (Level::Avx2, try_fill),
    (Level::Avx2, try_lines),
    (Level::Avx2, try_join),
    (Level::Avx2, try_split),
    (Level::Avx2, stage::try_stage),
    (Level::Avx2, try_squares),
    (Level::Avx512, try_shuffle_lines),
    (Level::Avx2, try_shuffle),
    (Level::Avx512, try_spread_lines),
    (Level::Avx2, try_spread),
];

/// A vector from others, by one instruction between registers of a class. Each byte of its result
/// is a byte of an operand, or 0.
macro_rules! moved {
    ($vector:ident, $class:ident, $instruction:literal, $($operand:ident)+) => {{
        let result;
        // SAFETY: the instruction touches no memory, and moves whole bytes from its operands to its
        // result.
        unsafe {
            core::arch::asm!(
                concat!($instruction, " {result}" $(, ", {", stringify!($operand), "}")+),
                result = lateout($class) result,
                $($operand = in($class) $operand.0,)+
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        $vector(result)
    }};
}
use moved;

/// Kernels with the instructions of their vectors.
macro_rules! entries {
    ($($features:literal: $($name:ident = $kernel:expr;)+)+) => {$($(
        #[target_feature(enable = $features)]
        fn $name(blocks: &mut Blocks<'_>) -> bool {
            // SAFETY: the kernel needs the instructions of its vector, which this function has.
            unsafe { $kernel(blocks) }
        }
    )+)+};
}

entries! {
    "avx2":
    try_join = pixels::try_pixels::<Ymm, false>;
    try_split = pixels::try_pixels::<Ymm, true>;
    try_squares = squares::try_squares::<Ymm>;
    try_shuffle = super::shuffle::try_shuffle::<Ymm>;
    try_spread = spread::try_spread::<Ymm>;
    "avx512f,avx512bw,avx512vbmi":
    try_shuffle_lines = super::shuffle::try_shuffle::<Zmm>;
    try_spread_lines = spread::try_spread::<Zmm>;
}

/// Moves planes into pixels.
///
/// # Safety
///
/// That of [`PixelRows::run`], for pixels that are written.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn join(rows: &PixelRows<'_>) {
    // SAFETY: `run` needs the instructions of its vector, which this function has, and what this
    // function needs.
    unsafe { rows.run::<Ymm, false>() };
}

/// Moves blocks of a few lines, without a call for each.
#[target_feature(enable = "avx")]
fn try_lines(blocks: &mut Blocks<'_>) -> bool {
    let block = blocks.block;
    if !(LINE..LONG).contains(&block) {
        return false;
    }
    for (to, from) in blocks.places(blocks.axes) {
        // SAFETY: `lines_of_one` needs a line and more to be readable at `from`, and others
        // writable at `to`: a block (invariants 1 and 2).
        unsafe { item::lines_of_one(to, from, block) };
    }
    true
}

/// Fills rows of the target, each with one block of the source.
#[target_feature(enable = "avx")]
fn try_fill(blocks: &mut Blocks<'_>) -> bool {
    repeat::try_fill::<__m256i>(blocks)
}

/// Moves a block of a line and more.
///
/// # Safety
///
/// `len` bytes, a line or more, can be read at `from`, and others written at `to`.
#[target_feature(enable = "avx")]
pub(super) unsafe fn lines_of_one(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: the condition of this function.
    unsafe { item::lines_of_one(to, from, len) };
}

type Xmm = MaybeUninit<__m128i>;

/// A vector of AVX2. Where one exists, the machine has AVX2: a vector is made by functions that
/// need it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Ymm(MaybeUninit<__m256i>);

impl Ymm {
    /// A vector of two lanes.
    ///
    /// # Safety
    ///
    /// The machine has AVX2.
    #[inline(always)]
    unsafe fn of_lanes(lanes: [Xmm; 2]) -> Self {
        // SAFETY: `transmute` needs bytes that are a vector of the same size: any bytes are, as it
        // is `MaybeUninit`.
        unsafe { transmute::<[Xmm; 2], Self>(lanes) }
    }

    #[inline(always)]
    fn to_lanes(self) -> [Xmm; 2] {
        // SAFETY: `transmute` needs bytes that are two vectors of half the size: any bytes are, as
        // they are `MaybeUninit`.
        unsafe { transmute::<Self, [Xmm; 2]>(self) }
    }
}

/// A vector of AVX-512. Where one exists, the machine has AVX-512F and AVX-512BW: a vector is made
/// by functions that need both.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Zmm(MaybeUninit<__m512i>);
