//! Codecs that compress, with a bound on the decoded length: a longer frame is an error, whether it
//! says so or not. Those of `zarrs` allocate what a frame claims, or as much as comes out of it.

use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::Arc;

use ::zstd::bulk::Decompressor;
use bzip2::bufread::BzDecoder;
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use zarrs::array::codec::api::{PartialDecoderCapability, PartialEncoderCapability};
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodec;
use zarrs::array::codec::{BloscCodec, Bz2Codec, Fletcher32Codec, GzipCodec, ZlibCodec, ZstdCodec};
use zarrs::array::{
    ArrayBytesRaw, BytesRepresentation, BytesToBytesCodecTraits, CodecChain, CodecError,
    CodecMetadataOptions, CodecOptions, CodecTraits, RecommendedConcurrency,
};
use zarrs::metadata::Configuration;
use zarrs::plugin::{ExtensionName, ZarrVersion};

use crate::codecs::{checksums, sharding_of};
use crate::memory;

/// The same codecs, which decode no more than they should give back. Shards inside of the chain
/// have such codecs, too.
pub(crate) fn chain(codecs: &CodecChain) -> CodecChain {
    let mut elements = codecs.array_to_bytes_codec().clone();
    if let Some((shard, parts, index)) = sharding_of(codecs) {
        let (parts, index) = (Arc::new(chain(&parts)), Arc::new(chain(&index)));
        elements = Arc::new(ShardingCodec::new(
            shard.chunk_shape,
            parts,
            index,
            shard.index_location,
        ));
    }
    let bytes = codecs
        .bytes_to_bytes_codecs()
        .iter()
        .map(|codec| Arc::new(Bounded(codec.clone())).into_dyn());
    CodecChain::new(
        codecs.array_to_array_codecs().to_vec(),
        elements,
        bytes.collect(),
    )
}

/// A codec of `zarrs`, which this crate decodes if it is one that compresses, or the checksum of
/// HDF5.
#[derive(Debug)]
struct Bounded(Arc<dyn BytesToBytesCodecTraits>);

thread_local! {
    /// `zarrs` makes a new context of zstd for each block: that takes an eighth of the time of a
    /// block of 64 KiB, as a new context asks the processor what it can do.
    static CONTEXT: RefCell<Decompressor<'static>> = RefCell::default();
}

/// The contents of a frame of zstd, which are at most of this size.
fn zstd(frame: &[u8], size: usize) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    contents.try_reserve_exact(size)?;
    CONTEXT.with_borrow_mut(|context| context.decompress_to_buffer(frame, &mut contents))?;
    Ok(contents)
}

/// All that comes out of a decompressor, and an error if that is more than `most` bytes. Memory is
/// reserved for what has come.
fn all(decompressor: impl Read, most: Option<u64>) -> io::Result<Vec<u8>> {
    let most = most.unwrap_or(u64::MAX);
    let mut contents = vec![];
    decompressor
        .take(most.saturating_add(1))
        .read_to_end(&mut contents)?;
    match contents.len() as u64 <= most {
        true => Ok(contents),
        false => Err(io::Error::other(format!(
            "it holds more than the {most} bytes that it should"
        ))),
    }
}

/// Whether a frame of blosc claims to hold what it should, and whether there is memory for that.
fn check_blosc(frame: &[u8], expected: Option<u64>) -> io::Result<()> {
    let Some((_, [a, b, c, d, ..])) = frame.split_at_checked(4) else {
        return Err(io::Error::other("the header of blosc is missing"));
    };
    let claimed = u64::from(u32::from_le_bytes([*a, *b, *c, *d]));
    match expected {
        Some(expected) if claimed != expected => Err(io::Error::other(format!(
            "it claims to hold {claimed} bytes, not {expected}"
        ))),
        _ if memory::has_room(claimed) => Ok(()),
        _ => Err(io::ErrorKind::OutOfMemory.into()),
    }
}

impl BytesToBytesCodecTraits for Bounded {
    fn into_dyn(self: Arc<Self>) -> Arc<dyn BytesToBytesCodecTraits> {
        self
    }

    fn recommended_concurrency(
        &self,
        decoded: &BytesRepresentation,
    ) -> Result<RecommendedConcurrency, CodecError> {
        self.0.recommended_concurrency(decoded)
    }

    fn encoded_representation(&self, decoded: &BytesRepresentation) -> BytesRepresentation {
        self.0.encoded_representation(decoded)
    }

    fn encode<'a>(
        &self,
        decoded: ArrayBytesRaw<'a>,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        if self.0.as_any().is::<Fletcher32Codec>() {
            return Ok(Cow::Owned(checksums::encode(
                &decoded,
                true,
                checksums::fletcher32,
            )));
        }
        self.0.encode(decoded, options)
    }

    fn decode<'a>(
        &self,
        encoded: ArrayBytesRaw<'a>,
        decoded: &BytesRepresentation,
        options: &CodecOptions,
    ) -> Result<ArrayBytesRaw<'a>, CodecError> {
        // A size that is a bound is one of the encoder of `zarrs`: other encoders need not keep it.
        let size = match decoded {
            BytesRepresentation::FixedSize(size) => Some(*size),
            _ => None,
        };
        let codec = self.0.as_any();
        let contents = if codec.is::<ZstdCodec>() {
            match size.map(usize::try_from) {
                Some(Ok(size)) => zstd(&encoded, size)?,
                _ => all(::zstd::stream::read::Decoder::with_buffer(&*encoded)?, size)?,
            }
        } else if codec.is::<GzipCodec>() {
            // What is behind a member is another one, or an error.
            all(MultiGzDecoder::new(&*encoded), size)?
        } else if codec.is::<ZlibCodec>() {
            all(ZlibDecoder::new(&*encoded), size)?
        } else if codec.is::<Bz2Codec>() {
            all(BzDecoder::new(&*encoded), size)?
        } else if codec.is::<Fletcher32Codec>() {
            checksums::decode(&encoded, true, checksums::fletcher32)?
        } else {
            if codec.is::<BloscCodec>() {
                check_blosc(&encoded, size)?;
            }
            return self.0.decode(encoded, decoded, options);
        };
        Ok(Cow::Owned(contents))
    }
}

impl CodecTraits for Bounded {
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }

    fn configuration(
        &self,
        version: ZarrVersion,
        options: &CodecMetadataOptions,
    ) -> Option<Configuration> {
        self.0.configuration(version, options)
    }

    fn partial_decoder_capability(&self) -> PartialDecoderCapability {
        self.0.partial_decoder_capability()
    }

    fn partial_encoder_capability(&self) -> PartialEncoderCapability {
        self.0.partial_encoder_capability()
    }
}

impl ExtensionName for Bounded {
    fn name(&self, version: ZarrVersion) -> Option<Cow<'static, str>> {
        self.0.name(version)
    }
}
