//! Reads of selections: each chunk, or part of a shard, is asked for and decoded once for all of
//! them, and copied to all places that it has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use tslice::{Array, Dyn, DynViewMut, Mut, Write};
use tslice_core::__ops::split;
use zarrs::storage::StoreKey;
use zarrs::storage::byte_range::ByteRange;

use crate::array::OpenedArray;
use crate::array::block::{self, Fill};
use crate::array::blocks::Found;
use crate::array::stores::{Jobs, Store};
use crate::element::Element;
use crate::engine::shard::Shard;
use crate::error::ZarrError;
use crate::selection::cut::{self, Piece, Pieces, regular};
use crate::selection::{self, Selection};
use crate::store::ALL_BYTES;
use crate::store::cache::{Held, Part};
use crate::store::writes::Version;

/// The most slabs of a result.
const SLABS: usize = 256;

/// The result of a selection in slabs, which are behind each other on an axis. A thread locks one
/// of them while it copies to it.
pub(crate) struct Output<W: Write> {
    axis: usize,
    starts: Vec<usize>,
    slabs: Vec<Mutex<Array<W, Dyn>>>,
}

impl<W: Write> Output<W> {
    /// A result in one slab.
    #[cfg(feature = "async")]
    pub(crate) fn of(all: Array<W, Dyn>) -> Self {
        Self {
            axis: 0,
            starts: vec![0],
            slabs: vec![Mutex::new(all)],
        }
    }
}

impl<'o, T: Element> Output<Mut<'o, T>> {
    /// The result of a selection in slabs of whole chunks, or parts of shards, on the axis that has
    /// the most of them.
    pub(crate) fn in_slabs<S>(
        source: &OpenedArray<S>,
        selection: &Selection,
        mut rest: DynViewMut<'o, T>,
    ) -> Result<Self, ZarrError> {
        let (axis, edges) = cut::edges(selection, &source.fine_grid(), SLABS);
        let (mut starts, mut slabs) = (vec![0], vec![]);
        for edge in edges {
            let (slab, behind) = split(rest, axis, edge - starts[starts.len() - 1]);
            slabs.push(Mutex::new(slab));
            starts.push(edge);
            rest = behind;
        }
        slabs.push(Mutex::new(rest));
        Ok(Self {
            axis,
            starts,
            slabs,
        })
    }
}

/// A chunk, or a part of a shard, by its number on each axis, and the pieces of it, each with the
/// number of the result that it is for.
type Block = (Vec<usize>, Vec<(usize, Piece)>);

/// What is asked for in one call: a chunk of an array, or parts of a shard.
pub(crate) struct Job {
    array: usize,
    shard: Option<Arc<Shard>>,
    blocks: Vec<Block>,
}

/// What came for a job.
pub(crate) enum Fetched {
    /// The blocks of the job: chunks or parts of a value of this version.
    Blocks(StoreKey, Version, Vec<Found>),
    /// These bytes of a shard, with its index. If the job is for parts, it was written while they
    /// were fetched: parts and index may be of two shards.
    Shard(StoreKey, (Version, ByteRange), Found),
}

/// Pieces of some selections by their chunks, each behind the number of its array and that of its
/// result. Those of one selection are cut one by one.
fn blocks<'g>(
    mut cuts: Vec<impl Iterator<Item = (usize, usize, Piece)> + Send + 'g>,
) -> Box<dyn Iterator<Item = (usize, Block)> + Send + 'g> {
    if cuts.len() == 1 {
        let block = |(array, number, piece): (_, _, Piece)| {
            (array, (piece.chunk.clone(), vec![(number, piece)]))
        };
        return Box::new(cuts.remove(0).map(block));
    }
    let mut blocks = BTreeMap::<_, Vec<(usize, Piece)>>::new();
    for (array, number, piece) in cuts.into_iter().flatten() {
        let pieces = blocks.entry((array, piece.chunk.clone())).or_default();
        pieces.push((number, piece));
    }
    let block = |((array, chunk), pieces)| (array, (chunk, pieces));
    Box::new(blocks.into_iter().map(block))
}

/// An array, and the fill value of results that are read from it.
type Source<T, S> = (Arc<OpenedArray<S>>, Fill<T>);

/// Reads of selections into the results beside them.
pub(crate) struct Reader<W: Write, S> {
    /// Those of the first selection of each.
    arrays: Vec<Source<W::Elem, S>>,
    outputs: Vec<Output<W>>,
}

