//! The raw operations, with their references' argument lists, dynamic rank and exact behaviour.

mod strided_slice;

pub use strided_slice::strided_slice;
