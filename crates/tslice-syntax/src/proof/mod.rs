//! What is true of entries for every length of their axes.
//!
//! Integers only, and `const fn` throughout: macros report by it, and constants of `tslice` are
//! checked by it. An axis has at most `i64::MAX` positions. Numbers are `i128`; every sum and
//! product of theirs stays below 2^127, whatever the bounds are.

mod axis;
mod items;
mod meet;
mod overlap;
#[cfg(test)]
mod tests;

pub use axis::{Count, MAX_LENGTH, WindowFault, count, most, window_fault};
pub use items::Items;
pub use meet::{Meeting, meeting};
pub use overlap::{Lists, entry_of_axis, overlap};
