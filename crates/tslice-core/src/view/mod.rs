//! Methods that give another view of the same elements: slices, axes, reshapes, windows, diagonals,
//! parts.

#![allow(
    unsafe_code,
    reason = "makes a view of a layout whose elements are among those of the array"
)]

mod axes;
mod index_axis;
mod parts;
mod reshape;
mod slice;

pub use parts::{MultiSlice, SplitArray, SplitMut};
