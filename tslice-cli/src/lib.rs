//! What the command does, without its arguments.
//!

#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod beside;
pub mod explain;
pub mod format;
#[allow(unsafe_code, reason = "a file is mapped into memory")]
pub mod npy;
pub mod whole_file;
