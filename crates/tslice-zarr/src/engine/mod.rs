//! What reading and writing ask of `zarrs` 0.23: keys, and elements of bytes. No store is asked for
//! anything. What changes there from version to version is named here, in `bounded`, `codecs`,
//! `metadata`, `owned_grid` and `shard`.

pub(crate) mod shard;

use std::borrow::Cow;
use std::fmt::Display;
use std::num::NonZeroU64;
use std::sync::Arc;

use serde_json::Value;
use tslice_algebra::ChunkGrid;
use zarrs::array::{Array, ArrayMetadata, DataType, data_type};
use zarrs::metadata::v3::MetadataV3;
use zarrs::storage::{Bytes, StoreKey};

use self::shard::Sharding;
use crate::codecs::{Codecs, Then};
use crate::element;
use crate::error::ZarrError;
use crate::owned_grid::{OwnedGrid, longest};

/// An array of `zarrs` without its store, or the bytes of its elements along one more axis, which
/// has one chunk.
pub(crate) struct Engine {
    array: Array<()>,
    codecs: Codecs,
    pub(crate) data_type: DataType,
    pub(crate) shape: Vec<usize>,
    /// The names of the axes, as far as they have some.
    pub(crate) names: Vec<Option<String>>,
    grid: Vec<OwnedGrid>,
    sharding: Option<Arc<Sharding>>,
    /// The shape of all chunks, if it is one.
    block: Option<Vec<NonZeroU64>>,
}

