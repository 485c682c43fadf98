//! Tensors made of parts of others: joined along an axis, stacked, with a border.
#![allow(unsafe_code, reason = "writes each element of uninitialised memory once")]

mod border;
mod concatenate;
mod stack;

pub use border::Border;
pub use concatenate::{concatenate, concatenate_into, try_concatenate, try_concatenate_into};
pub use stack::{stack, stack_into, try_stack, try_stack_into};
