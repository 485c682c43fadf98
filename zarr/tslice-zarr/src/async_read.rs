//! Reading from a store that answers by futures: requests are under way at the same time, and threads decode what comes.

use std::sync::{Arc, Mutex, PoisonError};

use tslice::{Array, Dims, DynTensor, DynViewMut, InlineSpec, Owned};
use tslice_algebra::{ChunkProjection, ChunkRow};

use crate::array::OpenedArray;
use crate::async_open::AsyncZarrArray;
use crate::async_store::AsyncStore;
use crate::block::{self, ChunkAccess, Fill};
use crate::chunked_region::{self, ChunkedRegion};
use crate::cost::Cost;
use crate::element::Element;
use crate::error::ZarrError;
use crate::flights::fly;
use crate::from_dyn::FromDyn;
use crate::shard::{self, Shard};
use crate::store::ALL_BYTES;

impl<D: FromDyn> AsyncZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, with [`with_requests`](Self::with_requests) requests under way
    /// at a time.
    ///
    /// The future asks the store and waits. Threads decode and copy: those of [`rayon`], or of
    /// [`with_threads`](crate::ZarrArray::with_threads). If it is dropped, so are its requests and the result.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a chunk is broken.
    pub async fn async_read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let result = Mutex::new(Some(self.blank::<T>()?));
        let fill = Fill::of(&*self.source.engine, true)?;
        let reader = Arc::new(AsyncReader { source: self.source.clone(), fill, result });
        let grid = self.source.engine.grid();
        let tables = self.region.chunks(&grid)?;
        let run = |job| reader.clone().run(job);
        fly(self.source.store.requests, tables.projections().map(|piece| Job::Chunk(Box::new(piece))), run)
            .await?;
        let tensor = reader.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.finished(tensor.ok_or_else(gone)?)
    }
}

impl<D: Dims> AsyncZarrArray<D> {
    /// As [`cost`](crate::ZarrArray::cost).
    ///
    /// # Errors
    ///
    /// If the store fails, or an index is broken.
    pub async fn async_cost(&self) -> Result<Cost, ZarrError> {
        let all = Mutex::new(Cost::default());
        let grid = self.source.engine.grid();
        let tables = self.region.chunks(&grid)?;
        let (source, sum) = (&self.source, &all);
        let run = async |piece: ChunkProjection| {
            let key = source.engine.key(&block::numbers(&piece.chunk));
            let access = ChunkAccess::to(&*source.engine, &piece.selection);
            let cost = match access.first {
                ALL_BYTES => Cost { requests: 1, bytes: source.store.size(&key).await?.unwrap_or(0) },
                index => {
                    let index = source.store.fetch(&key, index).await?;
                    source.aside(move || access.cost(key, index)).await?
                }
            };
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            *sum = *sum + cost;
            Ok(None::<std::iter::Empty<ChunkProjection>>)
        };
        fly(source.store.requests, tables.projections(), run).await?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

fn gone() -> ZarrError {
    ZarrError::Threads("the result is gone".to_owned())
}

struct AsyncReader<T> {
    source: Arc<OpenedArray<AsyncStore>>,
    fill: Fill<T>,
    /// It is locked while a block is copied, which takes a small part of the time that decoding it takes.
    result: Mutex<Option<DynTensor<T>>>,
}

/// A request, and what is done with its answer.
enum Job {
    Chunk(Box<ChunkProjection>),
    Part(Arc<ShardRead>, Vec<ChunkRow>),
}

/// What is selected of a shard whose index has come.
struct ShardRead {
    shard: Shard,
    region: ChunkedRegion<'static>,
    place: InlineSpec,
}

/// The parts of a shard that are still to be read.
struct PartsLeft {
    of: Arc<ShardRead>,
    next: usize,
}

impl Iterator for PartsLeft {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        let block = self.of.region.rows();
        let number = self.next;
        self.next += 1;
        let row = || chunked_region::nth(&block, number);
        (number < chunked_region::count(&block)).then(|| Job::Part(self.of.clone(), row()))
    }
}

impl<T: Element> AsyncReader<T> {
    async fn run(self: Arc<Self>, job: Job) -> Result<Option<PartsLeft>, ZarrError> {
        match job {
            Job::Chunk(piece) => self.chunk(*piece).await,
            Job::Part(read, rows) => self.part(read, rows).await.map(|()| None),
        }
    }

    async fn chunk(self: Arc<Self>, piece: ChunkProjection) -> Result<Option<PartsLeft>, ZarrError> {
        let chunk = block::numbers(&piece.chunk);
        let key = self.source.engine.key(&chunk);
        let access = ChunkAccess::to(&*self.source.engine, &piece.selection);
        let place = piece.out.to_spec()?;
        let bytes = self.source.store.fetch(&key, access.first).await?;
        let reader = self.clone();
        let work = move || match (bytes, access.shard) {
            (None, _) => reader.absent(&[&place]).map(|()| None),
            (Some(bytes), None) => {
                let engine = &*reader.source.engine;
                let (shape, origins) = (engine.block(&chunk)?, piece.selection.origins());
                let done = engine.decode(&chunk, &bytes, &mut |elements| {
                    let taken = piece.selection.axes();
                    reader.place(&[&place], |out| block::put(elements, &shape, taken, &origins, out))
                });
                done.map_err(|e| e.at(|| key))?;
                Ok(None)
            }
            (Some(bytes), Some((sharding, local))) => {
                let shard = sharding.open(key, access.first, bytes)?;
                let region = ChunkedRegion::of_shard(&local, sharding.part())?;
                Ok(Some(PartsLeft { of: Arc::new(ShardRead { shard, region, place }), next: 0 }))
            }
        };
        self.source.aside(work).await
    }

    async fn part(self: Arc<Self>, read: Arc<ShardRead>, rows: Vec<ChunkRow>) -> Result<(), ZarrError> {
        let shard = &read.shard;
        let range = shard.range(&chunked_region::chunk_of(&rows))?;
        let fetched = match &range {
            Some(range) if !shard.is_held() => {
                self.source.store.fetch(&shard.key, shard::asked(range)).await?
            }
            _ => None,
        };
        let (reader, read) = (self.clone(), read.clone());
        let work = move || {
            let ShardRead { shard, region, place } = &*read;
            let piece = region.piece(&rows)?;
            let places = [place, &piece.out.to_spec()?];
            let bytes = match (&range, &fetched) {
                (Some(range), None) if shard.is_held() => Some(shard.held(range)?),
                (_, fetched) => fetched.as_deref(),
            };
            let Some(bytes) = bytes else {
                return reader.absent(&places);
            };
            let done = shard.decode(bytes, &mut |elements| {
                let taken = piece.selection.axes();
                reader.place(&places, |out| block::put(elements, shard.part(), taken, &region.origins, out))
            });
            done.map_err(|e| e.at(|| shard.key.clone()))
        };
        self.source.aside(work).await
    }

    /// Writes what is not there.
    fn absent(&self, places: &[&InlineSpec]) -> Result<(), ZarrError> {
        self.place(places, |out| {
            self.fill.put(out);
            Ok(())
        })
    }

    /// Writes to a place of a place of the result.
    fn place(
        &self,
        places: &[&InlineSpec],
        put: impl FnOnce(&mut DynViewMut<'_, T>) -> Result<(), ZarrError>,
    ) -> Result<(), ZarrError> {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = result.as_mut().ok_or_else(gone)?.view_mut();
        for place in places {
            out = out.into_slice_mut(*place);
        }
        put(&mut out)
    }
}
