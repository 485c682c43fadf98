#![doc = include_str!("../docs/guide.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(any(feature = "filesystem", feature = "object-store")),
    allow(dead_code, reason = "without either, locations are refused")
)]

mod array;
mod codecs;
mod copying;
mod cost;
mod element;
mod engine;
mod error;
mod from_dyn;
mod location;
mod memory;
mod metadata;
mod owned_grid;
mod selection;
mod store;

pub use array::ZarrArray;
#[cfg(feature = "async")]
pub use array::async_open::AsyncZarrArray;
pub use array::read::read_many;
pub use copying::{CopyOptions, CopyPlan, Layout, Part};
#[doc(hidden)]
pub use copying::{check_pair, clear, has_array, in_memory, is_zarr, size_of_text};
pub use copying::{create, remove};
pub use cost::Cost;
pub use element::Element;
pub use error::ZarrError;
pub use from_dyn::FromDyn;
#[cfg(feature = "object-store")]
pub use location::async_open;
pub use location::open;
#[doc(hidden)]
pub use selection::positions::Mask;
#[cfg(feature = "async")]
pub use store::AsyncStore;
pub use store::SyncStore;
#[cfg(feature = "object-store")]
pub use store::blocking::{Blocking, Waiting, blocking};
pub use store::cache::Cache;
#[cfg(feature = "object-store")]
pub use store::remote::{Ranged, ranged};
