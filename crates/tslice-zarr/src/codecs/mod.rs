//! The codecs of chunks, of the parts of shards and of their indexes.

#[cfg(feature = "codecs")]
pub(crate) mod bounded;
#[cfg(feature = "codecs")]
pub(crate) mod checksums;
#[cfg(feature = "codecs")]
pub(crate) mod delta;
#[cfg(feature = "codecs")]
pub(crate) mod numcodecs;

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use zarrs::array::codec::array_to_bytes::sharding::{
    ShardingCodecConfiguration, ShardingCodecConfigurationV1,
};
use zarrs::array::{
    ArrayBytes, ArrayToBytesCodecTraits, BytesRepresentation, CodecChain, CodecError,
    CodecMetadataOptions, CodecOptions, DataType, FillValue,
};
use zarrs::metadata::ConfigurationSerialize;
use zarrs::plugin::{ExtensionName, ZarrVersion};
use zarrs::storage::{Bytes, StoreKey};

use crate::error::ZarrError;
use crate::memory;

/// Codecs, with the type of the elements that they encode.
#[derive(Clone)]
pub(crate) struct Codecs {
    /// They do not believe what frames claim.
    pub(crate) chain: Arc<CodecChain>,
    pub(crate) data_type: DataType,
    pub(crate) fill: FillValue,
}

/// The tables of zstd by its level, in MiB. Those for small blocks are smaller: 16 bytes for each of
/// the block.
const ZSTD_TABLES: [u64; 23] = [
    1, 1, 1, 1, 2, 3, 3, 6, 6, 12, 24, 24, 48, 32, 48, 64, 32, 48, 48, 80, 160, 320, 640,
];

/// A block of at most this number of bytes is encoded without a check of the memory. Its encoding
/// can be a few dozen times as long, if each part of a shard has one element.
const SMALL: u64 = 1 << 18;

/// Chunks are decoded side by side, so each by one thread.
fn options() -> CodecOptions {
    CodecOptions::default().with_concurrent_target(1)
}

impl Codecs {
    pub(crate) fn new(chain: Arc<CodecChain>, data_type: DataType, fill: FillValue) -> Self {
        // Without codecs that compress, what is decoded is as long as what comes.
        #[cfg(feature = "codecs")]
        let chain = Arc::new(bounded::chain(&chain));
        Self {
            chain,
            data_type,
            fill,
        }
    }

