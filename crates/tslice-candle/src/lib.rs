#![doc = include_str!("../docs/guide.md")]

mod error;
mod hold;
mod list;
mod listed;
mod op;
mod pick;
mod place;
mod slice;
mod value;
mod view;

pub use error::TSliceError;
pub use hold::{Held, Hold, HoldError, ToCandle};
pub use list::{Mask, TensorList};
pub use slice::TSlice;
pub use value::Values;
