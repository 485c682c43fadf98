//! Many selections at once: each chunk, or part of a shard, is asked for and decoded once for all
//! of them.

use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use tslice::{Array, Dims, DynTensor, DynViewMut, Write};

use crate::array::block::{self, Fill};
use crate::array::read::{PARTS_AT_ONCE, restored};
use crate::array::{OpenedArray, ZarrArray};
use crate::element::Element;
use crate::error::ZarrError;
use crate::memory;
use crate::selection::chunked_region::{self, ChunkedRegion};
use crate::selection::cut::Piece;
use crate::selection::order::Orders;
use crate::store::SyncStore;

/// Reads each selection into the array beside it, as [`read_into`](ZarrArray::read_into) does. Each
/// chunk of which one of them has something is asked for and decoded once, and copied to all places
/// that it has: many crops of one array, as the training of models takes them.
///
/// The selections may be of several arrays; those of one are the clones and selections of what
/// [`open`](crate::array::open) returned. The threads are those of the first one, and the cache is
/// that of the first of its array.
///
/// ```
/// # use std::sync::Arc;
/// use tslice::{Tensor, s};
/// use tslice_zarr::{ZarrArray, read_many};
/// # use zarrs::array::{ArrayBuilder, data_type};
/// # use zarrs::storage::store::MemoryStore;
/// # let array = ArrayBuilder::new(vec![64, 64], [32, 32], data_type::uint8(), 7_u8).build(Arc::new(MemoryStore::new()), "/")?;
///
/// let a = ZarrArray::readable(&array)?.into_rank::<2>()?;
/// let crops: Vec<_> = (0..40).map(|at| a.tslice(s![at:at + 16, 2 * at / 3:+16])).collect();
/// let mut batch = Tensor::<u8, 3>::zeros([40, 16, 16]);
/// read_many(&crops, &mut batch.axis_iter_mut(0).collect::<Vec<_>>())?;
/// assert_eq!((a.traffic().requests, batch[[39, 15, 15]]), (4, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there are as many selections as arrays, but for one of them
/// [`read_into`](ZarrArray::read_into) would return an error, which is returned; if there are not
/// as many. Shapes and types are looked at before anything is read. After another error, some
/// elements may be new.
pub fn read_many<D: Dims, T: Element, S: Write<Elem = T>>(
    selections: &[ZarrArray<D>],
    outputs: &mut [Array<S, D>],
) -> Result<(), ZarrError> {
    if selections.len() != outputs.len() {
        return Err(ZarrError::Count {
            selections: selections.len(),
            outputs: outputs.len(),
        });
    }
    let outputs: Vec<DynViewMut<'_, T>> = selections
        .iter()
        .zip(outputs)
        .map(|(plan, out)| plan.target(out))
        .collect::<Result<_, _>>()?;
    let Some(first) = selections.first() else {
        return Ok(());
    };
    let grids: Vec<_> = selections
        .iter()
        .map(|plan| plan.source.engine.grid())
        .collect();
    let mut chunks = Vec::with_capacity(selections.len());
    let mut targets = Vec::with_capacity(selections.len());
    for ((plan, theirs), grid) in selections.iter().zip(outputs).zip(&grids) {
        let (ordered, order) = plan.source.ordered(&plan.selection);
        let own = match order.are_kept() {
            true => None,
            false => Some((memory::zeros(&ordered.shape)?, order)),
        };
        targets.push(Mutex::new(Output { theirs, own }));
        chunks.push(ChunkedRegion::new(ordered, grid, usize::MAX)?);
    }
    let array_of = |plan: usize| {
        selections
            .iter()
            .position(|other| other.is_of(&selections[plan]))
    };
    let arrays: Vec<Option<usize>> = match selections.iter().all(|plan| plan.is_of(first)) {
        true => vec![Some(0); selections.len()],
        false => (0..selections.len()).map(array_of).collect(),
    };
    let groups = groups(&chunks, &arrays);
    let read = |group: &Group| {
        let source = &selections[group.array].source;
        let reader = ManyReader {
            source,
            fill: Fill::of(&source.engine, false)?,
            targets: &targets,
        };
        let pieces = group
            .pieces
            .iter()
            .map(|&(plan, number)| (plan, chunks[plan].numbered(number)));
        source.named(reader.chunk(&group.chunk, pieces.collect()))
    };
    first.source.run(|| groups.par_iter().try_for_each(read))?;
    for target in targets {
        let Output { mut theirs, own } =
            target.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, order)) = own {
            restored(&order, &own, &mut theirs)?;
        }
    }
    Ok(())
}

