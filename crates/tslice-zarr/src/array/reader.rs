//! Reads of selections: each chunk, or part of a shard, is asked for and decoded once for all of
//! them, and copied to all places that it has.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tslice::{Array, Dyn, DynViewMut, Mut, Write};
use tslice_core::__ops::split;

use crate::array::OpenedArray;
use crate::array::block::{self, Fill};
use crate::array::blocks::{Parts, first_range};
use crate::array::stores::{Jobs, Store};
use crate::element::Element;
use crate::engine::shard::{self, Shard, Sharding};
use crate::error::ZarrError;
use crate::selection::Selection;
use crate::selection::cut::{self, Piece, Pieces, regular};
use crate::store::ALL_BYTES;
use crate::store::cache::Part;

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

/// What is asked for in one call.
enum Job {
    Chunk(Block),
    Parts(Arc<Shard>, Vec<Block>),
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

/// Reads selections, which are in the order of the chunks, into the results beside them. If these
/// are `blank`, they hold zeros. The threads are those of the first one, and the cache is that of
/// the first one of each array.
pub(crate) async fn read<'w, T, W, S>(
    selections: Vec<(&Arc<OpenedArray<S>>, Selection)>,
    outputs: Vec<Output<W>>,
    blank: bool,
) -> Result<Arc<[Output<W>]>, ZarrError>
where
    T: Element,
    W: Write<Elem = T> + Send + 'w,
    S: Store<'w>,
{
    let outputs: Arc<[Output<W>]> = outputs.into();
    let Some(first) = selections.first().map(|(source, _)| *source) else {
        return Ok(outputs);
    };
    let (mut readers, mut cuts): (Vec<Arc<Reader<W, S>>>, _) = (vec![], vec![]);
    for (number, (source, selection)) in selections.into_iter().enumerate() {
        let is_of = |reader: &Arc<Reader<W, S>>| Arc::ptr_eq(&reader.source.engine, &source.engine);
        let array = readers.iter().position(is_of).unwrap_or(readers.len());
        if array == readers.len() {
            readers.push(Arc::new(Reader {
                source: source.clone(),
                fill: Fill::of(&source.engine, blank)?,
                outputs: outputs.clone(),
            }));
        }
        let pieces = Pieces::new(selection, &source.engine.grid())?;
        cuts.push(pieces.map(move |piece| (array, number, piece)));
    }
    let jobs = blocks(cuts).map(|(array, block)| (array, Job::Chunk(block)));
    let run = |(array, job): (usize, Job)| {
        let reader = readers[array].clone();
        async move {
            let source = reader.source.clone();
            let more = source.named(reader.run(job).await)?;
            let more = more.map(|jobs| -> Jobs<_> { Box::new(jobs.map(move |job| (array, job))) });
            Ok(more)
        }
    };
    S::each(first, jobs, run).await?;
    Ok(outputs)
}

/// What the selections of one array share.
struct Reader<W: Write, S> {
    source: Arc<OpenedArray<S>>,
    fill: Fill<W::Elem>,
    outputs: Arc<[Output<W>]>,
}

