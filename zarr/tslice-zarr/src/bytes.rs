//! An array as the bytes of its elements: elements whose size is known at run time are read and written as a last axis of `u8`.

use std::sync::Arc;

use serde_json::Value;
use tslice_algebra::ChunkGrid;
use zarrs::array::{DataType, data_type};
use zarrs::storage::{Bytes, StoreKey};

use crate::codecs::Then;
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::shard::Sharding;

/// The engine of an array with one more axis, which has one chunk.
pub(crate) struct AsBytes {
    of: Arc<dyn Engine>,
    shape: Vec<usize>,
    names: Vec<Option<String>>,
    data_type: DataType,
    sharding: Option<Arc<Sharding>>,
}

impl AsBytes {
    pub(crate) fn new(of: Arc<dyn Engine>) -> Self {
        let size = of.fill().len();
        Self {
            shape: [of.shape(), &[size]].concat(),
            names: [of.names(), &[None]].concat(),
            data_type: data_type::uint8(),
            sharding: of.sharding().map(|sharding| Arc::new(sharding.with_last_axis(size))),
            of,
        }
    }

    /// The index of a chunk without the last axis.
    fn outer<'c>(&self, chunk: &'c [u64]) -> &'c [u64] {
        &chunk[..self.shape.len() - 1]
    }
}

impl Engine for AsBytes {
    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn names(&self) -> &[Option<String>] {
        &self.names
    }

    fn data_type(&self) -> &DataType {
        &self.data_type
    }

    fn fill(&self) -> &[u8] {
        self.of.fill()
    }

    fn grid(&self) -> Vec<ChunkGrid<'_>> {
        let mut grid = self.of.grid();
        grid.push(ChunkGrid::Regular(self.fill().len()));
        grid
    }

    fn sharding(&self) -> Option<&Arc<Sharding>> {
        self.sharding.as_ref()
    }

    fn block(&self, chunk: &[u64]) -> Result<Vec<usize>, ZarrError> {
        let mut block = self.of.block(self.outer(chunk))?;
        block.push(self.fill().len());
        Ok(block)
    }

    fn key(&self, chunk: &[u64]) -> StoreKey {
        self.of.key(self.outer(chunk))
    }

    fn metadata(&self) -> Result<Value, ZarrError> {
        Err(ZarrError::Copy("the bytes of elements are not copied: copy the array".to_owned()))
    }

    fn decode(&self, chunk: &[u64], bytes: &[u8], then: &mut Then<'_>) -> Result<(), ZarrError> {
        self.of.decode(self.outer(chunk), bytes, then)
    }

    fn encode(&self, chunk: &[u64], elements: &[u8]) -> Result<Option<Bytes>, ZarrError> {
        self.of.encode(self.outer(chunk), elements)
    }
}
