//! Writing to a store that answers by futures.

use tslice::{Dims, Slices, traits::AsView, traits::Picks};

use crate::array::async_open::AsyncZarrArray;
use crate::array::block;
use crate::array::flights::fly;
use crate::array::write::{changed, values_of};
use crate::element::Element;
use crate::error::ZarrError;
use crate::memory;
use crate::selection::chunked_region::ChunkedRegion;
use crate::selection::cut::Piece;
use crate::store::ALL_BYTES;

impl<D: Dims> AsyncZarrArray<D> {
    /// Writes values to what is selected, as [`assign`](crate::ZarrArray::assign) does, with
    /// [`with_requests`](Self::with_requests) chunks under way at a time. If the future is dropped,
    /// some chunks are new and the others are old.
    ///
    /// # Errors
    ///
    /// If the array was opened for reading only, T is not the type of the elements, the values do
    /// not broadcast, the store fails, or a chunk that must be read is broken.
    pub async fn async_assign<T: Element, I>(
        &self,
        values: impl AsView<T, I>,
    ) -> Result<(), ZarrError> {
        let (values, is_writable) = (values.as_view(), self.source.store.writable.is_some());
        let (selection, values) = self.fitted(&values, is_writable)?;
        let values = values.broadcast(&selection)?;
        let chunks = ChunkedRegion::lazy(selection, &self.source.engine.grid())?;
        let source = &self.source;
        let run = async |piece: Piece| {
            let key = source.engine.key(&block::numbers(&piece.chunk));
            let _changing = source.label.writes().async_changing(&key).await;
            let old = if piece.whole {
                None
            } else {
                source.store.fetch(&key, ALL_BYTES).await?
            };
            // Threads that decode outlive a future that is dropped, so they have values of their
            // own.
            let values = values_of(&piece, &values);
            let mut own = memory::zeros::<T>(values.shape())?;
            own.try_assign(&values)?;
            let target = source.clone();
            let new = source
                .aside(move || changed(&target, &piece, old, &own.view()))
                .await?;
            source.store.keep(&key, new).await?;
            Ok(None::<std::iter::Empty<Piece>>)
        };
        fly(source.store.requests, chunks.pieces(), run).await
    }

    /// Writes values to what a spec selects: [`async_assign`](Self::async_assign) to
    /// [`try_tslice`](crate::ZarrArray::try_tslice).
    ///
    /// # Errors
    ///
    /// As both.
    pub async fn async_tslice_assign<P: Slices<D>, T: Element, I>(
        &self,
        spec: P,
        values: impl AsView<T, I>,
    ) -> Result<(), ZarrError> {
        self.try_tslice(spec)?.async_assign(values).await
    }

    /// Writes values to what a spec with lists selects: [`async_assign`](Self::async_assign) to
    /// [`try_tpick`](crate::ZarrArray::try_tpick).
    ///
    /// # Errors
    ///
    /// As both.
    pub async fn async_tpick_assign<P: Picks<D>, T: Element, I>(
        &self,
        spec: P,
        values: impl AsView<T, I>,
    ) -> Result<(), ZarrError> {
        self.try_tpick(spec)?.async_assign(values).await
    }
}
