#![doc = include_str!("../docs/guide.md")]

mod element;
mod error;
mod export;
mod import;
#[cfg(feature = "pyo3")]
mod python;
mod shared;

pub use dlpark;
pub use element::Element;
pub use error::Error;
pub use export::export;
pub use import::{Descriptor, view, view_mut};
#[cfg(feature = "pyo3")]
pub use python::from_python;
pub use shared::Shared;
