//! The codecs of numcodecs that the engine lacks: `lz4` and `crc32`, of bytes; `delta` and
//! `packbits`, of elements.

use std::any::Any;
use std::borrow::Cow;
use std::num::NonZeroU64;
use std::sync::Arc;

use serde_json::Value;
use zarrs::array::codec::api::{
    Codec, CodecPluginV2, CodecPluginV3, PartialDecoderCapability, PartialEncoderCapability,
};
use zarrs::array::{
    ArrayBytes, ArrayBytesRaw, ArrayCodecTraits, ArrayToArrayCodecTraits, BytesRepresentation,
    BytesToBytesCodecTraits, CodecError, CodecMetadataOptions, CodecOptions, CodecTraits,
    CodecTraitsV2, CodecTraitsV3, DataType, FillValue, RecommendedConcurrency, data_type,
};
use zarrs::metadata::Configuration;
use zarrs::metadata::v2::MetadataV2;
use zarrs::metadata::v3::MetadataV3;
use zarrs::plugin::{ExtensionName, PluginCreateError, ZarrVersion};

use crate::codecs::checksums;
use crate::codecs::delta::Delta;

/// What the engine finds by the names of these codecs.
struct Registered;

zarrs::plugin::impl_extension_aliases!(Registered,
    v3: "numcodecs.lz4", ["numcodecs.crc32", "numcodecs.delta", "numcodecs.packbits"],
    v2: "lz4", ["crc32", "delta", "packbits"]
);

inventory::submit! { CodecPluginV3::new::<Registered>() }
inventory::submit! { CodecPluginV2::new::<Registered>() }

impl CodecTraitsV3 for Registered {
    fn create(metadata: &MetadataV3) -> Result<Codec, PluginCreateError> {
        let name = metadata.name().trim_start_matches("numcodecs.");
        codec(name, metadata.configuration().cloned().unwrap_or_default())
    }
}

impl CodecTraitsV2 for Registered {
    fn create(metadata: &MetadataV2) -> Result<Codec, PluginCreateError> {
        codec(metadata.id(), metadata.configuration().clone())
    }
}

fn codec(name: &str, configuration: Configuration) -> Result<Codec, PluginCreateError> {
    let text = |key| configuration.get(key).and_then(Value::as_str);
    let of_elements = match name {
        "delta" => OfElements::Delta(Delta::new(text("dtype"), text("astype"))?),
        "packbits" => OfElements::PackBits,
        name => {
            let at_end = text("location") == Some("end");
            let kind = if name == "crc32" {
                OfBytes::Crc32 { at_end }
            } else {
                OfBytes::Lz4
            };
            return Ok(Codec::BytesToBytes(Arc::new(Numcodec {
                name: name.to_owned(),
                configuration,
                kind,
            })));
        }
    };
    Ok(Codec::ArrayToArray(Arc::new(Numcodec {
        name: name.to_owned(),
        configuration,
        kind: of_elements,
    })))
}

/// A codec as its metadata has it.
#[derive(Debug)]
struct Numcodec<K> {
    name: String,
    configuration: Configuration,
    kind: K,
}

#[derive(Debug)]
enum OfBytes {
    /// The length of what a block holds, and the block.
    Lz4,
    Crc32 {
        at_end: bool,
    },
}

#[derive(Debug)]
enum OfElements {
    Delta(Delta),
    /// The number of bits that fill up the last byte, and eight elements of `bool` in each byte.
    PackBits,
}

impl<K: Send + Sync + 'static> CodecTraits for Numcodec<K> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn configuration(&self, _: ZarrVersion, _: &CodecMetadataOptions) -> Option<Configuration> {
        Some(self.configuration.clone())
    }

    fn partial_decoder_capability(&self) -> PartialDecoderCapability {
        PartialDecoderCapability {
            partial_read: false,
            partial_decode: false,
        }
    }

    fn partial_encoder_capability(&self) -> PartialEncoderCapability {
        PartialEncoderCapability {
            partial_encode: false,
        }
    }
}

impl<K> ExtensionName for Numcodec<K> {
    fn name(&self, version: ZarrVersion) -> Option<Cow<'static, str>> {
        Some(match version {
            ZarrVersion::V2 => self.name.clone().into(),
            ZarrVersion::V3 => format!("numcodecs.{}", self.name).into(),
        })
    }
}

fn other(why: impl ToString) -> CodecError {
    CodecError::Other(why.to_string())
}

/// A byte of a block stands for at most this number of bytes.
const MOST_OF_LZ4: u64 = 255;

fn lz4_decoded(encoded: &[u8], decoded: &BytesRepresentation) -> Result<Vec<u8>, CodecError> {
    let (len, block) = encoded
        .split_first_chunk()
        .ok_or_else(|| other("the length is missing"))?;
    let len = u64::from(u32::from_le_bytes(*len));
    if matches!(decoded, BytesRepresentation::FixedSize(size) if *size != len)
        || len > MOST_OF_LZ4 * block.len() as u64
    {
        return Err(other(format!(
            "a block of {} bytes cannot hold {len} bytes",
            block.len()
        )));
    }
    lz4_flex::block::decompress(block, usize::try_from(len).map_err(other)?).map_err(other)
}

impl BytesToBytesCodecTraits for Numcodec<OfBytes> {
    fn into_dyn(self: Arc<Self>) -> Arc<dyn BytesToBytesCodecTraits> {
        self
    }

