//! Iterators: over elements, with or without their index, over the parts along an axis, over lanes and chunks.
#![allow(unsafe_code, reason = "hands out each element once, by its offset")]

mod axis_iter;
mod both_ends;
mod chunks;
mod elements;
mod indexed;
mod lanes;

pub use axis_iter::AxisIter;
pub(crate) use axis_iter::without;
pub use chunks::AxisChunks;
pub use elements::{Elements, Iter, IterMut};
pub use indexed::Indexed;
pub use lanes::Lanes;
