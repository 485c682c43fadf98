//! Tensors made of parts of others: joined along an axis, stacked, with a border; one array over
//! another.

#![allow(
    unsafe_code,
    reason = "writes each element of uninitialised memory once, and views parts of arrays"
)]

mod border;
mod join;
mod overlay;

pub use border::{Border, IntoBorder, PadWidths};
pub use join::{
    ArrayList, concatenate, concatenate_into, stack, stack_into, try_concatenate, try_stack,
};
pub use overlay::{overlay, paste};
