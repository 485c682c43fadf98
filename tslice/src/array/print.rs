//! Printing an array.

use core::fmt;

use super::{Array, Read};
use crate::layout::Dims;

/// Prints the shape, and the elements in row-major order.
impl<S: Read, D: Dims> fmt::Debug for Array<S, D>
where
    S::Elem: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Array").field("shape", &self.lengths()).field("elements", &self.into_iter()).finish()
    }
}