impl<T: Element, W: Write<Elem = T>, S> Reader<W, S> {
    /// A reader of selections, which are in the order of the chunks, and its jobs. If the results
    /// are `blank`, they hold zeros.
    pub(crate) fn new(
        selections: Vec<(&Arc<OpenedArray<S>>, Selection)>,
        outputs: Vec<Output<W>>,
        blank: bool,
    ) -> Result<(Self, Jobs<'_, Job>), ZarrError> {
        let (mut arrays, mut cuts): (Vec<Source<T, S>>, _) = (vec![], vec![]);
        for (number, (source, selection)) in selections.into_iter().enumerate() {
            let engine = &source.engine;
            let mut known = arrays.iter();
            let array = known.position(|(known, _)| Arc::ptr_eq(&known.engine, engine));
            let array = array.unwrap_or(arrays.len());
            if array == arrays.len() {
                arrays.push((source.clone(), Fill::of(engine, blank)?));
            }
            let pieces = Pieces::new(selection, &engine.grid());
            cuts.push(pieces.map(move |piece| (array, number, piece)));
        }
        let jobs = blocks(cuts).map(|(array, block)| Job {
            array,
            shard: None,
            blocks: vec![block],
        });
        Ok((Self { arrays, outputs }, Box::new(jobs)))
    }

