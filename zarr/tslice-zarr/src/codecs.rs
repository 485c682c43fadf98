//! The codecs of chunks, of the parts of shards and of their indexes.

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use zarrs::array::{
    ArrayBytes, ArrayToBytesCodecTraits, BytesRepresentation, CodecChain, CodecError, CodecOptions, DataType,
    FillValue,
};
use zarrs::storage::{Bytes, StoreKey};

use crate::error::ZarrError;

/// What is done with decoded elements.
pub(crate) type Then<'t> = dyn FnMut(&[u8]) -> Result<(), ZarrError> + 't;

/// Codecs, with the type of the elements that they encode.
pub(crate) struct Codecs {
    pub(crate) chain: Arc<CodecChain>,
    pub(crate) data_type: DataType,
    pub(crate) fill: FillValue,
    /// The codecs before the last one, if that is zstd.
    before_zstd: Option<CodecChain>,
}

/// Chunks are decoded side by side, so each by one thread.
fn options() -> CodecOptions {
    CodecOptions::default().with_concurrent_target(1)
}

impl Codecs {
    pub(crate) fn new(chain: Arc<CodecChain>, data_type: DataType, fill: FillValue) -> Self {
        let before_zstd = before_zstd(&chain);
        Self { chain, data_type, fill, before_zstd }
    }

    /// Calls a function with the elements of a block.
    pub(crate) fn decode(
        &self,
        key: &StoreKey,
        shape: &[NonZeroU64],
        bytes: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), ZarrError> {
        let mut elements = |bytes: &[u8], chain: &CodecChain| {
            let decode = || {
                let bytes = Cow::Borrowed(bytes);
                Ok(chain.decode(bytes, shape, &self.data_type, &self.fill, &options())?.into_fixed()?)
            };
            let elements = unbroken(key, decode)?;
            let size = self.fill.size() as u64;
            let expected = shape.iter().try_fold(size, |bytes, len| bytes.checked_mul(len.get()));
            match elements.len() as u64 {
                len if Some(len) == expected => then(&elements),
                len => Err(ZarrError::chunk(key, format!("{len} bytes are no block of shape {shape:?}"))),
            }
        };
        #[cfg(feature = "codecs")]
        if let Some(chain) = &self.before_zstd
            && let Some(size) = self.size_by(chain, shape).and_then(|size| usize::try_from(size).ok())
        {
            let done = crate::zstd::decode(bytes, size, |bytes| elements(bytes, chain));
            return done.map_err(|error| ZarrError::chunk(key, error))?;
        }
        elements(bytes, &self.chain)
    }

    pub(crate) fn encode(
        &self,
        key: &StoreKey,
        shape: &[NonZeroU64],
        elements: &[u8],
    ) -> Result<Option<Bytes>, ZarrError> {
        let elements = ArrayBytes::from(elements);
        if elements.is_fill_value(&self.fill) {
            return Ok(None);
        }
        let encode = || self.chain.encode(elements, shape, &self.data_type, &self.fill, &options());
        Ok(Some(Bytes::from(unbroken(key, encode)?.into_owned())))
    }

    /// The size of an encoded block; `None` if it depends on the elements.
    pub(crate) fn size(&self, shape: &[NonZeroU64]) -> Option<u64> {
        self.size_by(&self.chain, shape)
    }

    fn size_by(&self, chain: &CodecChain, shape: &[NonZeroU64]) -> Option<u64> {
        match chain.encoded_representation(shape, &self.data_type, &self.fill).ok()? {
            BytesRepresentation::FixedSize(len) => Some(len),
            _ => None,
        }
    }
}

#[cfg(feature = "codecs")]
fn before_zstd(chain: &CodecChain) -> Option<CodecChain> {
    let (last, before) = chain.bytes_to_bytes_codecs().split_last()?;
    last.as_any().is::<zarrs::array::codec::ZstdCodec>().then(|| {
        let elements = chain.array_to_bytes_codec().clone();
        CodecChain::new(chain.array_to_array_codecs().to_vec(), elements, before.to_vec())
    })
}

#[cfg(not(feature = "codecs"))]
fn before_zstd(_: &CodecChain) -> Option<CodecChain> {
    None
}

/// What the engine returns; an error if it panics, as it does for some bytes that are no chunk.
fn unbroken<R>(key: &StoreKey, work: impl FnOnce() -> Result<R, CodecError>) -> Result<R, ZarrError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| ZarrError::chunk(key, error)),
        Err(_) => Err(ZarrError::chunk(key, "the bytes cannot be decoded")),
    }
}
