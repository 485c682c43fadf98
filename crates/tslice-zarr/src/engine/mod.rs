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
use crate::codecs::Codecs;
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
    /// Where in a chunk its parts are; `None` if a chunk is read as a whole.
    pub(crate) sharding: Option<Arc<Sharding>>,
}

impl Engine {
    pub(crate) fn new<S: ?Sized>(array: &Array<S>) -> Result<Self, ZarrError> {
        Self::of(array).map_err(|what| match array.path().as_str() {
            "/" => ZarrError::Open(what),
            place => ZarrError::Open(format!("array {place}: {what}")),
        })
    }

    fn of<S: ?Sized>(array: &Array<S>) -> Result<Self, String> {
        let array = array.with_storage(Arc::new(()));
        if let ArrayMetadata::V3(metadata) = array.metadata()
            && metadata
                .storage_transformers
                .iter()
                .any(MetadataV3::must_understand)
        {
            return Err("storage transformers are not supported".to_owned());
        }
        let length = |(axis, &len): (usize, &u64)| match isize::try_from(len) {
            Ok(len) => Ok(len.unsigned_abs()),
            Err(_) => Err(format!(
                "axis {axis} has length {len}, and at most {} is supported",
                isize::MAX
            )),
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
            format!(
                "elements of type {} are not supported: they do not have a fixed size",
                element::name(array.data_type())
            )
        })?;
        let grid = OwnedGrid::of(&array, &shape)?;
        let longest: Vec<usize> = grid.iter().map(|axis| longest(axis.grid())).collect();
        let bytes = longest
            .iter()
            .try_fold(size, |bytes, &len| bytes.checked_mul(len));
        if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err(format!(
                "a chunk of shape {longest:?} does not fit into memory"
            ));
        }
        let codecs = Codecs::new(
            array.codecs(),
            array.data_type().clone(),
            array.fill_value().clone(),
        );
        let is_regular = |axis: &OwnedGrid| matches!(axis, OwnedGrid::Regular(_));
        let sharding = match grid.iter().all(is_regular) {
            true => Sharding::of(&codecs, &longest)?,
            false => None,
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
            sharding: sharding.map(Arc::new),
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

    /// The shape of the parts of a shard; `None` if a chunk is read as a whole.
    pub(crate) fn part(&self) -> Option<&[usize]> {
        self.sharding.as_deref().map(|sharding| &sharding.part[..])
    }

    /// The shape of a chunk, which may reach beyond the array.
    pub(crate) fn block(&self, chunk: &[usize]) -> Vec<usize> {
        let axes = self.grid.iter().zip(chunk);
        axes.map(|(axis, &chunk)| axis.length(chunk)).collect()
    }

    /// The same as the codecs want it: without the axis of bytes.
    fn stored(&self, chunk: &[usize]) -> Vec<NonZeroU64> {
        let lengths = self.block(&chunk[..self.stored_rank()]).into_iter();
        lengths
            .filter_map(|len| NonZeroU64::new(len as u64))
            .collect()
    }

    pub(crate) fn key(&self, chunk: &[usize]) -> StoreKey {
        let stored = chunk[..self.stored_rank()].iter();
        let numbers: Vec<u64> = stored.map(|&number| number as u64).collect();
        self.array.chunk_key(&numbers)
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

    /// The elements of a chunk.
    pub(crate) fn decode<'b>(
        &self,
        chunk: &[usize],
        bytes: &'b [u8],
    ) -> Result<Cow<'b, [u8]>, ZarrError> {
        let (key, shape) = (self.key(chunk), self.stored(chunk));
        self.codecs.decode(&key, &shape, bytes)
    }

    /// What a store keeps of these elements; `None` if a chunk of them is not kept, as all are the
    /// fill value.
    pub(crate) fn encode(
        &self,
        chunk: &[usize],
        elements: &[u8],
        keeps_fill: bool,
    ) -> Result<Option<Bytes>, ZarrError> {
        let (key, shape) = (self.key(chunk), self.stored(chunk));
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