    /// Calls a function with the elements of a block.
    pub(crate) fn decode<'b>(
        &self,
        key: &StoreKey,
        shape: &[NonZeroU64],
        bytes: &'b [u8],
    ) -> Result<Cow<'b, [u8]>, ZarrError> {
        let size = self.fill.size() as u64;
        let size = shape
            .iter()
            .try_fold(size, |bytes, len| bytes.checked_mul(len.get()));
        // Metadata may name any number of elements, but not where all of their bytes have come.
        if size != Some(bytes.len() as u64) && !size.is_some_and(memory::has_room) {
            return Err(self.exceeded(shape));
        }
        let decode = || {
            let bytes = Cow::Borrowed(bytes);
            Ok(self
                .chain
                .decode(bytes, shape, &self.data_type, &self.fill, &options())?
                .into_fixed()?)
        };
        let elements = unbroken(key, decode)?;
        match elements.len() as u64 {
            len if Some(len) == size => Ok(elements),
            len => Err(ZarrError::chunk(
                key,
                format!("{len} bytes are not a block of shape {shape:?}"),
            )),
        }
    }

    pub(crate) fn encode(
        &self,
        key: &StoreKey,
        shape: &[NonZeroU64],
        elements: &[u8],
        keeps_fill: bool,
    ) -> Result<Option<Bytes>, ZarrError> {
        let elements = ArrayBytes::from(elements);
        if !keeps_fill && elements.is_fill_value(&self.fill) {
            return Ok(None);
        }
        if elements.size() as u64 > SMALL
            && !unbroken(key, || {
                Ok(self.most_encoded(shape).is_none_or(memory::has_room))
            })?
        {
            return Err(self.exceeded(shape));
        }
        let encode = || {
            self.chain
                .encode(elements, shape, &self.data_type, &self.fill, &options())
        };
        Ok(Some(Bytes::from(unbroken(key, encode)?.into_owned())))
    }

    fn exceeded(&self, shape: &[NonZeroU64]) -> ZarrError {
        let shape = shape
            .iter()
            .map(|len| usize::try_from(len.get()).unwrap_or(usize::MAX));
        ZarrError::Memory {
            shape: shape.collect(),
            element: self.fill.size(),
        }
    }

    /// As many bytes as the engine allocates for a shard before it encodes the parts; `None` if it
    /// grows as they come.
    fn most_encoded(&self, shape: &[NonZeroU64]) -> Option<u64> {
        let (shard, parts, _) = sharding_of(&self.chain)?;
        let part = parts
            .encoded_representation(&shard.chunk_shape, &self.data_type, &self.fill)
            .ok()?
            .size()?;
        let elements = |shape: &[NonZeroU64]| shape.iter().map(|len| len.get()).product::<u64>();
        let count = elements(shape) / elements(&shard.chunk_shape);
        // With an entry of the index.
        Some(part.saturating_add(16).saturating_mul(count))
    }

    /// The memory of the tables that the encoder of a block of this size needs.
    pub(crate) fn tables(&self, size: u64) -> u64 {
        let codecs = self.chain.bytes_to_bytes_codecs().iter();
        let levels = codecs.filter(|codec| codec.name_v3().is_some_and(|name| name == "zstd"));
        let tables = levels.map(|codec| {
            let settings = codec.configuration(ZarrVersion::V3, &CodecMetadataOptions::default());
            let level = settings.and_then(|settings| settings.get("level")?.as_u64());
            let level = level
                .and_then(|level| usize::try_from(level).ok())
                .unwrap_or(0);
            let most = ZSTD_TABLES[level.min(ZSTD_TABLES.len() - 1)] << 20;
            most.min(16 * size.saturating_add(1).next_power_of_two())
        });
        tables.sum()
    }

    /// The size of an encoded block; `None` if it depends on the elements.
    pub(crate) fn size(&self, shape: &[NonZeroU64]) -> Option<u64> {
        // For shards, the engine multiplies lengths of which it believes that they do not overflow.
        let size = || {
            self.chain
                .encoded_representation(shape, &self.data_type, &self.fill)
                .ok()
        };
        match catch_unwind(AssertUnwindSafe(size)).ok()?? {
            BytesRepresentation::FixedSize(len) => Some(len),
            _ => None,
        }
    }
}

/// What the engine returns; an error if it panics, as it does for some bytes that are not a chunk.
fn unbroken<R>(
    key: &StoreKey,
    work: impl FnOnce() -> Result<R, CodecError>,
) -> Result<R, ZarrError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| ZarrError::chunk(key, error)),
        Err(_) => Err(ZarrError::chunk(key, "the bytes cannot be decoded")),
    }
}

/// The codec that makes shards, if the chain has one, with the codecs of the parts and of the
/// index.
pub(crate) fn sharding_of(
    chain: &CodecChain,
) -> Option<(ShardingCodecConfigurationV1, CodecChain, CodecChain)> {
    let configuration = chain
        .array_to_bytes_codec()
        .configuration_v3(&Default::default())?;
    let Ok(ShardingCodecConfiguration::V1(shard)) =
        ShardingCodecConfiguration::try_from_configuration(configuration)
    else {
        return None;
    };
    let parts = CodecChain::from_metadata(&shard.codecs).ok()?;
    let index = CodecChain::from_metadata(&shard.index_codecs).ok()?;
    Some((shard, parts, index))
}
