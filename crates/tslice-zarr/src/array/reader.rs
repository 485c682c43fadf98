//! Reads of selections: each chunk, or part of a shard, is asked for and decoded once for all of
//! them, and copied to all places that it has.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tslice::{Array, Dyn, DynViewMut, Mut, Write};
use tslice_core::__ops::split;
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StoreKey};

use crate::array::OpenedArray;
use crate::array::block::{self, Fill};
use crate::array::blocks::{Parts, first_range};
use crate::array::stores::Store;
use crate::element::Element;
use crate::engine::shard::{self, Shard};
use crate::error::ZarrError;
use crate::selection::Selection;
use crate::selection::cut::{self, Piece, Pieces, regular};
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
    slabs: Vec<Mutex<Option<Array<W, Dyn>>>>,
}

impl<W: Write> Output<W> {
    /// A result in one slab.
    pub(crate) fn of(all: Array<W, Dyn>) -> Self {
        Self {
            axis: 0,
            starts: vec![0],
            slabs: vec![Mutex::new(Some(all))],
        }
    }

    /// The result, if it is in one slab.
    #[cfg(feature = "async")]
    pub(crate) fn taken(&self) -> Result<Array<W, Dyn>, ZarrError> {
        let mut slab = self.slabs[0].lock().unwrap_or_else(PoisonError::into_inner);
        slab.take().ok_or_else(gone)
    }
}

fn gone() -> ZarrError {
    ZarrError::Threads("the result is gone".to_owned())
}

impl<'o, T: Element> Output<Mut<'o, T>> {
    /// The result of a selection in slabs of whole chunks, or parts of shards, on the axis that has
    /// the most of them.
    pub(crate) fn in_slabs<S>(
        source: &OpenedArray<S>,
        selection: &Selection,
        mut rest: DynViewMut<'o, T>,
    ) -> Result<Self, ZarrError> {
        let (axis, edges) = cut::edges(selection, &source.fine_grid(), SLABS)?;
        let (mut starts, mut slabs) = (vec![0], vec![]);
        for edge in edges {
            let (slab, behind) = split(rest, axis, edge - starts[starts.len() - 1])?;
            slabs.push(Mutex::new(Some(slab)));
            starts.push(edge);
            rest = behind;
        }
        slabs.push(Mutex::new(Some(rest)));
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

/// Jobs that are still to be done.
pub(crate) struct Jobs<'g>(Box<dyn Iterator<Item = Job> + Send + 'g>);

impl Iterator for Jobs<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        self.0.next()
    }
}

/// What a job has fetched.
pub(crate) struct Fetched {
    array: usize,
    blocks: Vec<Block>,
    what: What,
}

