//! Shards: where their parts are, as their index says; codecs decode the index and the parts.

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use zarrs::array::codec::array_to_bytes::sharding::ShardingIndexLocation;
use zarrs::array::{ArrayToArrayCodecTraits, CodecChain, FillValue, data_type};
use zarrs::plugin::ExtensionName;
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StoreKey};

use crate::codecs::{Codecs, sharding_of};
use crate::error::ZarrError;
use crate::selection::Selection;
use crate::selection::cut::{self, regular};
use crate::store::within;
use crate::store::writes::Version;

/// What all shards of an array share.
#[derive(Clone)]
pub(crate) struct Sharding {
    index_codecs: Codecs,
    /// The shape of the index as an array: that of the grid of parts, and an axis for offset and
    /// length.
    index_shape: Vec<NonZeroU64>,
    pub(crate) index_range: ByteRange,
    /// The axis of the array of each axis of the encoded shard: it may be transposed.
    order: Vec<usize>,
    codecs: Codecs,
    shape: Vec<NonZeroU64>,
    /// The shape of a part.
    pub(crate) part: Vec<usize>,
}

impl Sharding {
    /// `None` if chunks are not shards, or if other codecs encode the whole shard: such chunks are
    /// read as a whole.
    pub(crate) fn of(codecs: &Codecs, shard: &[usize]) -> Result<Option<Self>, String> {
        let chain = &codecs.chain;
        let around = chain.array_to_array_codecs();
        let Some(order) = order(around, shard.len()) else {
            return Ok(None);
        };
        let Some((config, inner, index_chain)) = sharding_of(chain) else {
            return Ok(None);
        };
        if !chain.bytes_to_bytes_codecs().is_empty() || config.chunk_shape.len() != shard.len() {
            return Ok(None);
        }
        let mut part = vec![0; shard.len()];
        for (&axis, len) in order.iter().zip(&config.chunk_shape) {
            part[axis] = usize::try_from(len.get()).unwrap_or(0);
        }
        let mut lengths = part.iter().zip(shard);
        if lengths.any(|(&part, &len)| part == 0 || len % part != 0) {
            return Err(format!(
                "parts of shape {part:?} do not divide shards of {shard:?}"
            ));
        }
        let counts = order.iter().map(|&axis| (shard[axis] / part[axis]) as u64);
        let index_shape = counts.chain([2]).map(NonZeroU64::new);
        let Some(index_shape) = index_shape.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let mut lengths = index_shape.iter().map(|len| len.get());
        let size = lengths.try_fold(8_u64, u64::checked_mul);
        if size.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err("the index of a shard does not fit into memory".to_owned());
        }
        let index_codecs = Codecs::new(
            Arc::new(index_chain),
            data_type::uint64(),
            FillValue::from(u64::MAX),
        );
        let Some(len) = index_codecs.size(&index_shape) else {
            return Ok(None);
        };
        let index_range = match config.index_location {
            ShardingIndexLocation::Start => ByteRange::FromStart(0, Some(len)),
            ShardingIndexLocation::End => ByteRange::Suffix(len),
        };
        // What transposes a shard transposes each of its parts.
        let before = around
            .iter()
            .chain(inner.array_to_array_codecs())
            .cloned()
            .collect();
        let chain = CodecChain::new(
            before,
            inner.array_to_bytes_codec().clone(),
            inner.bytes_to_bytes_codecs().to_vec(),
        );
        let codecs = Codecs::new(
            Arc::new(chain),
            codecs.data_type.clone(),
            codecs.fill.clone(),
        );
        let shape = part
            .iter()
            .filter_map(|&len| NonZeroU64::new(len as u64))
            .collect();
        Ok(Some(Self {
            index_codecs,
            index_shape,
            index_range,
            order,
            codecs,
            shape,
            part,
        }))
    }

    /// The same parts with one more axis, which has one part. Their numbers in the index do not
    /// depend on it.
    pub(crate) fn with_last_axis(&self, len: usize) -> Self {
        let mut sharding = self.clone();
        sharding.part.push(len);
        sharding
    }

    /// Whether something is selected of every part of a shard.
    pub(crate) fn touches_all(&self, selection: &Selection) -> bool {
        let axes = selection.axes.iter().zip(&self.part);
        let counts = axes.map(|(along, &part)| along.len.div_ceil(part));
        let all = counts.fold(1_usize, usize::saturating_mul);
        cut::count(selection, &regular(&self.part)) == Some(all)
    }

    /// The memory of the tables of codecs for a part.
    pub(crate) fn tables(&self) -> u64 {
        let elements = self.part.iter().map(|&len| len as u64);
        self.codecs
            .tables(elements.fold(self.codecs.fill.size() as u64, u64::saturating_mul))
    }

    /// The number in an index of the part with this number on each axis. An index of as many
    /// entries has a size.
    pub(crate) fn number(&self, part: &[usize]) -> usize {
        let axes = self.order.iter().zip(&self.index_shape);
        axes.fold(0, |number, (&axis, len)| {
            number * len.get() as usize + part[axis]
        })
    }

    /// The shard whose index, or all of whose bytes, have been read.
    pub(crate) fn open(
        self: &Arc<Self>,
        key: StoreKey,
        version: Version,
        (range, bytes): (ByteRange, Bytes),
    ) -> Result<Shard, ZarrError> {
        let whole = range != self.index_range;
        let index = within(self.index_range, bytes.len() as u64)
            .ok()
            .and_then(|range| part_of(&bytes, &range));
        let index = index.ok_or_else(|| ZarrError::chunk(&key, "it is shorter than its index"))?;
        let index = self.index_codecs.decode(&key, &self.index_shape, &index)?;
        let numbers = index.as_chunks::<8>().0.iter();
        let index = numbers.map(|number| u64::from_ne_bytes(*number)).collect();
        let bytes = whole.then_some(bytes);
        Ok(Shard {
            sharding: self.clone(),
            key,
            version,
            index,
            bytes,
        })
    }
}