    /// The results, if each is in one slab.
    #[cfg(feature = "async")]
    pub(crate) fn results(self) -> impl Iterator<Item = Array<W, Dyn>> {
        let slabs = self.outputs.into_iter().flat_map(|output| output.slabs);
        slabs.map(|slab| slab.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks for what a job needs, as far as the cache does not have it.
    pub(crate) async fn fetched(&self, job: &Job) -> Result<Fetched, ZarrError>
    where
        S: Store,
    {
        let source = &self.arrays[job.array].0;
        source.named(match &job.shard {
            Some(shard) => parts(source, shard, &job.blocks).await,
            None => whole(source, &job.blocks[0]).await,
        })
    }

    /// Decodes what was fetched, and copies it to its places; jobs for the parts of a shard.
    pub(crate) fn placed(
        &self,
        job: Job,
        what: Fetched,
    ) -> Result<Option<Jobs<'static, Job>>, ZarrError>
    where
        W: Send,
        S: Store + Send + Sync,
    {
        let (source, fill) = &self.arrays[job.array];
        source.named(match what {
            Fetched::Blocks(key, version, found) => {
                let blocks = job.blocks.par_iter().zip(&found);
                let place = |((number, pieces), found): (&Block, &Found)| {
                    let (part, shape) = match &job.shard {
                        Some(shard) => {
                            let sharding = &shard.sharding;
                            (Part::Number(sharding.number(number)), sharding.part.clone())
                        }
                        None => (Part::Chunk, source.engine.block(number)),
                    };
                    let put = |elements: Option<&[u8]>| self.put(elements, &shape, fill, pieces);
                    let bytes = match found {
                        Found::Held(Held::Elements(elements)) => return put(Some(elements)),
                        Found::Held(_) => return put(None),
                        Found::Bytes(bytes) => bytes,
                    };
                    let elements = match &job.shard {
                        Some(shard) => shard.decode(bytes)?,
                        None => source.engine.decode(number, bytes)?,
                    };
                    source.keep((&key, part, version), || {
                        Held::Elements(elements[..].into())
                    });
                    put(Some(&elements)).map_err(|error| error.at(&key))
                };
                blocks.try_for_each(place).map(|()| None)
            }
            Fetched::Shard(key, read, found) => match source.shard(key, read, found) {
                Ok(Some(shard)) => Ok(Some(jobs_of(job, Arc::new(shard), S::PARTS_AT_ONCE))),
                Ok(None) => {
                    let mut blocks = job.blocks.iter();
                    let done = blocks.try_for_each(|(_, pieces)| self.put(None, &[], fill, pieces));
                    done.map(|()| None)
                }
                Err(error) => Err(error),
            },
        })
    }

    /// Copies what is selected of a block to all of its places.
    fn put(
        &self,
        elements: Option<&[u8]>,
        block: &[usize],
        fill: &Fill<T>,
        pieces: &[(usize, Piece)],
    ) -> Result<(), ZarrError> {
        for (number, piece) in pieces {
            let Output {
                axis,
                starts,
                slabs,
            } = &self.outputs[*number];
            let of = piece.out.get(*axis).cloned().unwrap_or(0..1);
            let mut slab = starts.partition_point(|&start| start <= of.start) - 1;
            let mut begin = of.start;
            while begin < of.end {
                let end = starts.get(slab + 1).map_or(of.end, |&end| end.min(of.end));
                let (mut part, mut out) =
                    (selection::whole(&piece.selection.shape), piece.out.clone());
                if let (Some(part), Some(out)) = (part.get_mut(*axis), out.get_mut(*axis)) {
                    *part = begin - of.start..end - of.start;
                    *out = begin - starts[slab]..end - starts[slab];
                }
                let selection = piece.selection.part(&part);
                let mut own = slabs[slab].lock().unwrap_or_else(PoisonError::into_inner);
                let mut own = own.view_mut();
                let mut out = block::part_of(&mut own, &out)?;
                block::put(elements, block, &selection, fill, &mut out)?;
                (begin, slab) = (end, slab + 1);
            }
        }
        Ok(())
    }
}

/// Fetches a chunk; of a shard its index, or all of it.
async fn whole<S: Store>(
    source: &OpenedArray<S>,
    (chunk, pieces): &Block,
) -> Result<Fetched, ZarrError> {
    let key = source.engine.key(chunk);
    let version = source.version(&key);
    let mut selections = pieces.iter().map(|(_, piece)| &piece.selection);
    let (part, range) = match &source.engine.sharding {
        None => (Part::Chunk, ALL_BYTES),
        // While it is written, no part is asked for that may be that of another index.
        Some(sharding)
            if version.is_unsettled() || selections.any(|one| sharding.touches_all(one)) =>
        {
            (Part::Index, ALL_BYTES)
        }
        Some(sharding) => (Part::Index, sharding.index_range),
    };
    let block = (&key, part, version);
    let found = match source.held(block, pieces.len()) {
        Some(held) => Found::Held(held),
        None => source.came(block, source.fetch(&key, range).await?)?,
    };
    Ok(match part {
        Part::Index => Fetched::Shard(key, (version, range), found),
        _ => Fetched::Blocks(key, version, vec![found]),
    })
}

/// Fetches parts of a shard.
async fn parts<S: Store>(
    source: &OpenedArray<S>,
    shard: &Shard,
    blocks: &[Block],
) -> Result<Fetched, ZarrError> {
    let (key, version) = (shard.key.clone(), shard.version);
    let (mut all, mut asked, mut ranges) = (vec![], vec![], vec![]);
    for (number, (part, pieces)) in blocks.iter().enumerate() {
        let block = (&key, Part::Number(shard.sharding.number(part)), version);
        if let Some(held) = source.held(block, pieces.len()) {
            all.push(Found::Held(held));
            continue;
        }
        let Some(range) = shard.range(part)? else {
            all.push(source.came(block, None)?);
            continue;
        };
        all.push(match shard.held(&range)? {
            Some(bytes) => Found::Bytes(bytes),
            None => {
                asked.push(number);
                let len = range.end - range.start;
                ranges.push(ByteRange::FromStart(range.start, Some(len)));
                Found::Held(Held::Absent)
            }
        });
    }
    if !ranges.is_empty() {
        let bytes = source.fetch_many(&key, &ranges).await;
        let version = source.version(&key);
        if version != shard.version {
            let bytes = source.fetch(&key, ALL_BYTES).await?;
            let found = source.came((&key, Part::Index, version), bytes)?;
            return Ok(Fetched::Shard(key, (version, ALL_BYTES), found));
        }
        for (number, bytes) in asked.into_iter().zip(bytes?.unwrap_or_default()) {
            all[number] = Found::Bytes(bytes);
        }
    }
    Ok(Fetched::Blocks(key, version, all))
}

/// Jobs for the parts of a shard of which a job has something; for the same parts again, if it is
/// for some.
fn jobs_of(job: Job, shard: Arc<Shard>, at_once: usize) -> Jobs<'static, Job> {
    let array = job.array;
    if job.shard.is_some() {
        let shard = Some(shard);
        return Box::new(std::iter::once(Job { shard, ..job }));
    }
    let (grid, mut cuts) = (regular(&shard.sharding.part), vec![]);
    let pieces = job.blocks.into_iter().flat_map(|(_, pieces)| pieces);
    for (number, Piece { selection, out, .. }) in pieces {
        let parts = Pieces::new(selection, &grid);
        cuts.push(parts.map(move |inner| (array, number, inner.behind(&out))));
    }
    let mut parts = blocks(cuts).map(|(_, part)| part);
    Box::new(std::iter::from_fn(move || {
        let blocks: Vec<Block> = parts.by_ref().take(at_once).collect();
        let shard = Some(shard.clone());
        (!blocks.is_empty()).then_some(Job {
            array,
            shard,
            blocks,
        })
    }))
}
