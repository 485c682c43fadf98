#![doc = include_str!("../docs/guide.md")]

mod error;
mod export;
mod import;
#[cfg(feature = "pyo3")]
mod python;
mod shared;

pub use dlpark;
pub use error::Error;
pub use export::export;
pub use import::{Descriptor, view, view_mut};
pub use shared::Shared;
