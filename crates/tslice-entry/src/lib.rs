//! The entries of a spec, which the arrays of `tslice-core` and the language of `tslice-syntax`
//! share: [`Entry`], its [`Form`] and its [`Row`] of the encoding, how it is printed, and what it
//! takes of an axis ([`axis`]). Integers only, without a heap.
#![no_std]
#![forbid(unsafe_code)]

pub mod axis;
mod display;
mod entry;
mod form;
mod message;
pub mod size;

pub use display::{print_list, print_spec};
pub use entry::{Cell, Entry, Range, Row};
pub use form::{Form, Forms, MASKS};
pub use message::Message;

/// The number of entries that a spec holds at most: TensorFlow keeps its masks in an int32.
pub const MAX_ENTRIES: usize = 31;
