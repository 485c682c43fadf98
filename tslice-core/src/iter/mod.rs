//! Iterators: over elements, with or without their index, over the parts along an axis, over lanes and chunks.

#![allow(unsafe_code, reason = "hands out each element once, by its offset")]

mod axis_iter;
mod both_ends;
mod elements;
mod lanes;

pub(crate) use axis_iter::without;
pub use axis_iter::{AxisChunks, AxisIter};
pub use elements::{Elements, Indexed, Iter, IterMut};
pub use lanes::Lanes;
