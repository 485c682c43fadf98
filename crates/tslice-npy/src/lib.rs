#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "a function that maps a file trusts its caller")]
mod archive;
#[allow(unsafe_code, reason = "a file is mapped into memory")]
mod bytes;
mod element;
mod error;
mod header;
#[allow(unsafe_code, reason = "a function that maps a file trusts its caller")]
mod npy;
mod write;

pub use archive::{Archive, ArchiveWriter};
pub use bytes::{is_archive, is_compressed};
pub use element::Element;
pub use error::NpyError;
pub use npy::{Arrays, Npy, ends, read, read_from};
pub use write::{write, write_header, write_items, write_to};
