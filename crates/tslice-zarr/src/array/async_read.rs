//! Reading from a store that answers by futures: requests are under way at the same time, and
//! threads decode what comes.

use std::sync::{Arc, Mutex, PoisonError};

use tslice::{Array, Dims, DynTensor, Owned};

use crate::array::OpenedArray;
use crate::array::async_open::AsyncZarrArray;
use crate::array::block::{self, Fill, indexed};
use crate::array::blocks::{Parts, first_range};
use crate::array::flights::fly;
use crate::array::many::{Together, groups, parts_of};
use crate::array::read::restored;
use crate::array::touched::cost_of_parts;
use crate::cost::Cost;
use crate::element::Element;
use crate::engine::shard::{self, Shard};
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::selection::chunked_region::{self, ChunkedRegion};
use crate::selection::cut::Piece;
use crate::selection::order::Orders;
use crate::store::ALL_BYTES;
use crate::store::async_store::AsyncStore;
use crate::store::cache::Part;

impl<D: FromDyn> AsyncZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, with
    /// [`with_requests`](Self::with_requests) requests under way at a time.
    ///
    /// The future asks the store and waits. Threads decode and copy: those of [`rayon`], or of
    /// [`with_threads`](crate::ZarrArray::with_threads). If it is dropped, so are its requests and
    /// the result.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a
    /// chunk is broken.
    pub async fn async_read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let (selection, orders) = self.source.ordered(&self.selection);
        let reader = AsyncReader::new(&self.source, vec![self.blank::<T>()?])?;
        let chunks = ChunkedRegion::lazy(selection, &self.source.engine.grid())?;
        let jobs = chunks
            .pieces()
            .map(|piece| Job::Chunk(piece.chunk.clone(), vec![(0, piece)]));
        fly(self.source.store.requests, jobs, |job| {
            reader.clone().run(job)
        })
        .await?;
        reader.finished(0, self, orders).await
    }

    /// Reads many selections of one array: each chunk of which one of them has something is asked
    /// for and decoded once, as [`read_many`](crate::read_many) has it. Selections of another array
    /// than the first one are read one after the other.
    ///
    /// # Errors
    ///
    /// As [`async_read`](Self::async_read), for any of them.
    pub async fn async_read_many<T: Element>(
        selections: &[Self],
    ) -> Result<Vec<Array<Owned<T>, D>>, ZarrError> {
        let Some(first) = selections.first() else {
            return Ok(vec![]);
        };
        let grid = first.source.engine.grid();
        let (mut plans, mut orders, mut results) = (vec![], vec![], vec![]);
        for (number, plan) in selections
            .iter()
            .enumerate()
            .filter(|(_, plan)| plan.is_of(first))
        {
            results.push(plan.blank::<T>()?);
            let (selection, order) = plan.source.ordered(&plan.selection);
            plans.push(ChunkedRegion::new(selection, &grid, usize::MAX)?);
            orders.push((number, order));
        }
        let reader = AsyncReader::new(&first.source, results)?;
        let jobs = groups(&plans, &vec![Some(0); plans.len()])
            .into_iter()
            .map(|group| {
                let pieces = group
                    .pieces
                    .iter()
                    .map(|&(plan, number)| (plan, plans[plan].numbered(number)));
                Job::Chunk(group.chunk, pieces.collect())
            });
        fly(first.source.store.requests, jobs, |job| {
            reader.clone().run(job)
        })
        .await?;
        let (mut orders, mut all) = (orders.into_iter().enumerate().peekable(), vec![]);
        for (number, plan) in selections.iter().enumerate() {
            all.push(match orders.next_if(|(_, (of, _))| *of == number) {
                Some((at, (_, order))) => reader.finished(at, plan, order).await?,
                None => plan.async_read().await?,
            });
        }
        Ok(all)
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
        let (selection, _) = self.source.ordered(&self.selection);
        let chunks = ChunkedRegion::lazy(selection, &self.source.engine.grid())?;
        let (source, sum) = (&self.source, &all);
        let run = async |piece: Piece| {
            let key = source.engine.key(&block::numbers(&piece.chunk));
            let cost = match indexed(&source.engine, &piece.selection).cloned() {
                None => Cost {
                    requests: 1,
                    bytes: source.store.size(&key).await?.unwrap_or(0),
                },
                Some(sharding) => {
                    let version = source.version(&key);
                    let index = source.store.fetch(&key, sharding.index_range).await?;
                    let work =
                        move || cost_of_parts(&sharding, &piece.selection, (key, version), index);
                    source.aside(work).await?
                }
            };
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            *sum = *sum + cost;
            Ok(None::<std::iter::Empty<Piece>>)
        };
        fly(source.store.requests, chunks.pieces(), run).await?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

fn gone() -> ZarrError {
    ZarrError::Threads("the result is gone".to_owned())
}

struct AsyncReader<T> {
    source: Arc<OpenedArray<AsyncStore>>,
    fill: Fill<T>,
    /// The result of each plan. It is locked while a block is copied, which takes a small part of
    /// the time that decoding it takes.
    results: Vec<Mutex<Option<DynTensor<T>>>>,
}

/// A request, and what is done with its answer: pieces of the results of some plans are copied from
/// it.
enum Job {
    Chunk(Vec<usize>, Vec<(usize, Piece)>),
    Part(Arc<Shard>, Vec<usize>, Vec<(usize, Piece)>),
}

/// The parts of a shard that are still to be read.
struct PartsLeft {
    shard: Arc<Shard>,
    left: Left,
}

enum Left {
    /// Of one piece.
    Counted {
        region: ChunkedRegion<'static>,
        of: Box<(usize, Piece)>,
        next: usize,
    },
    Listed(std::vec::IntoIter<Together>),
}

impl Iterator for PartsLeft {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        let (part, pieces) = match &mut self.left {
            Left::Listed(parts) => parts.next()?,
            Left::Counted { region, of, next } => {
                let (number, (plan, outer)) = (*next, &**of);
                *next += 1;
                let piece = (number < region.count()).then(|| region.numbered(number))?;
                (piece.chunk.clone(), vec![(*plan, piece.behind(&outer.out))])
            }
        };
        Some(Job::Part(self.shard.clone(), part, pieces))
    }
}

