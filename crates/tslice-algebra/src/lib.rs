//! The algebra of specs: what a spec does to a shape, and what specs do together, without an array.
//!
//! Two questions are kept apart. What holds for **every shape** is asked of specs:
//! [`canonical`](Algebra::canonical) and [`then`](Algebra::then), which gives an
//! [`InlineSpec`](tslice_core::InlineSpec) or `None`, as not every two slices are one. What holds
//! **on a shape** is asked of a region, which [`on`](Algebra::on) makes of a spec: there `then`
//! always has an answer, and so have `inverse`, `intersect`, `is_disjoint`, `contains`, `hull`,
//! `split`, `chunks`, and an index mapped to the source and back.
//!
//! The methods of [`Algebra`] are those of every spec. In `const` code there are the functions
//! [`canonical()`] and [`then()`], and [`Region::of`] for a typed spec, with the rank in its type;
//! a [`DynRegion`] has the same functions for any spec and any rank. Nothing here takes memory that
//! grows with a shape, or time beyond one walk over the axes.
//!
#![doc = include_str!("../docs/algebra.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod algebra;
mod axis;
mod canonical;
mod chunks;
mod compose;
mod dynamic;
mod error;
mod listed;
mod lists;
mod region;
mod span;
mod spell;
mod split;
mod tables;

pub use algebra::Algebra;
pub use canonical::canonical;
pub use chunks::{ChunkGrid, ChunkRow, ChunkTable};
pub use compose::then;
pub use dynamic::DynRegion;
pub use error::CutError;
pub use region::Region;
pub use split::Split;
pub use tables::{ChunkProjection, ChunkTables};

/// What `tslice-burn` and `tslice-candle` share. It is not promised to other crates.
#[doc(hidden)]
pub mod __tensors {
    pub use crate::listed::{AxisList, ListedRegion, assigned, last_of_each};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
