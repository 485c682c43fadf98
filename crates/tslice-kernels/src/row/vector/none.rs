//! What a machine without vectors has: no kernels.

use super::pixels::PixelRows;
use crate::level::Level;
use crate::row::Kernel;

pub mod past;
pub(super) use past::copy as lines_of_one;

/// No kernels.
pub(in crate::row) const KERNELS: &[(Level, Kernel)] = &[];

/// Moves nothing: it is not called without wide vectors.
///
/// # Safety
///
/// Nothing is needed.
pub(super) unsafe fn join(_: &PixelRows<'_>) {}
