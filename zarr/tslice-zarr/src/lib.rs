#![doc = include_str!("../docs/guide.md")]
#![forbid(unsafe_code)]

mod array;
#[cfg(feature = "async")]
mod async_open;
#[cfg(feature = "async")]
mod async_read;
#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
mod async_write;
mod block;
#[cfg(feature = "object-store")]
mod blocking;
mod blocks;
#[cfg(feature = "codecs")]
mod bounded;
mod cache;
#[cfg(feature = "codecs")]
mod checksums;
mod chunked_region;
mod codecs;
mod copying;
mod cost;
mod cut;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
mod dates;
#[cfg(feature = "codecs")]
mod delta;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
mod dtype;
mod element;
mod engine;
mod error;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
mod fill_value;
#[cfg(feature = "async")]
mod flights;
mod from_dyn;
mod gather;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
mod group;
mod location;
mod many;
mod memory;
#[cfg(any(feature = "filesystem", feature = "object-store"))]
mod metadata;
#[cfg(feature = "codecs")]
mod numcodecs;
mod open;
mod order;
mod owned_grid;
mod read;
#[cfg(feature = "filesystem")]
mod references;
#[cfg(feature = "object-store")]
mod remote;
mod selection;
mod shard;
mod sharding_codec;
mod store;
mod touched;
#[cfg(feature = "object-store")]
mod urls;
#[cfg(feature = "filesystem")]
mod whole_files;
mod write;
mod writes;
#[cfg(feature = "codecs")]
mod zstd;

pub use array::ZarrArray;
#[cfg(feature = "async")]
pub use async_open::AsyncZarrArray;
#[cfg(feature = "async")]
pub use async_store::AsyncStore;
#[cfg(feature = "object-store")]
pub use blocking::{Blocking, blocking};
pub use cache::Cache;
pub use copying::{CopyOptions, CopyPlan, Layout, Part};
#[cfg(any(feature = "filesystem", feature = "object-store"))]
pub use copying::{create, in_memory};
pub use cost::Cost;
pub use element::Element;
pub use error::ZarrError;
pub use from_dyn::FromDyn;
#[cfg(feature = "object-store")]
pub use location::async_open;
pub use location::open;
pub use many::read_many;
#[cfg(feature = "object-store")]
pub use remote::{Ranged, ranged};
pub use store::SyncStore;
