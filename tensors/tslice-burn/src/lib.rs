#![doc = include_str!("../docs/guide.md")]

mod cut;
mod error;
mod pick;
mod rank;
mod slice;

pub use error::TSliceError;
pub use rank::{NotScalar, ToRank};
pub use slice::TSlice;
