//! Calling a function for elements: `zip`, `map`, comparisons and reductions.

#![allow(unsafe_code, reason = "reads and writes elements by the offsets of a layout")]

mod compare;
mod map;
mod reduce;
mod zip;

#[cfg(feature = "ndarray-0_17")]
pub(crate) use zip::IntoOperand;
pub use zip::{IndexedZip, Items, Zip, try_zip, zip};
