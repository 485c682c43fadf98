//! Writing to a store that answers by futures.

use tslice::{Dims, Slices, traits::AsView, traits::Picks};

use crate::array::async_open::AsyncZarrArray;
use crate::array::flights::fly;
use crate::array::write::{changed, old, values_of};
use crate::element::Element;
use crate::error::ZarrError;
use crate::memory;
use crate::selection::cut::{Piece, Pieces};

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
        let (values, mut taken) = (values.as_view(), None);
        let (selection, values) = self.fitted(&values, &mut taken)?;
        let values = values.try_broadcast_to(&selection.shape[..])?;
        let source = &self.source;
        let write = async |piece: Piece| {
            let key = source.engine.key(&piece.chunk);
            let _changing = source.label.writes.async_changing(&key).await;
            let old = old(source, &key, &piece).await?;
            // Threads that decode outlive a future that is dropped, so they have values of their
            // own.
            let own = memory::copied(&values_of(&piece, &values)?)?;
            let target = source.clone();
            let work = move || changed(&target, &piece, old, &own.view());
            source.put(&key, source.aside(work).await?).await?;
            Ok(None)
        };
        let pieces = Pieces::new(selection, &source.engine.grid());
        fly(source.store.requests, Box::new(pieces), write).await
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
