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

/// Codecs, with the type of the elements that they encode.
pub(crate) struct Codecs {
    pub(crate) chain: Arc<CodecChain>,
    pub(crate) data_type: DataType,
    pub(crate) fill: FillValue,
}

/// Chunks are decoded side by side, so each by one thread.
fn options() -> CodecOptions {
    CodecOptions::default().with_concurrent_target(1)
}

impl Codecs {
    /// The elements of a block. Borrows the bytes if they are the elements already.
    pub(crate) fn decode<'b>(
        &self,
        key: &StoreKey,
        shape: &[NonZeroU64],
        bytes: &'b [u8],
    ) -> Result<Cow<'b, [u8]>, ZarrError> {
        let decoded = unbroken(key, || {
            let bytes = Cow::Borrowed(bytes);
            Ok(self.chain.decode(bytes, shape, &self.data_type, &self.fill, &options())?.into_fixed()?)
        })?;
        let size = self.fill.size() as u64;
        let expected = shape.iter().try_fold(size, |bytes, len| bytes.checked_mul(len.get()));
        match decoded.len() as u64 {
            len if Some(len) == expected => Ok(decoded),
            len => Err(ZarrError::chunk(key, format!("{len} bytes are no block of shape {shape:?}"))),
        }
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
        match self.chain.encoded_representation(shape, &self.data_type, &self.fill).ok()? {
            BytesRepresentation::FixedSize(len) => Some(len),
            _ => None,
        }
    }
}

/// What the engine returns; an error if it panics, as it does for some bytes that are no chunk.
fn unbroken<R>(key: &StoreKey, work: impl FnOnce() -> Result<R, CodecError>) -> Result<R, ZarrError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| ZarrError::chunk(key, error)),
        Err(_) => Err(ZarrError::chunk(key, "the bytes cannot be decoded")),
    }
}
