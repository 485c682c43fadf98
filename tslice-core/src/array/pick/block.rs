//! Offsets are made, and read, some at a time.

use crate::error::ShapeError;

/// How many together.
pub(super) const BLOCK: usize = 64;

/// Takes some offsets of a list.
pub(super) type See<'s> = &'s mut dyn FnMut(&[isize]) -> Result<(), ShapeError>;
