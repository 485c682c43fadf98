//! The vectors of x86-64 and the entry points of their kernels.
//!
//! A vector is the `MaybeUninit` of its type: it may be loaded from and stored to any bytes of elements by moves, and
//! be an operand of inline assembly. It is not an operand of intrinsics, which work on integers.

use core::arch::x86_64::{__m128i, __m256i, __m512i};
use core::mem::{MaybeUninit, transmute};

pub(super) mod blend;
pub(super) mod fill;
pub(super) mod lines;
pub mod past;
pub(super) mod pixels;
pub(super) mod scatter;
pub(super) mod shuffle;
pub(super) mod squares;
pub(super) mod stream;

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