/// Where a selection goes.
struct Output<'o, T> {
    theirs: DynViewMut<'o, T>,
    /// What is read first, in the order of the chunks, if that is another.
    own: Option<(DynTensor<T>, Orders)>,
}

/// A chunk, with the plans that have something of it, and the number of it among the chunks of
/// each.
pub(crate) struct Group {
    pub(crate) array: usize,
    pub(crate) chunk: Vec<usize>,
    pub(crate) pieces: Vec<(usize, usize)>,
}

/// The chunks of which some plan has something, in order.
pub(crate) fn groups(plans: &[ChunkedRegion<'_>], arrays: &[Option<usize>]) -> Vec<Group> {
    let mut all = vec![];
    for (plan, chunks) in plans.iter().enumerate() {
        let array = arrays[plan].unwrap_or(plan);
        all.extend((0..chunks.count()).map(|number| (array, chunks.chunk(number), plan, number)));
    }
    all.sort_unstable();
    let all = all
        .into_iter()
        .map(|(array, chunk, plan, number)| ((array, chunk), (plan, number)));
    together(all)
        .into_iter()
        .map(|((array, chunk), pieces)| Group {
            array,
            chunk,
            pieces,
        })
        .collect()
}

/// The values of keys that follow each other and are the same.
fn together<K: PartialEq, V>(all: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = vec![];
    for (key, value) in all {
        match groups.last_mut() {
            Some((last, values)) if *last == key => values.push(value),
            _ => groups.push((key, vec![value])),
        }
    }
    groups
}

/// A part of a shard, by its number on each axis, and the pieces of it, each with the number of the
/// result that it is for.
pub(crate) type Together = (Vec<usize>, Vec<(usize, Piece)>);

/// The parts of a shard of which some piece of it has something, each with the pieces of it, which
/// are placed in the results.
pub(crate) fn parts_of(
    pieces: &[(usize, Piece)],
    part: &[usize],
) -> Result<Vec<Together>, ZarrError> {
    let mut all = vec![];
    for (plan, piece) in pieces {
        let parts = ChunkedRegion::lazy(piece.selection.clone(), &chunked_region::regular(part))?;
        all.extend(
            parts
                .pieces()
                .map(|inner| (*plan, inner.behind(&piece.out))),
        );
    }
    all.sort_by(|(_, a), (_, b)| a.chunk.cmp(&b.chunk));
    let all = all
        .into_iter()
        .map(|(plan, piece)| (piece.chunk.clone(), (plan, piece)));
    Ok(together(all))
}

struct ManyReader<'e, 'o, T> {
    source: &'e OpenedArray<SyncStore>,
    fill: Fill<T>,
    targets: &'e [Mutex<Output<'o, T>>],
}

impl<T: Element> ManyReader<'_, '_, T> {
    fn chunk(&self, chunk: &[usize], pieces: Vec<(usize, Piece)>) -> Result<(), ZarrError> {
        let (chunk, plans) = (block::numbers(chunk), pieces.len());
        let Some(sharding) = self.source.engine.sharding() else {
            let shape = self.source.engine.block(&chunk)?;
            return self.source.chunk(&chunk, plans, &mut |elements| {
                self.put(elements, &shape, &pieces)
            });
        };
        let all = pieces
            .iter()
            .any(|(_, piece)| chunked_region::touches_all(&piece.selection, sharding.part()));
        let Some(shard) = self.source.shard(&chunk, sharding, all, plans)? else {
            return self.put(None, &[], &pieces);
        };
        let groups = parts_of(&pieces, shard.part())?;
        groups
            .chunks(PARTS_AT_ONCE)
            .collect::<Vec<_>>()
            .into_par_iter()
            .try_for_each(|groups| {
                let parts: Vec<(Vec<usize>, usize)> = groups
                    .iter()
                    .map(|(part, pieces)| (part.clone(), pieces.len()))
                    .collect();
                let found = self.source.parts(&shard, &parts)?;
                groups.par_iter().try_for_each(|(part, pieces)| {
                    self.source.part(&shard, part, &found, &mut |elements| {
                        self.put(elements, shard.part(), pieces)
                    })
                })
            })
    }

    /// Copies what is selected of a block to all of its places.
    fn put(
        &self,
        elements: Option<&[u8]>,
        block: &[usize],
        pieces: &[(usize, Piece)],
    ) -> Result<(), ZarrError> {
        for (plan, piece) in pieces {
            let target = &mut *self.targets[*plan]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let mut out = match &mut target.own {
                Some((own, _)) => own.view_mut(),
                None => target.theirs.view_mut(),
            };
            let mut out = block::part_of(&mut out, &piece.out)?;
            block::put(elements, block, &piece.selection, &self.fill, &mut out)?;
        }
        Ok(())
    }
}
