//! `serde`: specs, and arrays.

mod array;
mod spec;
