//! The vectors of x86-64 and the entry points of their kernels.
//!
//! A vector is the `MaybeUninit` of its type: it may be loaded from and stored to any bytes of elements by moves, and
//! be an operand of inline assembly. It is not an operand of intrinsics, which work on integers.

use core::arch::x86_64::{__m128i, __m256i, __m512i};
use core::mem::MaybeUninit;

pub(super) mod blend;
pub(super) mod fill;
pub(super) mod lines;
pub(in crate::copy) mod past;
pub(super) mod pixels;
pub(super) mod scatter;
pub(super) mod shuffle;
pub(super) mod squares;
pub(super) mod stream;

type Xmm = MaybeUninit<__m128i>;
type Ymm = MaybeUninit<__m256i>;
type Zmm = MaybeUninit<__m512i>;
