#![doc = include_str!("../docs/guide.md")]

mod array;
mod element;
mod engine;
mod error;
mod read;
mod store;
mod touched;
mod write;

pub use array::{FromDyn, ZarrArray};
pub use element::Element;
pub use engine::Cost;
pub use error::ZarrError;
