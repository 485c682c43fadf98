//! A crate of a user: operators of its own types on arrays, traits with methods whose names tslice
//! answers for readers of other libraries, generic wrappers, names handed on, macros around macros.
//!
//! That it compiles is half of the test, what it computes the other half.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused,
    unused_parens,
    unused_qualifications,
    single_use_lifetimes,
    trivial_casts,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

pub mod generic;
pub mod methods;
pub mod operators;
pub mod wrappers;

/// The names that the crate hands on to its own users.
pub mod prelude {
    pub use slicing::{
        Array as Grid, Dims as Shaped, DynTensor, Rank, Read as Source, Tensor as Owned,
        View as Seen, ViewMut as Written, s as part, zip as together,
    };
}