impl<'w, T, W, S> Reader<W, S>
where
    T: Element,
    W: Write<Elem = T> + Send + 'w,
    S: Store<'w>,
{
    async fn run(self: Arc<Self>, job: Job) -> Result<Option<Jobs<Job>>, ZarrError> {
        match (job, self.source.engine.sharding().cloned()) {
            (Job::Chunk(block), Some(sharding)) => self.shard(sharding, block).await,
            (Job::Chunk(block), None) => self.chunk(block).await.map(|()| None),
            (Job::Parts(shard, parts), _) => self.parts(shard, parts).await.map(|()| None),
        }
    }

    async fn chunk(self: Arc<Self>, (chunk, pieces): Block) -> Result<(), ZarrError> {
        let (chunk, source) = (block::numbers(&chunk), &self.source);
        let (key, shape) = (source.engine.key(&chunk), source.engine.block(&chunk)?);
        let version = source.version(&key);
        let held = source.held(&key, Part::Chunk, version, pieces.len());
        let bytes = match held {
            None => source.fetch(&key, ALL_BYTES).await?,
            Some(_) => None,
        };
        let reader = self.clone();
        let work = move || {
            let then = &mut |elements: Option<&[u8]>| reader.put(elements, &shape, &pieces);
            let block = (&chunk[..], &key, version);
            reader.source.of_chunk(block, held, bytes.as_deref(), then)
        };
        S::aside(source, work).await
    }

    /// Finds out where the parts of a shard are.
    async fn shard(
        self: Arc<Self>,
        sharding: Arc<Sharding>,
        (chunk, pieces): Block,
    ) -> Result<Option<Jobs<Job>>, ZarrError> {
        let source = &self.source;
        let key = source.engine.key(&block::numbers(&chunk));
        let version = source.version(&key);
        let held = source.held_shard(&key, &sharding, version, pieces.len());
        let touches_all =
            |(_, piece): &(usize, Piece)| cut::touches_all(&piece.selection, sharding.part());
        let range = first_range(&sharding, version, pieces.iter().any(touches_all));
        let bytes = match held {
            None => source.fetch(&key, range).await?,
            Some(_) => None,
        };
        let reader = self.clone();
        let work = move || {
            let source = &reader.source;
            let shard = match held {
                Some(shard) => shard,
                None => source.came_shard(&key, &sharding, (version, range), bytes)?,
            };
            let Some(shard) = shard.map(Arc::new) else {
                return reader.put(None, &[], &pieces).map(|()| None);
            };
            let (grid, mut cuts) = (regular(shard.part()), vec![]);
            for (number, Piece { selection, out, .. }) in pieces {
                let parts = Pieces::new(selection, &grid)?;
                cuts.push(parts.map(move |inner| (0, number, inner.behind(&out))));
            }
            let mut parts = blocks(cuts).map(|(_, part)| part);
            Ok(Some(Box::new(std::iter::from_fn(move || {
                let some: Vec<Block> = parts.by_ref().take(S::PARTS_AT_ONCE).collect();
                (!some.is_empty()).then(|| Job::Parts(shard.clone(), some))
            })) as Jobs<Job>))
        };
        S::aside(source, work).await
    }

    async fn parts(self: Arc<Self>, shard: Arc<Shard>, parts: Vec<Block>) -> Result<(), ZarrError> {
        let (source, key) = (&self.source, &shard.key);
        let (mut found, mut ranges) = (Parts::default(), vec![]);
        for (part, pieces) in &parts {
            let number = shard.number(part);
            let block = Part::Number(number);
            if let Some(held) = source.held(key, block, shard.version, pieces.len()) {
                found.held.insert(number, held);
            } else if !shard.is_held() {
                ranges.extend(shard.range(part)?);
            }
        }
        let mut again = None;
        if !ranges.is_empty() {
            let asked: Vec<_> = ranges.iter().map(shard::asked).collect();
            let bytes = source.fetch_many(key, &asked).await;
            let version = source.version(key);
            if version == shard.version {
                found.bytes = ranges.into_iter().zip(bytes?.unwrap_or_default()).collect();
            } else {
                // Parts and index may be of two shards.
                again = Some((version, source.fetch(key, ALL_BYTES).await?));
            }
        }
        let reader = self.clone();
        let work = move || {
            let source = &reader.source;
            if let Some((version, all)) = again {
                let whole = (version, ALL_BYTES);
                found.again = Some(source.came_shard(&shard.key, &shard.sharding, whole, all)?);
            }
            parts.par_iter().try_for_each(|(part, pieces)| {
                let then =
                    &mut |elements: Option<&[u8]>| reader.put(elements, shard.part(), pieces);
                source.part(&shard, part, &found, then)
            })
        };
        S::aside(source, work).await
    }

    /// Copies what is selected of a block to all of its places.
    fn put(
        &self,
        elements: Option<&[u8]>,
        block: &[usize],
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
                block::put(elements, block, selection, &self.fill, &mut out)?;
            }
        }
        Ok(())
    }
}
