//! tslice on other crates' data, each crate behind a feature of its name: unsafe door 3.

#[cfg(feature = "serde")]
mod serde;
