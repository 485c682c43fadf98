//! Errors as data. Every message names axis, value and limit.

mod message;
mod shape;
mod slice;

use core::fmt;

pub(crate) use message::Message;
pub use shape::{AxisError, ShapeError};
pub use slice::SliceError;

/// The word for a number of things.
pub fn plural<'w>(count: usize, one: &'w str, many: &'w str) -> &'w str {
    if count == 1 { one } else { many }
}

/// The value, or a panic at the caller's line. A closure in a `map` would panic at a line of this crate.
#[inline(always)]
#[track_caller]
pub fn or_panic<V, E: fmt::Display>(result: Result<V, E>) -> V {
    match result {
        Ok(value) => value,
        Err(error) => panic(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn panic(error: &dyn fmt::Display) -> ! {
    panic!("{error}")
}
