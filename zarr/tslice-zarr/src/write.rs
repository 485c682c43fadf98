//! Writing: whole chunks without reading, others read and written.

use rayon::iter::{ParallelBridge, ParallelIterator};
use tslice::{Array, Dims, DynView, DynViewMut, Read, Slices};
use tslice_algebra::ChunkProjection;
use zarrs::storage::Bytes;

use crate::array::{OpenedArray, ZarrArray};
use crate::block;
use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::memory;
use crate::store::{ALL_BYTES, SyncStore};

impl<D: Dims> ZarrArray<D> {
    /// Writes values to what is selected. They broadcast to it by NumPy's rule.
    ///
    /// A chunk, or a shard, of which all elements are selected is written without being read. Others are read, changed and
    /// written, each as a whole. If two writers change one chunk at the same time, one of the changes may be lost: that is for
    /// the caller to order. If an error or the end of the program interrupts it, some chunks are new and the others are old; none
    /// is half written if the store replaces values at once, as object stores do, and as [`open`](crate::open) has directories do.
    ///
    /// # Errors
    ///
    /// If the array is open for reading alone, T is not the type of the elements, the values do not broadcast, the store fails,
    /// or a chunk that must be read is broken.
    pub fn assign<T: Element, S: Read<Elem = T>, E: Dims>(
        &self,
        values: &Array<S, E>,
    ) -> Result<(), ZarrError> {
        let values = self.fitted(values)?;
        let tables = self.region.chunks(&self.source.engine.grid())?;
        self.source.run(|| {
            tables.projections().par_bridge().try_for_each(|piece| write(&self.source, &piece, &values))
        })
    }

    /// Writes values to what a spec selects: [`assign`](Self::assign) to [`try_tslice`](Self::try_tslice).
    ///
    /// # Errors
    ///
    /// As both.
    pub fn tslice_assign<P: Slices<D>, T: Element, S: Read<Elem = T>, E: Dims>(
        &self,
        spec: P,
        values: &Array<S, E>,
    ) -> Result<(), ZarrError> {
        self.try_tslice(spec)?.assign(values)
    }
}

impl<D: Dims, K> ZarrArray<D, K> {
    /// Values of the type of the elements, broadcast to what is selected.
    pub(crate) fn fitted<'v, T: Element, S: Read<Elem = T>, E: Dims>(
        &self,
        values: &'v Array<S, E>,
    ) -> Result<DynView<'v, T>, ZarrError> {
        element::check::<T>(self.source.engine.data_type())?;
        Ok(values.view().into_dyn().try_broadcast_to(self.shape())?)
    }
}

/// Writes one chunk.
fn write<T: Element>(
    source: &OpenedArray<SyncStore>,
    piece: &ChunkProjection,
    values: &DynView<'_, T>,
) -> Result<(), ZarrError> {
    let key = source.engine.key(&block::numbers(&piece.chunk));
    let old = if piece.whole { None } else { source.store.fetch(&key, ALL_BYTES)? };
    let values = values.try_slice(piece.out.to_spec()?)?;
    source.store.keep(&key, changed(&*source.engine, piece, old, &values)?)
}

/// What a store keeps of a chunk whose old bytes were these, with the values in the part of it that is selected; `None` if it is not
/// kept, as all of it is the fill value.
pub(crate) fn changed<T: Element>(
    engine: &dyn Engine,
    piece: &ChunkProjection,
    old: Option<Bytes>,
    values: &DynView<'_, T>,
) -> Result<Option<Bytes>, ZarrError> {
    let chunk = block::numbers(&piece.chunk);
    let shape = engine.block(&chunk)?;
    let mut new = match old {
        None => {
            let mut new = memory::zeros::<T>(&shape)?;
            new.fill(element::of_bytes::<T>(engine.fill())?[0]);
            new.into_vec()
        }
        Some(bytes) => {
            let mut new = vec![];
            let done = engine.decode(&chunk, &bytes, &mut |elements| {
                new = element::of_bytes::<T>(elements)?.into_owned();
                Ok(())
            });
            done.map_err(|error| error.at(|| engine.key(&chunk)))?;
            new
        }
    };
    let (first, steps) = block::inside(&shape, piece.selection.axes(), &piece.selection.origins());
    let mut taken = DynViewMut::from_strided(&piece.selection.result_shape(), &steps, first, &mut new)?;
    taken.try_assign(values)?;
    engine.encode(&chunk, bytemuck::cast_slice(&new))
}