    fn recommended_concurrency(
        &self,
        _: &BytesRepresentation,
    ) -> Result<RecommendedConcurrency, CodecError> {
        Ok(RecommendedConcurrency::new_maximum(1))
    }

    fn encoded_representation(&self, decoded: &BytesRepresentation) -> BytesRepresentation {
        match (&self.kind, decoded) {
            (OfBytes::Crc32 { .. }, BytesRepresentation::FixedSize(size)) => {
                BytesRepresentation::FixedSize(size.saturating_add(4))
            }
            _ => BytesRepresentation::UnboundedSize,
        }
    }

    fn encode<'a>(
        &self,
        decoded: ArrayBytesRaw<'a>,
        _: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        Ok(Cow::Owned(match self.kind {
            OfBytes::Lz4 if i32::try_from(decoded.len()).is_err() => {
                return Err(other(format!(
                    "{} bytes are more than LZ4 encodes",
                    decoded.len()
                )));
            }
            OfBytes::Lz4 => lz4_flex::block::compress_prepend_size(&decoded),
            OfBytes::Crc32 { at_end } => checksums::encode(&decoded, at_end, crc32fast::hash),
        }))
    }

    fn decode<'a>(
        &self,
        encoded: ArrayBytesRaw<'a>,
        decoded: &BytesRepresentation,
        _: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        Ok(Cow::Owned(match self.kind {
            OfBytes::Lz4 => lz4_decoded(&encoded, decoded)?,
            OfBytes::Crc32 { at_end } => checksums::decode(&encoded, at_end, crc32fast::hash)?,
        }))
    }
}

fn packed(bools: &[u8]) -> Vec<u8> {
    let bit = |byte: u8, (at, &value): (usize, &u8)| byte | u8::from(value != 0) << (7 - at);
    let bytes = bools
        .chunks(8)
        .map(|eight| eight.iter().enumerate().fold(0, bit));
    let left = (8 - bools.len() % 8) % 8;
    u8::try_from(left).into_iter().chain(bytes).collect()
}

fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&left, bytes) = bytes.split_first()?;
    let mut bools: Vec<u8> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1))
        .collect();
    bools.truncate(bools.len().checked_sub(left.into())?);
    Some(bools)
}

impl ArrayCodecTraits for Numcodec<OfElements> {
    fn recommended_concurrency(
        &self,
        _: &[NonZeroU64],
        _: &DataType,
    ) -> Result<RecommendedConcurrency, CodecError> {
        Ok(RecommendedConcurrency::new_maximum(1))
    }
}

impl ArrayToArrayCodecTraits for Numcodec<OfElements> {
    fn into_dyn(self: Arc<Self>) -> Arc<dyn ArrayToArrayCodecTraits> {
        self
    }

    fn encoded_data_type(&self, decoded: &DataType) -> Result<DataType, CodecError> {
        match (&self.kind, decoded.fixed_size()) {
            (OfElements::Delta(delta), Some(size)) if size == delta.size() => {
                DataType::from_metadata(&MetadataV3::new(delta.encoded_name())).map_err(other)
            }
            (OfElements::PackBits, Some(1)) => Ok(data_type::uint8()),
            _ => Err(other(format!(
                "`{}` does not encode elements of {decoded}",
                self.name
            ))),
        }
    }

    fn encoded_fill_value(
        &self,
        decoded: &DataType,
        _: &FillValue,
    ) -> Result<FillValue, CodecError> {
        // Nothing is filled behind this codec.
        let size = self.encoded_data_type(decoded)?.fixed_size().unwrap_or(1);
        Ok(FillValue::new(vec![0; size]))
    }

    fn encoded_shape(&self, decoded: &[NonZeroU64]) -> Result<Vec<NonZeroU64>, CodecError> {
        if matches!(self.kind, OfElements::Delta(_)) {
            return Ok(decoded.to_vec());
        }
        let count = decoded
            .iter()
            .try_fold(1_u64, |count, len| count.checked_mul(len.get()));
        let count = count.and_then(|count| NonZeroU64::new(count.div_ceil(8) + 1));
        Ok(vec![
            count.ok_or_else(|| other("a chunk has too many elements"))?,
        ])
    }

    fn encode<'a>(
        &self,
        bytes: ArrayBytes<'a>,
        _: &[NonZeroU64],
        _: &DataType,
        _: &FillValue,
        _: &CodecOptions,
    ) -> Result<ArrayBytes<'a>, CodecError> {
        let bytes = bytes.into_fixed()?;
        Ok(ArrayBytes::from(match &self.kind {
            OfElements::Delta(delta) => delta.encode(&bytes),
            OfElements::PackBits => packed(&bytes),
        }))
    }

    fn decode<'a>(
        &self,
        bytes: ArrayBytes<'a>,
        _: &[NonZeroU64],
        _: &DataType,
        _: &FillValue,
        _: &CodecOptions,
    ) -> Result<ArrayBytes<'a>, CodecError> {
        let bytes = bytes.into_fixed()?;
        let decoded = match &self.kind {
            OfElements::Delta(delta) => Some(delta.decode(&bytes)),
            OfElements::PackBits => unpacked(&bytes),
        };
        Ok(ArrayBytes::from(
            decoded.ok_or_else(|| other("the packed bits are cut short"))?,
        ))
    }
}
