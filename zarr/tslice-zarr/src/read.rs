//! Reading from a store that has answered when a call returns: the chunks are read side by side.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use tslice::{Array, Dims, DynViewMut, Owned, Progression, ShapeError, Write};
use tslice_algebra::{ChunkRow, DynRegion};
use zarrs::storage::Bytes;
use zarrs::storage::byte_range::ByteRange;

use crate::array::{OpenedArray, ZarrArray};
use crate::block::{self, ChunkAccess, Fill};
use crate::chunked_region::{self, ChunkBlock, ChunkedRegion, Halving};
use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::shard::{self, Shard};
use crate::store::SyncStore;

/// Rows of the longest table that are held at once.
const ROWS_HELD: usize = 4096;
/// Parts of a shard that are asked for in one call. They are in memory at the same time.
const PARTS_AT_ONCE: usize = 16;

impl<D: Dims> ZarrArray<D> {
    /// Reads into an array of the same shape. After an error, some of its elements may be new.
    ///
    /// # Errors
    ///
    /// If the shapes differ, T is not the type of the elements, the store fails, or a chunk is broken.
    pub fn read_into<T: Element, S: Write<Elem = T>>(
        &self,
        target: &mut Array<S, D>,
    ) -> Result<(), ZarrError> {
        element::check::<T>(self.source.engine.data_type())?;
        let shape = AsRef::<[usize]>::as_ref(target.shape());
        if shape != self.shape() {
            return Err(ShapeError::Broadcast { from: self.shape().into(), to: shape.into() }.into());
        }
        let target = target.view_mut().into_dyn();
        self.source.run(|| read(&self.source, &self.region, target, false))
    }
}

impl<D: FromDyn> ZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, side by side, and no others.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a chunk is broken.
    pub fn read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let mut tensor = self.blank::<T>()?;
        let target = tensor.view_mut();
        self.source.run(|| read(&self.source, &self.region, target, true))?;
        self.finished(tensor)
    }
}

/// Reads a region into an array of the shape of its result. If that is `blank`, it holds zeros.
fn read<T: Element>(
    source: &OpenedArray<SyncStore>,
    region: &DynRegion,
    out: DynViewMut<'_, T>,
    blank: bool,
) -> Result<(), ZarrError> {
    let engine = &*source.engine;
    let fill = Fill::of(engine, blank)?;
    let reader = Reader { engine, store: &source.store, fill, failed: AtomicBool::new(false) };
    let chunks = ChunkedRegion::new(region, &engine.grid(), ROWS_HELD)?;
    let each = |block: &ChunkBlock<'_>, out: DynViewMut<'_, T>| {
        reader.chunk(&chunks, &chunked_region::nth(block, 0), out)
    };
    chunks.divide(out, &reader.halving(1), &each)
}

struct Reader<'e, T> {
    engine: &'e dyn Engine,
    store: &'e SyncStore,
    fill: Fill<T>,
    failed: AtomicBool,
}

impl<T: Element> Reader<'_, T> {
    fn halving(&self, most: usize) -> Halving<'_> {
        Halving { most, failed: &self.failed }
    }

    /// Reads what is selected of one chunk.
    fn chunk(
        &self,
        chunks: &ChunkedRegion<'_>,
        rows: &[ChunkRow],
        mut out: DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        let chunk: Vec<u64> = rows.iter().map(|row| row.chunk as u64).collect();
        let key = self.engine.key(&chunk);
        let access = match self.engine.sharding() {
            None => ChunkAccess::CHUNK,
            Some(sharding) => ChunkAccess::to_shard(sharding, chunks.piece(rows)?.selection),
        };
        let Some(bytes) = self.store.fetch(&key, access.first)? else {
            self.fill.put(&mut out);
            return Ok(());
        };
        match access.shard {
            None => {
                let shape = self.engine.block(&chunk)?;
                let mut put = |elements: &[u8]| put(chunks, elements, &shape, rows, &mut out);
                self.engine.decode(&chunk, &bytes, &mut put).map_err(|e| e.at(|| key))
            }
            Some((sharding, local)) => {
                let shard = sharding.open(key, access.first, bytes)?;
                let parts = ChunkedRegion::of_shard(&local, sharding.part())?;
                let most = if shard.is_held() { 1 } else { PARTS_AT_ONCE };
                parts.divide(out, &self.halving(most), &|block, out| self.parts(&parts, &shard, block, out))
            }
        }
    }

    /// Reads what is selected of some parts of a shard.
    fn parts(
        &self,
        parts: &ChunkedRegion<'_>,
        shard: &Shard,
        block: &ChunkBlock<'_>,
        out: DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        let fetched = if shard.is_held() { HashMap::new() } else { self.fetch(shard, block)? };
        parts.halve(block, out, &self.halving(1), &|block, mut out| {
            let rows = chunked_region::nth(block, 0);
            let range = shard.range(&chunked_region::chunk_of(&rows))?;
            let bytes = match &range {
                None => None,
                Some(range) if shard.is_held() => Some(shard.held(range)?),
                Some(range) => fetched.get(range).map(|bytes| &bytes[..]),
            };
            let Some(bytes) = bytes else {
                self.fill.put(&mut out);
                return Ok(());
            };
            let mut put = |elements: &[u8]| put(parts, elements, shard.part(), &rows, &mut out);
            shard.decode(bytes, &mut put).map_err(|e| e.at(|| shard.key.clone()))
        })
    }

    /// The bytes of parts of a shard.
    fn fetch(&self, shard: &Shard, block: &ChunkBlock<'_>) -> Result<HashMap<Range<u64>, Bytes>, ZarrError> {
        let rows = (0..chunked_region::count(block)).map(|number| chunked_region::nth(block, number));
        let parts = rows.map(|rows| shard.range(&chunked_region::chunk_of(&rows)));
        let ranges: Vec<Range<u64>> = parts.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        if ranges.is_empty() {
            return Ok(HashMap::new());
        }
        let asked: Vec<ByteRange> = ranges.iter().map(shard::asked).collect();
        let bytes = self.store.fetch_many(&shard.key, &asked)?.unwrap_or_default();
        Ok(ranges.into_iter().zip(bytes).collect())
    }
}

/// Copies what rows of the tables select of a decoded block.
fn put<T: Element>(
    region: &ChunkedRegion<'_>,
    elements: &[u8],
    block: &[usize],
    rows: &[ChunkRow],
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let taken: Vec<Progression> = rows.iter().map(|row| row.selection).collect();
    block::put(elements, block, &taken, &region.origins, out)
}
