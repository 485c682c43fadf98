#![doc = include_str!("../docs/guide.md")]

mod error;
mod list;
mod pick;
mod rank;
mod selection;
mod slice;
mod value;

pub use error::TSliceError;
pub use list::TensorList;
pub use rank::{NotScalar, ToRank};
pub use slice::TSlice;
pub use value::Values;
