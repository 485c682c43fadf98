//! Methods that give another view of the same elements: slices, axes, reshapes, windows, diagonals,
//! parts, elements that are arrays.

#![allow(
    unsafe_code,
    reason = "makes a view of a layout whose elements are among those of the array"
)]

mod axes;
mod elements;
mod index_axis;
mod parts;
mod reshape;
mod slice;

pub use elements::{
    axis_as_elements, axis_as_elements_mut, elements_as_axis, elements_as_axis_mut,
};
pub use index_axis::Matrix;
pub use parts::{MultiSlice, SplitArray, SplitMut, split};
