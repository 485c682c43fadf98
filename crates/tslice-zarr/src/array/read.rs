//! Reading from a store that has answered when a call returns: the chunks are read side by side.

use std::sync::atomic::AtomicBool;

use tslice::{Array, AxisError, Dims, DynTensor, DynViewMut, Owned, ShapeError, Write};

use crate::array::block::{self, Fill, gather};
use crate::array::{OpenedArray, ZarrArray};
use crate::element::{Access, Element};
use crate::engine::shard::Shard;
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::selection::Selection;
use crate::selection::chunked_region::{self, ChunkBlock, ChunkedRegion};
use crate::selection::cut::Row;
use crate::selection::gather::Offsets;
use crate::selection::order::Orders;
use crate::store::SyncStore;

/// Rows of the longest table that are held at once.
const ROWS_HELD: usize = 4096;
/// Parts of a shard that are asked for in one call. They are in memory at the same time.
pub(crate) const PARTS_AT_ONCE: usize = 16;

impl<D: Dims> ZarrArray<D> {
    /// Reads into an array of the same shape. After an error, some of its elements may be new.
    ///
    /// # Errors
    ///
    /// If the shapes differ, T is not the type of the elements, the store fails, or a chunk is
    /// broken.
    pub fn read_into<T: Element, S: Write<Elem = T>>(
        &self,
        target: &mut Array<S, D>,
    ) -> Result<(), ZarrError> {
        let target = self.target(target)?;
        self.source
            .run(|| read(&self.source, &self.selection, target, false))
    }

    /// A target of the shape and the type of what is read.
    pub(crate) fn target<'t, T: Element, S: Write<Elem = T>>(
        &self,
        target: &'t mut Array<S, D>,
    ) -> Result<DynViewMut<'t, T>, ZarrError> {
        self.source.check::<T>(Access::Read)?;
        let target = target.view_mut().into_dyn();
        let (expected, rank) = (self.rank(), target.rank());
        if rank != expected {
            return Err(ShapeError::Axis(AxisError::RankMismatch { expected, rank }).into());
        }
        let mut axes = self.shape().iter().zip(target.shape()).enumerate();
        match axes.find(|(_, (expected, len))| expected != len) {
            Some((axis, (&expected, &len))) => Err(ShapeError::Axis(AxisError::LengthMismatch {
                axis,
                expected,
                len,
            })
            .into()),
            None => Ok(target),
        }
    }
}

impl<D: FromDyn> ZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, side by side, and no others.
    ///
    /// What lists select in an order that is not that of the chunks is read in theirs, and then
    /// copied once more.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a
    /// chunk is broken.
    pub fn read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let mut tensor = self.blank::<T>()?;
        let target = tensor.view_mut();
        self.source
            .run(|| read(&self.source, &self.selection, target, true))?;
        self.finished(tensor)
    }
}

/// Reads a selection into an array of the shape of its result. If that is `blank`, it holds zeros.
pub(crate) fn read<T: Element>(
    source: &OpenedArray<SyncStore>,
    selection: &Selection,
    mut out: DynViewMut<'_, T>,
    blank: bool,
) -> Result<(), ZarrError> {
    let (ordered, orders) = source.ordered(selection);
    if orders.are_kept() {
        return source.named(read_ordered(source, ordered, out, blank));
    }
    let mut own = memory::zeros(&ordered.shape)?;
    source.named(read_ordered(source, ordered, own.view_mut(), true))?;
    restored(&orders, &own, &mut out)
}

/// Copies what was read in the order of the chunks to its places.
pub(crate) fn restored<T: Element>(
    orders: &Orders,
    ordered: &DynTensor<T>,
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let (mut length, mut axes) = (1, vec![]);
    for (axis, &len) in ordered.shape().iter().enumerate().rev() {
        let places = orders.places(axis, len);
        axes.push(places.into_iter().map(|place| place * length).collect());
        length *= len;
    }
    axes.reverse();
    gather(
        &Offsets { base: 0, axes },
        ordered.as_slice().unwrap_or_default(),
        out,
    )
}

/// As [`read`], of what is in the order of the chunks, or nearly.
pub(crate) fn read_ordered<T: Element>(
    source: &OpenedArray<SyncStore>,
    selection: Selection,
    out: DynViewMut<'_, T>,
    blank: bool,
) -> Result<(), ZarrError> {
    let fill = Fill::of(&source.engine, blank)?;
    let reader = Reader {
        source,
        fill,
        failed: AtomicBool::new(false),
    };
    let chunks = ChunkedRegion::new(selection, &source.engine.grid(), ROWS_HELD)?;
    let each = |block: &ChunkBlock<'_>, out: DynViewMut<'_, T>| {
        reader.chunk(&chunks, &chunked_region::nth(block, 0), out)
    };
    chunks.divide(out, (1, &reader.failed), &each)
}

struct Reader<'e, T> {
    source: &'e OpenedArray<SyncStore>,
    fill: Fill<T>,
    failed: AtomicBool,
}

impl<T: Element> Reader<'_, T> {
    /// Reads what is selected of one chunk.
    fn chunk(
        &self,
        chunks: &ChunkedRegion<'_>,
        rows: &[&Row],
        mut out: DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        let piece = chunks.piece(rows);
        let chunk = block::numbers(&piece.chunk);
        let Some(sharding) = self.source.engine.sharding() else {
            let shape = self.source.engine.block(&chunk)?;
            return self.source.chunk(&chunk, 1, &mut |elements| {
                block::put(elements, &shape, &piece.selection, &self.fill, &mut out)
            });
        };
        let all = chunked_region::touches_all(&piece.selection, sharding.part());
        let Some(shard) = self.source.shard(&chunk, sharding, all, 1)? else {
            return self.fill.put(&piece.selection, &mut out);
        };
        let parts = ChunkedRegion::new(
            piece.selection,
            &chunked_region::regular(sharding.part()),
            usize::MAX,
        )?;
        let most = if shard.is_held() { 1 } else { PARTS_AT_ONCE };
        parts.divide(out, (most, &self.failed), &|block, out| {
            self.parts(&parts, &shard, block, out)
        })
    }

    /// Reads what is selected of some parts of a shard.
    fn parts(
        &self,
        parts: &ChunkedRegion<'_>,
        shard: &Shard,
        block: &ChunkBlock<'_>,
        out: DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        let numbers = 0..chunked_region::count(block);
        let numbers: Vec<(Vec<usize>, usize)> = numbers
            .map(|number| (parts.piece(&chunked_region::nth(block, number)).chunk, 1))
            .collect();
        let found = self.source.parts(shard, &numbers)?;
        parts.halve(block, out, (1, &self.failed), &|block, mut out| {
            let piece = parts.piece(&chunked_region::nth(block, 0));
            self.source
                .part(shard, &piece.chunk, &found, &mut |elements| {
                    block::put(
                        elements,
                        shard.part(),
                        &piece.selection,
                        &self.fill,
                        &mut out,
                    )
                })
        })
    }
}