impl Engine {
    pub(crate) fn new<S: ?Sized>(array: &Array<S>) -> Result<Self, ZarrError> {
        let array = array.with_storage(Arc::new(()));
        let place = array.path().as_str().to_owned();
        let wrong = |what: &str| match &place[..] {
            "/" => ZarrError::Open(what.to_owned()),
            place => ZarrError::Open(format!("array {place}: {what}")),
        };
        if let ArrayMetadata::V3(metadata) = array.metadata()
            && metadata
                .storage_transformers
                .iter()
                .any(MetadataV3::must_understand)
        {
            return Err(wrong("storage transformers are not supported"));
        }
        let length = |(axis, &len): (usize, &u64)| match isize::try_from(len) {
            Ok(len) => Ok(len.unsigned_abs()),
            Err(_) => Err(wrong(&format!(
                "axis {axis} has length {len}, and at most {} is supported",
                isize::MAX
            ))),
        };
        let shape = array
            .shape()
            .iter()
            .enumerate()
            .map(length)
            .collect::<Result<Vec<usize>, _>>()?;
        let size = array.data_type().fixed_size();
        let size = size.filter(|&size| size > 0 && size == array.fill_value().size());
        let size = size.ok_or_else(|| {
            wrong(&format!(
                "elements of type {} are not supported: they do not have a fixed size",
                element::name(array.data_type())
            ))
        })?;
        let grid = OwnedGrid::of(&array, &shape).map_err(|what| wrong(&what))?;
        let longest: Vec<usize> = grid.iter().map(|axis| longest(axis.grid())).collect();
        let bytes = longest
            .iter()
            .try_fold(size, |bytes, &len| bytes.checked_mul(len));
        if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err(wrong(&format!(
                "a chunk of shape {longest:?} does not fit into memory"
            )));
        }
        let codecs = Codecs::new(
            array.codecs(),
            array.data_type().clone(),
            array.fill_value().clone(),
        );
        let regular = grid
            .iter()
            .all(|axis| matches!(axis, OwnedGrid::Regular(_)));
        let block = longest
            .iter()
            .map(|&len| NonZeroU64::new(len as u64))
            .collect();
        let block: Option<Vec<NonZeroU64>> = if regular { block } else { None };
        let sharding = match block {
            Some(_) => Sharding::of(&codecs, &longest)
                .map_err(|what| wrong(&what))?
                .map(Arc::new),
            None => None,
        };
        let names = names(&array, shape.len());
        let data_type = codecs.data_type.clone();
        Ok(Self {
            array,
            codecs,
            data_type,
            shape,
            names,
            grid,
            sharding,
            block,
        })
    }

    /// The bytes of the elements.
    pub(crate) fn as_bytes(&self) -> Self {
        let size = self.size();
        Self {
            array: self.array.with_storage(Arc::new(())),
            codecs: self.codecs.clone(),
            data_type: data_type::uint8(),
            shape: [&self.shape[..], &[size]].concat(),
            names: [&self.names[..], &[None]].concat(),
            grid: [&self.grid[..], &[OwnedGrid::Regular(size)]].concat(),
            sharding: self
                .sharding
                .as_ref()
                .map(|sharding| Arc::new(sharding.with_last_axis(size))),
            block: self.block.clone(),
        }
    }

    /// The axes of the array that is stored. Those of bytes are behind them.
    pub(crate) fn stored_rank(&self) -> usize {
        self.array.shape().len()
    }

    /// The bytes of an element.
    pub(crate) fn size(&self) -> usize {
        self.data_type.fixed_size().unwrap_or(1)
    }

    /// The shape of a chunk as the codecs want it.
    fn lengths(&self, chunk: &[u64]) -> Result<Cow<'_, [NonZeroU64]>, ZarrError> {
        if let Some(block) = &self.block {
            return Ok(Cow::Borrowed(block));
        }
        let shape = self.array.chunk_shape(self.stored(chunk));
        shape
            .map(|shape| Cow::Owned(shape.to_vec()))
            .map_err(|error| ZarrError::chunk(self.key(chunk), error))
    }

    /// The index of a chunk in the array that is stored.
    fn stored<'c>(&self, chunk: &'c [u64]) -> &'c [u64] {
        &chunk[..self.stored_rank()]
    }

    /// The bytes of an element of the array that is stored, if it was never written.
    pub(crate) fn fill(&self) -> &[u8] {
        self.codecs.fill.as_ne_bytes()
    }

    /// The memory of the tables of codecs for a thread that encodes a chunk of this size.
    pub(crate) fn tables(&self, size: u64) -> u64 {
        let of_part = self.sharding.as_ref().map(|sharding| sharding.tables());
        of_part.unwrap_or_else(|| self.codecs.tables(size))
    }

    /// How each axis is cut into chunks.
    pub(crate) fn grid(&self) -> Vec<ChunkGrid<'_>> {
        self.grid.iter().map(OwnedGrid::grid).collect()
    }

    /// Where in a chunk its parts are; `None` if a chunk is read as a whole.
    pub(crate) fn sharding(&self) -> Option<&Arc<Sharding>> {
        self.sharding.as_ref()
    }

    /// The shape of a chunk, which may reach beyond the array.
    pub(crate) fn block(&self, chunk: &[u64]) -> Result<Vec<usize>, ZarrError> {
        let lengths = self.lengths(chunk)?;
        let stored = lengths
            .iter()
            .map(|len| usize::try_from(len.get()).unwrap_or(usize::MAX));
        Ok(stored
            .chain(
                self.grid[lengths.len()..]
                    .iter()
                    .map(|axis| longest(axis.grid())),
            )
            .collect())
    }

    pub(crate) fn key(&self, chunk: &[u64]) -> StoreKey {
        self.array.chunk_key(self.stored(chunk))
    }

    /// The metadata, in version 3 of the format.
    pub(crate) fn metadata(&self) -> Result<Value, ZarrError> {
        if self.shape.len() > self.stored_rank() {
            return Err(ZarrError::Copy(
                "the bytes of elements are not copied: copy the array".to_owned(),
            ));
        }
        let wrong = |error: &dyn Display| {
            ZarrError::Copy(format!(
                "version 3 of the format cannot have this array: {error}"
            ))
        };
        let array = self
            .array
            .with_storage(Arc::new(()))
            .to_v3()
            .map_err(|error| wrong(&error))?;
        serde_json::to_value(array.metadata()).map_err(|error| wrong(&error))
    }

    /// Calls a function with the elements of a chunk.
    pub(crate) fn decode(
        &self,
        chunk: &[u64],
        bytes: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), ZarrError> {
        self.codecs
            .decode(&self.key(chunk), &self.lengths(chunk)?, bytes, then)
    }

    /// What a store keeps of these elements; `None` if a chunk of them is not kept, as all are the
    /// fill value.
    pub(crate) fn encode(
        &self,
        chunk: &[u64],
        elements: &[u8],
        keeps_fill: bool,
    ) -> Result<Option<Bytes>, ZarrError> {
        let (key, shape) = (self.key(chunk), self.lengths(chunk)?);
        self.codecs.encode(&key, &shape, elements, keeps_fill)
    }
}

/// The names of the axes: `dimension_names` of version 3, or what xarray writes beside arrays of
/// version 2.
fn names(array: &Array<()>, rank: usize) -> Vec<Option<String>> {
    let listed = || array.attributes().get("_ARRAY_DIMENSIONS")?.as_array();
    let text = |name: &serde_json::Value| name.as_str().map(str::to_owned);
    let names = match array.dimension_names() {
        Some(names) => names.clone(),
        None => listed().map_or(vec![], |names| names.iter().map(text).collect()),
    };
    if names.len() == rank {
        names
    } else {
        vec![None; rank]
    }
}
