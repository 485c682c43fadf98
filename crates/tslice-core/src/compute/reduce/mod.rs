//! Reductions: one value from all elements, or from each lane along an axis.
//!
//! `driver` visits the elements of a monoid in an order that depends on shape and strides alone,
//! contiguous ones in pieces. `lanes` does so along an axis: one outside of a contiguous one by
//! rows in blocks that fit the first cache, all others by lanes side by side. `sums` and `extremes`
//! are the monoids. `folds` has the operations with a function of the caller's, which promise the
//! order of the axis.

mod driver;
mod extremes;
mod folds;
mod lanes;
mod sums;

pub(super) use driver::{IN_ORDER, LANES, Monoid, row};
#[cfg(feature = "half")]
pub(super) use sums::halves;
pub use sums::{Addend, Averages};
pub(super) use sums::{Exact, Sums, added_in};
