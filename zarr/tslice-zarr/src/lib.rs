#![doc = include_str!("../docs/guide.md")]

mod array;
mod cost;
mod element;
mod engine;
mod error;
mod open;
mod read;
#[cfg(feature = "object-store")]
mod remote;
mod shard;
mod store;
mod touched;
mod write;
mod zarrs_engine;

pub use array::{FromDyn, ZarrArray};
pub use cost::Cost;
pub use element::Element;
pub use error::ZarrError;
pub use open::open;
#[cfg(feature = "object-store")]
pub use remote::{Blocking, blocking};
