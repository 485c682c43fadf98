//! Writing: whole chunks without reading, others read and written.

use std::borrow::Cow;

use tslice::{Array, Dims, DynTensor, DynView, Read, Slices, traits::AsView, traits::Picks};
use tslice_core::__ops::layout;
use zarrs::storage::{Bytes, StoreKey};

use crate::array::block::{self, Fill};
use crate::array::stores::{Store, each, now};
use crate::array::{OpenedArray, ZarrArray};
use crate::element::{self, Element};
use crate::error::ZarrError;
use crate::memory;
use crate::selection::Selection;
use crate::selection::cut::{Piece, Pieces};
use crate::store::ALL_BYTES;

impl<D: Dims> ZarrArray<D> {
    /// Writes values to what is selected: arrays, lists, or a number, as
    /// [`Array::assign`](tslice::Array::assign) takes them. They broadcast alike. For arrays within
    /// arrays, name the type of the elements: `a.assign::<i32, _>([[1, 2], [3, 4]])`. Of an element
    /// that lists select more than once, the last value in row-major order stays.
    ///
    /// A chunk, or a shard, of which all elements are selected is written without being read.
    /// Others are read, changed and written, each as a whole, by one thread of this process at a
    /// time: threads that write disjoint elements lose nothing. If two processes change one chunk,
    /// or one shard, at the same time, one of the changes may be lost: that is for the caller to
    /// order, as it is between code that blocks and code that awaits. If an error
    /// or the end of the program interrupts it, some chunks are new and the others are old; none is
    /// half written if the store replaces values at once, as object stores do, and as
    /// [`open`](crate::open) has directories do.
    ///
    /// # Errors
    ///
    /// If the array was opened for reading only, T is not the type of the elements, the values do
    /// not broadcast, the store fails, or a chunk that must be read is broken.
    pub fn assign<T: Element, I>(&self, values: impl AsView<T, I>) -> Result<(), ZarrError> {
        let (values, mut taken) = (values.as_view(), None);
        let (selection, values) = self.fitted(&values, &mut taken)?;
        let values = values.try_broadcast_to(&selection.shape[..])?;
        let source = &self.source;
        let write = |piece: Piece| {
            let key = source.engine.key(&piece.chunk);
            let _changing = source.label.writes.changing(&key);
            let old = now(old(source, &key, &piece))?;
            let new = changed(source, &piece, old, &values_of(&piece, &values)?);
            now(source.put(&key, source.named(new)?))?;
            Ok(None)
        };
        let pieces = Pieces::new(selection, &source.engine.grid());
        source.run(|| each(Box::new(pieces), &write))
    }

    /// Writes values to what a spec selects: [`assign`](Self::assign) to
    /// [`try_tslice`](Self::try_tslice).
    ///
    /// # Errors
    ///
    /// As both.
    pub fn tslice_assign<P: Slices<D>, T: Element, I>(
        &self,
        spec: P,
        values: impl AsView<T, I>,
    ) -> Result<(), ZarrError> {
        self.try_tslice(spec)?.assign(values)
    }

    /// Writes values to what a spec with lists selects: [`assign`](Self::assign) to
    /// [`try_tpick`](Self::try_tpick).
    ///
    /// # Errors
    ///
    /// As both.
    pub fn tpick_assign<P: Picks<D>, T: Element, I>(
        &self,
        spec: P,
        values: impl AsView<T, I>,
    ) -> Result<(), ZarrError> {
        self.try_tpick(spec)?.assign(values)
    }
}

impl<D: Dims, K> ZarrArray<D, K> {
    /// The selection in the order of the chunks, and values of the type of the elements for it,
    /// which broadcast to it: those of `taken` if that is another order. Whatever can be wrong
    /// before a chunk is read or written is an error here.
    pub(crate) fn fitted<'v, T: Element, S: Read<Elem = T>, E: Dims>(
        &self,
        values: &'v Array<S, E>,
        taken: &'v mut Option<DynTensor<T>>,
    ) -> Result<(Selection, DynView<'v, T>), ZarrError>
    where
        K: Store,
    {
        if !self.source.store.is_writable() {
            return Err(ZarrError::ReadOnly);
        }
        self.source.check::<T>(true)?;
        let values = values.view().into_dyn();
        let dropped = layout::assignable(values.shape(), self.shape())?;
        let values = values.reshape(&values.shape()[dropped..]);
        let (selection, orders) = self.source.ordered(&self.selection);
        for (axis, order) in orders.axes() {
            // Missing axes, and axes of one position, have the same values in any order.
            let own = (axis + values.rank()).checked_sub(self.rank());
            if let Some(axis) = own.filter(|&axis| values.shape()[axis] > 1) {
                let values = taken.as_ref().map_or(values.view(), DynTensor::view);
                *taken = Some(values.try_take(axis, &order)?);
            }
        }
        Ok((selection, taken.as_ref().map_or(values, DynTensor::view)))
    }
}

/// The old bytes of a chunk, if some of it stays.
pub(crate) async fn old<S: Store>(
    source: &OpenedArray<S>,
    key: &StoreKey,
    piece: &Piece,
) -> Result<Option<Bytes>, ZarrError> {
    match piece.selection.is_all() {
        true => Ok(None),
        false => source.fetch(key, ALL_BYTES).await,
    }
}

/// The values for a piece.
pub(crate) fn values_of<'v, T>(
    piece: &Piece,
    values: &'v DynView<'_, T>,
) -> Result<DynView<'v, T>, ZarrError> {
    Ok(values.try_slice(block::bounds(&piece.out))?)
}

/// What a store keeps of a chunk whose old bytes were these, with the values in the part of it that
/// is selected; `None` if it is not kept, as all of it is the fill value.
pub(crate) fn changed<T: Element, S>(
    source: &OpenedArray<S>,
    piece: &Piece,
    old: Option<Bytes>,
    values: &DynView<'_, T>,
) -> Result<Option<Bytes>, ZarrError> {
    let (engine, chunk) = (&source.engine, &piece.chunk);
    let shape = engine.block(chunk);
    let mut new = match old {
        None => {
            let mut new = memory::zeros::<T>(&shape)?;
            Fill::of(engine, true)?.put(&Selection::whole(&shape), &mut new.view_mut())?;
            new.into_vec()
        }
        Some(bytes) => {
            let elements = engine.decode(chunk, &bytes)?;
            let new = element::of_bytes::<T>(&elements).map(Cow::into_owned);
            new.map_err(|error| error.at(&engine.key(chunk)))?
        }
    };
    block::take(values, &shape, &piece.selection, &mut new)?;
    engine.encode(chunk, bytemuck::cast_slice(&new), source.is_complete)
}