impl<T: Element> AsyncReader<T> {
    fn new(
        source: &Arc<OpenedArray<AsyncStore>>,
        results: Vec<DynTensor<T>>,
    ) -> Result<Arc<Self>, ZarrError> {
        let fill = Fill::of(&source.engine, true)?;
        let results = results
            .into_iter()
            .map(|result| Mutex::new(Some(result)))
            .collect();
        Ok(Arc::new(Self {
            source: source.clone(),
            fill,
            results,
        }))
    }

    /// The result of a plan, in its order.
    async fn finished<D: FromDyn>(
        &self,
        number: usize,
        plan: &AsyncZarrArray<D>,
        orders: Orders,
    ) -> Result<Array<Owned<T>, D>, ZarrError> {
        let result = self.results[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let mut tensor = result.ok_or_else(gone)?;
        if !orders.are_kept() {
            let work = move || {
                let mut out = memory::zeros(tensor.shape())?;
                restored(&orders, &tensor, &mut out.view_mut())?;
                Ok(out)
            };
            tensor = self.source.aside(work).await?;
        }
        plan.finished(tensor)
    }

    async fn run(self: Arc<Self>, job: Job) -> Result<Option<PartsLeft>, ZarrError> {
        match job {
            Job::Chunk(chunk, pieces) if self.source.engine.sharding().is_some() => {
                self.shard(chunk, pieces).await
            }
            Job::Chunk(chunk, pieces) => self.chunk(chunk, pieces).await.map(|()| None),
            Job::Part(shard, part, pieces) => self.part(shard, part, pieces).await.map(|()| None),
        }
    }

    async fn chunk(
        self: Arc<Self>,
        chunk: Vec<usize>,
        pieces: Vec<(usize, Piece)>,
    ) -> Result<(), ZarrError> {
        let (chunk, source) = (block::numbers(&chunk), &self.source);
        let (key, shape) = (source.engine.key(&chunk), source.engine.block(&chunk)?);
        let version = source.version(&key);
        let held = source.held(&key, Part::Chunk, version, pieces.len());
        let bytes = match held {
            None => source.store.fetch(&key, ALL_BYTES).await?,
            Some(_) => None,
        };
        let reader = self.clone();
        let work = move || {
            let then = &mut |elements: Option<&[u8]>| reader.put(elements, &shape, &pieces);
            let block = (&chunk[..], &key, version);
            reader.source.of_chunk(block, held, bytes.as_deref(), then)
        };
        source.aside(work).await
    }

    async fn shard(
        self: Arc<Self>,
        chunk: Vec<usize>,
        pieces: Vec<(usize, Piece)>,
    ) -> Result<Option<PartsLeft>, ZarrError> {
        let source = &self.source;
        let Some(sharding) = source.engine.sharding().cloned() else {
            return Ok(None);
        };
        let key = source.engine.key(&block::numbers(&chunk));
        let version = source.version(&key);
        let held = source.held_shard(&key, &sharding, version, pieces.len());
        let touches_all = |(_, piece): &(usize, Piece)| {
            chunked_region::touches_all(&piece.selection, sharding.part())
        };
        let range = first_range(&sharding, version, pieces.iter().any(touches_all));
        let bytes = match held {
            None => source.store.fetch(&key, range).await?,
            Some(_) => None,
        };
        let reader = self.clone();
        let work = move || {
            let shard = match held {
                Some(shard) => shard,
                None => reader
                    .source
                    .came_shard(&key, &sharding, (version, range), bytes)?,
            };
            let Some(shard) = shard.map(Arc::new) else {
                return reader.put(None, &[], &pieces).map(|()| None);
            };
            let left = match <[_; 1]>::try_from(pieces) {
                Ok([of]) => {
                    let grid = chunked_region::regular(shard.part());
                    let region = ChunkedRegion::new(of.1.selection.clone(), &grid, usize::MAX)?;
                    Left::Counted {
                        region,
                        of: Box::new(of),
                        next: 0,
                    }
                }
                Err(pieces) => Left::Listed(parts_of(&pieces, shard.part())?.into_iter()),
            };
            Ok(Some(PartsLeft { shard, left }))
        };
        source.aside(work).await
    }

    async fn part(
        self: Arc<Self>,
        shard: Arc<Shard>,
        part: Vec<usize>,
        pieces: Vec<(usize, Piece)>,
    ) -> Result<(), ZarrError> {
        let source = &self.source;
        let number = shard.number(&part);
        let mut found = Parts::default();
        let mut again = None;
        let block = Part::Number(number);
        if let Some(held) = source.held(&shard.key, block, shard.version, pieces.len()) {
            found.held.insert(number, held);
        } else if !shard.is_held()
            && let Some(range) = shard.range(&part)?
        {
            let fetched = source.store.fetch(&shard.key, shard::asked(&range)).await;
            let version = source.version(&shard.key);
            if version == shard.version {
                found.bytes.extend(fetched?.map(|bytes| (range, bytes)));
            } else {
                // Part and index may be of two shards.
                again = Some((version, source.store.fetch(&shard.key, ALL_BYTES).await?));
            }
        }
        let reader = self.clone();
        let work = move || {
            let source = &reader.source;
            if let Some((version, all)) = again {
                let whole = (version, ALL_BYTES);
                found.again = Some(source.came_shard(&shard.key, &shard.sharding, whole, all)?);
            }
            source.part(&shard, &part, &found, &mut |elements| {
                reader.put(elements, shard.part(), &pieces)
            })
        };
        source.aside(work).await
    }

    /// Copies what is selected of a block to all of its places.
    fn put(
        &self,
        elements: Option<&[u8]>,
        block: &[usize],
        pieces: &[(usize, Piece)],
    ) -> Result<(), ZarrError> {
        for (plan, piece) in pieces {
            let mut result = self.results[*plan]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let mut out = result.as_mut().ok_or_else(gone)?.view_mut();
            let mut out = block::part_of(&mut out, &piece.out)?;
            block::put(elements, block, &piece.selection, &self.fill, &mut out)?;
        }
        Ok(())
    }
}
