//! What is true of entries for every length of their axes.
//!
//! Macros report by it. What one entry takes of an axis is `tslice-entry`'s, by which constants of
//! `tslice` are checked, too.

mod items;
mod meet;
mod overlap;
#[cfg(test)]
mod tests;

pub use items::Items;
pub use meet::{Meeting, meeting};
pub use overlap::{Lists, entry_of_axis, overlap};
pub use tslice_entry::axis::{Count, MAX_LENGTH, WindowFault, count, most, window_fault};