enum What {
    Chunk(StoreKey, Version, Option<Held>, Option<Bytes>),
    Shard(
        StoreKey,
        (Version, ByteRange),
        Option<Option<Shard>>,
        Option<Bytes>,
    ),
    /// With all of the shard if it was written meanwhile: parts and index may be of two shards.
    Parts(Arc<Shard>, Parts, Option<(Version, Option<Bytes>)>),
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
    let mut all: Vec<(usize, usize, Piece)> = cuts.into_iter().flatten().collect();
    all.sort_by(|(a, _, one), (b, _, other)| (a, &one.chunk).cmp(&(b, &other.chunk)));
    let mut blocks: Vec<(usize, Block)> = vec![];
    for (array, number, piece) in all {
        match blocks.last_mut() {
            Some((last, (chunk, pieces))) if *last == array && *chunk == piece.chunk => {
                pieces.push((number, piece));
            }
            _ => blocks.push((array, (piece.chunk.clone(), vec![(number, piece)]))),
        }
    }
    Box::new(blocks.into_iter())
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
    ) -> Result<(Self, Jobs<'_>), ZarrError> {
        let (mut arrays, mut cuts): (Vec<Source<T, S>>, _) = (vec![], vec![]);
        for (number, (source, selection)) in selections.into_iter().enumerate() {
            let engine = &source.engine;
            let mut known = arrays.iter();
            let array = known.position(|(known, _)| Arc::ptr_eq(&known.engine, engine));
            let array = array.unwrap_or(arrays.len());
            if array == arrays.len() {
                arrays.push((source.clone(), Fill::of(engine, blank)?));
            }
            let pieces = Pieces::new(selection, &engine.grid())?;
            cuts.push(pieces.map(move |piece| (array, number, piece)));
        }
        let jobs = blocks(cuts).map(|(array, block)| Job {
            array,
            shard: None,
            blocks: vec![block],
        });
        Ok((Self { arrays, outputs }, Jobs(Box::new(jobs))))
    }

    /// The result of a selection.
    #[cfg(feature = "async")]
    pub(crate) fn taken(&self, number: usize) -> Result<Array<W, Dyn>, ZarrError> {
        self.outputs[number].taken()
    }

    /// Asks for what a job needs, as far as the cache does not have it.
    pub(crate) async fn fetched(&self, job: Job) -> Result<Fetched, ZarrError>
    where
        S: Store,
    {
        let Job {
            array,
            shard,
            blocks,
        } = job;
        let source = &self.arrays[array].0;
        let what = match shard {
            Some(shard) => parts(source, shard, &blocks).await,
            None => whole(source, &blocks[0]).await,
        };
        Ok(Fetched {
            array,
            what: source.named(what)?,
            blocks,
        })
    }

    /// Decodes what was fetched, and copies it to its places; jobs for the parts of a shard.
    pub(crate) fn placed(&self, fetched: Fetched) -> Result<Option<Jobs<'static>>, ZarrError>
    where
        W: Send,
        S: Store + Send + Sync,
    {
        let (source, _) = &self.arrays[fetched.array];
        source.named(self.place(fetched))
    }

    fn place(&self, fetched: Fetched) -> Result<Option<Jobs<'static>>, ZarrError>
    where
        W: Send,
        S: Store + Send + Sync,
    {
        let Fetched {
            array,
            mut blocks,
            what,
        } = fetched;
        let (source, fill) = &self.arrays[array];
        let engine = &source.engine;
        let done = match what {
            What::Chunk(key, version, held, bytes) => {
                let (chunk, pieces) = blocks.remove(0);
                let chunk = block::numbers(&chunk);
                let shape = engine.block(&chunk)?;
                let then = &mut |elements: Option<&[u8]>| self.put(elements, &shape, fill, &pieces);
                source.of_chunk((&chunk, &key, version), held, bytes.as_deref(), then)
            }
            What::Shard(key, read, held, bytes) => {
                let shard = held.map_or_else(|| source.came_shard(&key, read, bytes), Ok)?;
                let (_, pieces) = blocks.remove(0);
                match shard.map(Arc::new) {
                    None => self.put(None, &[], fill, &pieces),
                    Some(shard) => {
                        return jobs_of(array, shard, pieces, S::PARTS_AT_ONCE).map(Some);
                    }
                }
            }
            What::Parts(shard, mut found, again) => {
                if let Some((version, all)) = again {
                    let read = (version, ALL_BYTES);
                    found.again = Some(source.came_shard(&shard.key, read, all)?);
                }
                blocks.par_iter().try_for_each(|(part, pieces)| {
                    let then = &mut |elements: Option<&[u8]>| {
                        self.put(elements, shard.part(), fill, pieces)
                    };
                    source.part(&shard, part, &found, then)
                })
            }
        };
        done.map(|()| None)
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
            let first = starts.partition_point(|&start| start <= of.start) - 1;
            let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
            let slabs = starts.iter().zip(ends).zip(slabs).skip(first);
            for ((&start, end), slab) in slabs.take_while(|((start, _), _)| **start < of.end) {
                let own = of.start.max(start)..of.end.min(end);
                let mut slab = slab.lock().unwrap_or_else(PoisonError::into_inner);
                let mut slab = slab.as_mut().ok_or_else(gone)?.view_mut();
                let (mut out, mut within) = (piece.out.clone(), None);
                if let Some(range) = out.get_mut(*axis) {
                    *range = own.start - start..own.end - start;
                }
                if own != of {
                    let mut part: Vec<Range<usize>> =
                        piece.selection.shape.iter().map(|&len| 0..len).collect();
                    part[*axis] = own.start - of.start..own.end - of.start;
                    within = Some(piece.selection.part(&part));
                }
                let selection = within.as_ref().unwrap_or(&piece.selection);
                let mut out = block::part_of(&mut slab, &out)?;
                block::put(elements, block, selection, fill, &mut out)?;
            }
        }
        Ok(())
    }
}

