//! Decoded blocks, and where their elements go.

use std::sync::Arc;

use tslice::{DynView, DynViewMut, Progression};
use tslice_algebra::DynRegion;
use zarrs::storage::byte_range::ByteRange;

use crate::chunked_region;
use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::shard::Sharding;
use crate::store::ALL_BYTES;

/// How a chunk is read.
pub(crate) struct ChunkAccess {
    /// The bytes that are read first: those of the chunk, or the index of a shard.
    pub(crate) first: ByteRange,
    /// If it is read by parts: the shard, and what is selected of it. It is cut when the index has come, which bounds the number of parts.
    pub(crate) shard: Option<(Arc<Sharding>, DynRegion)>,
}

impl ChunkAccess {
    /// How a chunk is read as a whole.
    pub(crate) const CHUNK: Self = Self { first: ALL_BYTES, shard: None };

    /// How this region of a shard is read.
    pub(crate) fn to_shard(sharding: &Arc<Sharding>, local: DynRegion) -> Self {
        let all = chunked_region::touches_all(&local, sharding.part());
        let first = if all { ALL_BYTES } else { sharding.index_range };
        Self { first, shard: Some((sharding.clone(), local)) }
    }

    /// How this region of a chunk is read.
    pub(crate) fn to(engine: &dyn Engine, local: &DynRegion) -> Self {
        engine.sharding().map_or(Self::CHUNK, |sharding| Self::to_shard(sharding, local.clone()))
    }
}

/// The value that elements have which were never written.
#[derive(Clone, Copy)]
pub(crate) struct Fill<T> {
    value: T,
    /// Whether the result has it already.
    is_there: bool,
}

impl<T: Element> Fill<T> {
    /// That of results which hold zeros if they are `blank`.
    pub(crate) fn of(engine: &dyn Engine, blank: bool) -> Result<Self, ZarrError> {
        let value = element::of_bytes::<T>(engine.fill())?[0];
        let is_there = blank && bytemuck::bytes_of(&value).iter().all(|&byte| byte == 0);
        Ok(Self { value, is_there })
    }

    pub(crate) fn put(self, out: &mut DynViewMut<'_, T>) {
        if !self.is_there {
            out.fill(self.value);
        }
    }
}

/// Copies what is selected of a decoded block: `origins` has the axis of the block for each axis of the result.
pub(crate) fn put<T: Element>(
    bytes: &[u8],
    block: &[usize],
    taken: &[Progression],
    origins: &[Option<usize>],
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let elements = element::of_bytes::<T>(bytes)?;
    let (first, steps) = inside(block, taken, origins);
    let taken = DynView::from_strided(out.shape(), &steps, first, &elements).map_err(|_| {
        ZarrError::chunk("", format!("{} elements are no block of shape {block:?}", elements.len()))
    })?;
    out.try_assign(&taken)?;
    Ok(())
}

/// The first element, and the strides in the axes of a result, of what is taken of a block, which fits into memory.
pub(crate) fn inside(
    block: &[usize],
    taken: &[Progression],
    origins: &[Option<usize>],
) -> (usize, Vec<isize>) {
    let mut strides = vec![0_isize; block.len()];
    let (mut stride, mut first) = (1_usize, 0);
    for axis in (0..block.len()).rev() {
        // An axis of which one position is taken does not use its stride, which may be any.
        strides[axis] = stride.cast_signed().wrapping_mul(taken[axis].step());
        first += taken[axis].first() * stride;
        stride *= block[axis];
    }
    (first, origins.iter().map(|origin| origin.map_or(0, |axis| strides[axis])).collect())
}

/// The index of a chunk as the engine has it.
pub(crate) fn numbers(chunk: &[usize]) -> Vec<u64> {
    chunk.iter().map(|&number| number as u64).collect()
}
