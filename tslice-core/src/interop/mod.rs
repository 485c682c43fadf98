//! Views of other crates' data, each crate behind a feature of its name. One of the modules that may use `unsafe`.
//!
//! Conversions copy nothing if the memory layouts allow it. A type of any other crate takes part by one impl of [`Lend`].
//! Slices, nested arrays and vectors of vectors convert without any feature.
#![cfg_attr(
    any(feature = "ndarray-0_17", feature = "nalgebra-0_35", feature = "bytemuck"),
    allow(unsafe_code, reason = "takes pointers that other crates lend")
)]

#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(feature = "image-0_25")]
pub mod image;
mod lend;
#[cfg(feature = "nalgebra-0_35")]
pub mod nalgebra;
#[cfg(feature = "ndarray-0_17")]
pub mod ndarray;
#[cfg(feature = "safetensors-0_8")]
pub mod safetensors;
#[cfg(feature = "serde")]
mod serde {
    mod array;
    mod spec;
}

pub use lend::{Lend, LendMut};