/// Fetches a chunk; of a shard its index, or all of it.
async fn whole<S: Store>(
    source: &OpenedArray<S>,
    (chunk, pieces): &Block,
) -> Result<What, ZarrError> {
    let (key, plans) = (source.engine.key(&block::numbers(chunk)), pieces.len());
    let version = source.version(&key);
    let Some(sharding) = source.engine.sharding() else {
        let held = source.held(&key, Part::Chunk, version, plans);
        let bytes = match held {
            None => source.fetch(&key, ALL_BYTES).await?,
            Some(_) => None,
        };
        return Ok(What::Chunk(key, version, held, bytes));
    };
    let held = source.held_shard(&key, sharding, version, plans);
    let touches_all =
        |(_, piece): &(usize, Piece)| cut::touches_all(&piece.selection, sharding.part());
    let range = first_range(sharding, version, pieces.iter().any(touches_all));
    let bytes = match held {
        None => source.fetch(&key, range).await?,
        Some(_) => None,
    };
    Ok(What::Shard(key, (version, range), held, bytes))
}

/// Fetches parts of a shard.
async fn parts<S: Store>(
    source: &OpenedArray<S>,
    shard: Arc<Shard>,
    blocks: &[Block],
) -> Result<What, ZarrError> {
    let (mut found, mut ranges, mut again) = (Parts::default(), vec![], None);
    for (part, pieces) in blocks {
        let number = shard.number(part);
        let block = Part::Number(number);
        if let Some(held) = source.held(&shard.key, block, shard.version, pieces.len()) {
            found.held.insert(number, held);
        } else if !shard.is_held() {
            ranges.extend(shard.range(part)?);
        }
    }
    if !ranges.is_empty() {
        let asked: Vec<_> = ranges.iter().map(shard::asked).collect();
        let bytes = source.fetch_many(&shard.key, &asked).await;
        let version = source.version(&shard.key);
        if version == shard.version {
            found.bytes = ranges.into_iter().zip(bytes?.unwrap_or_default()).collect();
        } else {
            again = Some((version, source.fetch(&shard.key, ALL_BYTES).await?));
        }
    }
    Ok(What::Parts(shard, found, again))
}

/// Jobs for the parts of a shard of which these pieces of it have something.
fn jobs_of(
    array: usize,
    shard: Arc<Shard>,
    pieces: Vec<(usize, Piece)>,
    at_once: usize,
) -> Result<Jobs<'static>, ZarrError> {
    let (grid, mut cuts) = (regular(shard.part()), vec![]);
    for (number, Piece { selection, out, .. }) in pieces {
        let parts = Pieces::new(selection, &grid)?;
        cuts.push(parts.map(move |inner| (0, number, inner.behind(&out))));
    }
    let mut parts = blocks(cuts).map(|(_, part)| part);
    Ok(Jobs(Box::new(std::iter::from_fn(move || {
        let blocks: Vec<Block> = parts.by_ref().take(at_once).collect();
        let shard = Some(shard.clone());
        (!blocks.is_empty()).then_some(Job {
            array,
            shard,
            blocks,
        })
    }))))
}
