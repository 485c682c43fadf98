//! What reading and writing ask of the crate that knows Zarr: keys, and elements of bytes. An engine asks no store for anything.

use std::sync::Arc;

use serde_json::Value;
use tslice_algebra::ChunkGrid;
use zarrs::array::DataType;
use zarrs::storage::{Bytes, StoreKey};

use crate::codecs::Then;
use crate::error::ZarrError;
use crate::shard::Sharding;

/// An array that can be read by chunks.
pub(crate) trait Engine: Send + Sync {
    fn shape(&self) -> &[usize];
    /// The names of the axes, as far as they have some.
    fn names(&self) -> &[Option<String>];
    fn data_type(&self) -> &DataType;
    /// The bytes of an element that was never written.
    fn fill(&self) -> &[u8];
    /// How each axis is cut into chunks.
    fn grid(&self) -> Vec<ChunkGrid<'_>>;
    /// Where in a chunk its parts are; `None` if a chunk is read as a whole.
    fn sharding(&self) -> Option<&Arc<Sharding>>;
    /// The shape of a chunk, which may reach beyond the array.
    fn block(&self, chunk: &[u64]) -> Result<Vec<usize>, ZarrError>;
    fn key(&self, chunk: &[u64]) -> StoreKey;
    /// The metadata, in version 3 of the format.
    fn metadata(&self) -> Result<Value, ZarrError>;
    /// Calls a function with the elements of a chunk.
    fn decode(&self, chunk: &[u64], bytes: &[u8], then: &mut Then<'_>) -> Result<(), ZarrError>;
    /// What a store keeps of these elements; `None` if a chunk of them is not kept, as all are the fill value.
    fn encode(&self, chunk: &[u64], elements: &[u8]) -> Result<Option<Bytes>, ZarrError>;
}