/// The axis before these codecs of each axis behind them; `None` if there is one that does more
/// than to transpose.
fn order(codecs: &[Arc<dyn ArrayToArrayCodecTraits>], rank: usize) -> Option<Vec<usize>> {
    // A transposition permutes lengths as it permutes axes.
    let mut lengths: Vec<NonZeroU64> = (1..=rank as u64).filter_map(NonZeroU64::new).collect();
    for codec in codecs {
        if codec.name_v3().is_none_or(|name| name != "transpose") {
            return None;
        }
        lengths = codec.encoded_shape(&lengths).ok()?;
    }
    lengths
        .iter()
        .map(|len| usize::try_from(len.get() - 1).ok())
        .collect()
}

fn part_of(bytes: &Bytes, range: &Range<u64>) -> Option<Bytes> {
    let begin = usize::try_from(range.start).ok()?;
    let end = usize::try_from(range.end).ok()?;
    (begin <= end && end <= bytes.len()).then(|| bytes.slice(begin..end))
}

/// A shard with its index read.
pub(crate) struct Shard {
    pub(crate) sharding: Arc<Sharding>,
    pub(crate) key: StoreKey,
    /// That of the value of which the index is. Parts of another version are where another index
    /// says.
    pub(crate) version: Version,
    /// Offset and length of each part in turn.
    pub(crate) index: Arc<[u64]>,
    /// All of it, if that was read.
    pub(crate) bytes: Option<Bytes>,
}

impl Shard {
    /// Where the part with this number on each axis is; `None` if it is not there.
    pub(crate) fn range(&self, part: &[usize]) -> Result<Option<Range<u64>>, ZarrError> {
        let wrong = |what: &str| ZarrError::chunk(&self.key, format!("part {part:?} {what}"));
        let number = self.sharding.number(part);
        let Some(&[offset, len]) = self.index.get(2 * number..2 * number + 2) else {
            return Err(wrong("is not in the index"));
        };
        if offset == u64::MAX && len == u64::MAX {
            return Ok(None);
        }
        let end = offset
            .checked_add(len)
            .ok_or_else(|| wrong(&format!("begins at {offset} with {len} bytes, beyond 2^64")))?;
        Ok(Some(offset..end))
    }

    /// The bytes in this range, if all of it was read.
    pub(crate) fn held(&self, range: &Range<u64>) -> Result<Option<Bytes>, ZarrError> {
        let Some(bytes) = &self.bytes else {
            return Ok(None);
        };
        let part = part_of(bytes, range).ok_or_else(|| {
            ZarrError::chunk(&self.key, format!("a part is at {range:?}, behind the end"))
        })?;
        Ok(Some(part))
    }

    /// The elements of a part.
    pub(crate) fn decode<'b>(&self, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, ZarrError> {
        let Sharding { codecs, shape, .. } = &*self.sharding;
        codecs.decode(&self.key, shape, bytes)
    }
}
