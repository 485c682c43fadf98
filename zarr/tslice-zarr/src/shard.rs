//! Shards without codecs around them: where their parts are, as their index says; codecs decode the index and the parts.

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::sync::Arc;

use zarrs::array::codec::array_to_bytes::sharding::{
    ShardingCodecConfiguration, ShardingCodecConfigurationV1, ShardingIndexLocation,
};
use zarrs::array::{
    Array, ArrayShardedExt, ArrayToBytesCodecTraits, BytesRepresentation, CodecChain, CodecError,
    CodecOptions, DataType, FillValue, data_type,
};
use zarrs::metadata::ConfigurationSerialize;
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{ReadableStorageTraits, StoreKey};

use crate::error::ZarrError;

/// What all shards of an array share.
pub(crate) struct Sharding {
    index_codecs: CodecChain,
    /// The shape of the index as an array: that of the grid of parts, and an axis for offset and length.
    index_shape: Vec<NonZeroU64>,
    index_range: ByteRange,
    codecs: CodecChain,
    part: Vec<NonZeroU64>,
    data_type: DataType,
    fill: FillValue,
    options: CodecOptions,
}

impl Sharding {
    /// `None` if there are codecs around the shards, or they are of a kind that is not known here: then the engine has a decoder.
    pub(crate) fn of(
        array: &Array<dyn ReadableStorageTraits>,
        shard: &[usize],
        options: CodecOptions,
    ) -> Option<Self> {
        if !array.is_exclusively_sharded() {
            return None;
        }
        let metadata = array.codecs();
        let configuration = metadata.array_to_bytes_codec().configuration_v3(&Default::default())?;
        let ShardingCodecConfiguration::V1(ShardingCodecConfigurationV1 {
            chunk_shape,
            codecs,
            index_codecs,
            index_location,
        }) = ShardingCodecConfiguration::try_from_configuration(configuration).ok()?
        else {
            return None;
        };
        let part = chunk_shape.to_vec();
        let mut index_shape: Vec<NonZeroU64> = shard
            .iter()
            .zip(&part)
            .map(|(&len, part)| NonZeroU64::new(len as u64 / part.get()))
            .collect::<Option<_>>()?;
        index_shape.push(NonZeroU64::new(2)?);
        let index_codecs = CodecChain::from_metadata(&index_codecs).ok()?;
        let absent = FillValue::from(u64::MAX);
        let BytesRepresentation::FixedSize(len) =
            index_codecs.encoded_representation(&index_shape, &data_type::uint64(), &absent).ok()?
        else {
            return None;
        };
        let index_range = match index_location {
            ShardingIndexLocation::Start => ByteRange::FromStart(0, Some(len)),
            ShardingIndexLocation::End => ByteRange::Suffix(len),
        };
        let codecs = CodecChain::from_metadata(&codecs).ok()?;
        let (data_type, fill) = (array.data_type().clone(), array.fill_value().clone());
        Some(Self { index_codecs, index_shape, index_range, codecs, part, data_type, fill, options })
    }

    /// Reads the index of a shard, or all of it; `None` if there is no such shard.
    pub(crate) fn open(
        self: &Arc<Self>,
        store: Arc<dyn ReadableStorageTraits>,
        key: StoreKey,
        whole: bool,
    ) -> Result<Option<Shard>, ZarrError> {
        let range = if whole { ByteRange::FromStart(0, None) } else { self.index_range };
        let read = if whole { store.get(&key)? } else { store.get_partial(&key, range)? };
        let Some(bytes) = read else { return Ok(None) };
        let bytes = Vec::from(bytes);
        let index = match (whole, self.index_range) {
            (false, _) => Some(&bytes[..]),
            (true, ByteRange::Suffix(len)) => {
                split(len).and_then(|len| bytes.len().checked_sub(len)).map(|at| &bytes[at..])
            }
            (true, ByteRange::FromStart(_, len)) => len.and_then(split).and_then(|len| bytes.get(..len)),
        };
        let index = index.ok_or_else(|| ZarrError::chunk(key.as_str(), "it is shorter than its index"))?;
        let (absent, numbers) = (FillValue::from(u64::MAX), data_type::uint64());
        let index = self
            .index_codecs
            .decode(Cow::Borrowed(index), &self.index_shape, &numbers, &absent, &self.options)
            .and_then(|index| Ok(index.into_fixed()?.into_owned()))
            .map_err(|error: CodecError| ZarrError::of_codec(key.as_str(), error))?;
        let (entries, _) = index.as_chunks::<8>();
        let index = entries.iter().map(|entry| u64::from_ne_bytes(*entry)).collect();
        Ok(Some(Shard { sharding: self.clone(), store, key, index, bytes: whole.then_some(bytes) }))
    }
}

fn split(len: u64) -> Option<usize> {
    usize::try_from(len).ok()
}

/// A shard with its index read.
pub(crate) struct Shard {
    sharding: Arc<Sharding>,
    store: Arc<dyn ReadableStorageTraits>,
    key: StoreKey,
    /// Offset and length of each part in turn.
    index: Vec<u64>,
    bytes: Option<Vec<u8>>,
}

impl Shard {
    pub(crate) fn key(&self) -> &str {
        self.key.as_str()
    }

    /// The elements of the part that begins at a position; `None` if it is not there.
    pub(crate) fn part(&self, start: &[u64]) -> Result<Option<Vec<u8>>, ZarrError> {
        let Sharding { index_shape, part, codecs, data_type, fill, options, .. } = &*self.sharding;
        let axes = start.iter().zip(part).zip(index_shape);
        let number = axes.fold(0, |number, ((start, part), len)| number * len.get() + start / part.get());
        let wrong = |what: &str| ZarrError::chunk(self.key(), format!("part {start:?} {what}"));
        let at = split(number)
            .and_then(|number| number.checked_mul(2))
            .ok_or_else(|| wrong("is not in the index"))?;
        let Some(&[offset, len]) = self.index.get(at..at.saturating_add(2)) else {
            return Err(wrong("is not in the index"));
        };
        if offset == u64::MAX && len == u64::MAX {
            return Ok(None);
        }
        let end = offset.checked_add(len).ok_or_else(|| wrong("has no end"))?;
        let encoded = match &self.bytes {
            Some(bytes) => {
                let range = split(offset).zip(split(end));
                let range = range.and_then(|(begin, end)| bytes.get(begin..end));
                Cow::Borrowed(range.ok_or_else(|| wrong(&format!("is at {offset}..{end}, behind the end")))?)
            }
            None => match self.store.get_partial(&self.key, ByteRange::FromStart(offset, Some(len)))? {
                Some(bytes) => Cow::Owned(Vec::from(bytes)),
                None => return Ok(None),
            },
        };
        let decoded = codecs.decode(encoded, part, data_type, fill, options);
        let decoded = decoded.and_then(|decoded| Ok(decoded.into_fixed()?.into_owned()));
        decoded.map(Some).map_err(|error: CodecError| ZarrError::of_codec(self.key(), error))
    }
}
