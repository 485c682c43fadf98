//! Offsets are made, and read, some at a time.

use crate::error::ShapeError;

/// How many together.
pub(super) const BLOCK: usize = 64;

/// Takes some offsets of a list.
pub(super) type See<'s> = &'s mut dyn FnMut(&[isize]) -> Result<(), ShapeError>;

/// What is done with some offsets, in a loop of its own for each kind of iterator.
pub(super) trait Visit {
    /// # Safety
    ///
    /// The offsets are those that the visitor is for.
    unsafe fn visit(&mut self, offsets: impl Iterator<Item = isize>);
}
