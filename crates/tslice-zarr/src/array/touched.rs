//! What a read touches, before it is done.

use std::ops::Range;

use rayon::iter::{ParallelBridge, ParallelIterator};
use tslice::Dims;
use zarrs::storage::StoreKey;

use crate::array::stores::{Store, now};
use crate::array::{OpenedArray, ZarrArray};
use crate::cost::Cost;
use crate::error::ZarrError;
use crate::selection::Selection;
use crate::selection::cut::{self, Piece, Pieces, regular};
use crate::store::SyncStore;
use crate::store::cache::Part;

impl<D: Dims, S> ZarrArray<D, S> {
    /// The number of chunks, or shards, of which something is selected; `None` if it exceeds
    /// `usize::MAX`.
    #[must_use]
    pub fn chunks(&self) -> Option<usize> {
        let (selection, _) = self.source.ordered(&self.selection);
        cut::count(&selection, &self.source.engine.grid())
    }

    /// Calls a function with the index of each of these chunks in the grid, and with its key in the
    /// store.
    pub fn each_chunk(&self, mut each: impl FnMut(&[usize], &str)) {
        for Piece { chunk, .. } in self.source.pieces(&self.selection) {
            each(&chunk, self.source.engine.key(&chunk).as_str());
        }
    }

    /// Tells the cache which selections of this array will be read next, in this order: what the
    /// next ones need stays, and what is needed last goes first. Each read of a selection ends the
    /// announcement of what it reads. Nothing is read now, and a cache holds what it may hold;
    /// without a cache this does nothing. Some thousands of chunks are remembered, and one more for
    /// each KiB of the cache; what comes behind them is not.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::s;
    /// # use tslice_zarr::{Cache, ZarrArray};
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// # let array = ArrayBuilder::new(vec![400], [100], data_type::uint8(), 7_u8).build(Arc::new(MemoryStore::new()), "/")?;
    /// // Room for two of four chunks.
    /// let cache = Cache::new(1_000);
    /// let a = ZarrArray::readable(&array)?.with_cache(&cache);
    /// let epoch: Vec<_> = [0, 1, 2, 0, 1, 3, 0, 1].iter().map(|at| a.tslice(s![at * 100])).collect();
    /// a.announce(&epoch);
    /// for plan in &epoch {
    ///     plan.read::<u8>()?;
    /// }
    /// // Each of them once: a cache that keeps what was used last would have decoded all eight.
    /// assert_eq!(cache.misses(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn announce<'p, E: Dims + 'p>(&self, plans: impl IntoIterator<Item = &'p ZarrArray<E, S>>)
    where
        S: 'p,
    {
        for plan in plans {
            if let Some(cache) = &plan.source.cache {
                let number = cache.plan();
                if !plan.all_blocks(&mut |key, part| cache.needs(number, key, part)) {
                    return;
                }
            }
        }
    }

    /// Forgets all plans that were announced to the cache of this array, by it or by others.
    pub fn announce_nothing(&self) {
        if let Some(cache) = &self.source.cache {
            cache.forget();
        }
    }

    /// Calls a function with the chunks that are read, or with the indexes of shards and the parts
    /// that are read, until it says no.
    fn all_blocks(&self, each: &mut dyn FnMut(&StoreKey, Part) -> bool) -> bool {
        let engine = &self.source.engine;
        self.source.pieces(&self.selection).all(|piece| {
            let key = engine.key(&piece.chunk);
            let Some(sharding) = &engine.sharding else {
                return each(&key, Part::Chunk);
            };
            let mut parts = Pieces::new(piece.selection, &regular(&sharding.part));
            each(&key, Part::Index)
                && parts.all(|part| each(&key, Part::Number(sharding.number(&part.chunk))))
        })
    }
}

impl<D: Dims> ZarrArray<D> {
    /// What [`read`](Self::read) asks of the store: for each chunk, one request for all its bytes;
    /// for each shard of which not all is selected, one for its index, and one for each part of
    /// which something is selected.
    ///
    /// Asks the store for the sizes of chunks, and reads the indexes of shards.
    ///
    /// # Errors
    ///
    /// If the store fails, or an index is broken.
    pub fn cost(&self) -> Result<Cost, ZarrError> {
        cost_of(&self.source, &self.selection)
    }
}

/// What reading a selection asks of the store.
pub(crate) fn cost_of(
    source: &OpenedArray<SyncStore>,
    selection: &Selection,
) -> Result<Cost, ZarrError> {
    let pieces = source.pieces(selection).par_bridge();
    let costs = pieces.map(|piece| source.named(now(cost(source, piece))));
    source.run(|| costs.try_reduce(Cost::default, |a, b| Ok(a + b)))
}

/// What reading a piece of a selection asks of the store.
pub(crate) async fn cost<S: Store>(
    source: &OpenedArray<S>,
    piece: Piece,
) -> Result<Cost, ZarrError> {
    let key = source.engine.key(&piece.chunk);
    let mut cost = Cost {
        requests: 1,
        bytes: 0,
    };
    match &source.engine.sharding {
        Some(sharding) if !sharding.touches_all(&piece.selection) => {
            let (version, range) = (source.version(&key), sharding.index_range);
            let Some(index) = source.fetch(&key, range).await? else {
                return Ok(cost);
            };
            cost.bytes = index.len() as u64;
            let shard = sharding.open(key, version, (range, index))?;
            for part in Pieces::new(piece.selection, &regular(&sharding.part)) {
                if let Some(Range { start, end }) = shard.range(&part.chunk)? {
                    let (requests, bytes) = (1, end - start);
                    cost = cost + Cost { requests, bytes };
                }
            }
        }
        _ => cost.bytes = source.size(&key).await?.unwrap_or(0),
    }
    Ok(cost)
}
