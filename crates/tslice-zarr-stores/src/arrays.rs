//! Two arrays for tests of stores, and what is in them.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;

use tslice::{Tensor, s};
use tslice_zarr::ZarrArray;
use zarrs::array::codec::ZstdCodec;
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::ReadableWritableStorageTraits;

/// A directory that goes when this goes. It has an empty directory `bucket`.
pub struct Directory(pub PathBuf);

impl Directory {
    /// Makes the directory, under a name that no other test has.
    ///
    /// # Panics
    ///
    /// If that fails.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tslice-zarr-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("bucket")).expect("a directory");
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is in both arrays, but for the fill value -1 in `chunks[:, :7]`.
pub fn values() -> Tensor<i32, 3> {
    Tensor::from_shape_fn([10, 20, 30], |[i, j, k]| (i * 10_000 + j * 100 + k) as i32)
}

/// Writes an array in shards to `shards`, and one in chunks, of which some are missing, to
/// `chunks`.
///
/// # Panics
///
/// If that fails.
pub fn make<S: ReadableWritableStorageTraits + 'static>(store: &Arc<S>) {
    let part: Vec<NonZeroU64> = [2, 5, 10]
        .iter()
        .map(|&len| NonZeroU64::new(len).expect("not 0"))
        .collect();
    let codec = ShardingCodecBuilder::new(part, &data_type::int32())
        .bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, true))])
        .build();
    let shards = ArrayBuilder::new(vec![10, 20, 30], [4, 10, 20], data_type::int32(), -1)
        .array_to_bytes_codec(Arc::new(codec))
        .build(store.clone(), "/shards")
        .expect("an array");
    shards.store_metadata().expect("a write");
    ZarrArray::writable(&shards)
        .expect("one")
        .assign(values())
        .expect("a write");
    let chunks = ArrayBuilder::new(vec![10, 20, 30], [5, 7, 9], data_type::int32(), -1);
    let chunks = chunks.build(store.clone(), "/chunks").expect("an array");
    chunks.store_metadata().expect("a write");
    let rest = s![:, 7:];
    ZarrArray::writable(&chunks)
        .expect("one")
        .tslice_assign(rest, values().slice(rest))
        .expect("a write");
}
