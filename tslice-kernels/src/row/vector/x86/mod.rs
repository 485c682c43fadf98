//! The vectors of x86-64 and the entry points of their kernels.
//!
//! A vector is the `MaybeUninit` of its type: it may be loaded from and stored to any bytes of elements by moves, and
//! be an operand of inline assembly. It is not an operand of intrinsics, which work on integers.

use core::arch::x86_64::{__m128i, __m256i, __m512i};
use core::mem::{MaybeUninit, transmute};

use super::entries::{by_kind, shuffle_entry, two_lane_entries};
use crate::level::Level;
use crate::row::Kernel;
use crate::switch::KernelName;

mod fill;
mod lines;
pub mod past;
mod pixels;
mod scatter;
mod shuffle;
mod stream;

/// The kernels that are asked before all others.
pub(in crate::row) const FIRST: &[(Level, KernelName, Kernel)] = &[
    // Blocks into a target that is larger than the caches, stored past them.
    (Level::Avx2, KernelName::Stream, stream::try_stream),
    // One short block that fills contiguous rows of the target.
    (Level::Avx2, KernelName::Fill, fill::try_fill),
];

/// The other kernels in the order in which they are asked.
pub(in crate::row) const KERNELS: &[(Level, KernelName, Kernel)] = &[
    // Blocks of a few cache lines, without a call for each.
    (Level::Avx2, KernelName::Lines, lines::try_lines),
    // Planes into pixels, and pixels into planes.
    (Level::Avx2, KernelName::Join, try_join),
    (Level::Avx2, KernelName::Split, try_split),
    // Short blocks into contiguous rows, shuffled into place.
    (Level::Avx512, KernelName::ShuffleAvx512, shuffle::try_shuffle_avx512),
    // Transposed copies, by squares that are transposed in registers.
    (Level::Avx2, KernelName::Squares, try_squares),
    // Other short blocks by smaller vectors.
    (Level::Avx2, KernelName::ShuffleLanes, try_shuffle),
    // Short blocks into rows with gaps, spread into place and stored by masks.
    (Level::Avx512Bw, KernelName::Scatter, scatter::try_scatter),
    // Short blocks into rows with gaps without masks, if nobody else reaches the gaps.
    (Level::Avx2, KernelName::Blend, try_blend),
];

two_lane_entries! { #[target_feature(enable = "avx2")] Ymm, Avx2::here(), shuffle::lane_positions }

/// Proof that the machine has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn here() -> Self {
        Self(())
    }
}

type Xmm = MaybeUninit<__m128i>;

/// A vector of AVX2. Where one exists, the machine has AVX2: a vector is made by a proof of it, or of another vector.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Ymm(MaybeUninit<__m256i>);

impl Ymm {
    /// A vector of two lanes.
    #[inline(always)]
    fn of_lanes(_: Avx2, lanes: [Xmm; 2]) -> Self {
        // SAFETY: `transmute` needs bytes that are a vector of the same size: any bytes are, as it is `MaybeUninit`.
        unsafe { transmute::<[Xmm; 2], Self>(lanes) }
    }

    #[inline(always)]
    fn to_lanes(self) -> [Xmm; 2] {
        // SAFETY: `transmute` needs bytes that are two vectors of half the size: any bytes are, as they are `MaybeUninit`.
        unsafe { transmute::<Self, [Xmm; 2]>(self) }
    }
}

/// A vector of AVX-512. Where one exists, the machine has AVX-512F and AVX-512BW: a vector is made by functions that need both.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Zmm(MaybeUninit<__m512i>);
