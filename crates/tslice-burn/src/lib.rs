#![doc = include_str!("../docs/guide.md")]

mod error;
mod pick;
mod rank;
mod selection;
mod slice;
mod value;

pub use error::TSliceError;
pub use rank::{NotScalar, ToRank};
pub use slice::TSlice;
