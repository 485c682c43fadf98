//! Tensors made of parts of others: joined along an axis, stacked, with a border.

#![allow(
    unsafe_code,
    reason = "writes each element of uninitialised memory once"
)]

mod border;
mod join;

pub use border::{Border, IntoBorder, PadWidths};
pub use join::{
    ArrayList, concatenate, concatenate_into, stack, stack_into, try_concatenate,
    try_concatenate_into, try_stack, try_stack_into,
};
