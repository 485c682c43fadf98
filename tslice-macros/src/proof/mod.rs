//! What is true of entries for every length of their axes.
//!
//! Macros report by it. What one entry takes of an axis is `tslice-entry`'s, by which constants of
//! `tslice` are checked, too.

mod meet;
mod overlap;
#[cfg(test)]
mod tests;

pub(crate) use overlap::{Step, axes, axis_of, entry_of_axis, overlap, steps};
