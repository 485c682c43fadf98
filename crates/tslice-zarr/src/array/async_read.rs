//! Reads from a store that answers by futures.

use std::slice::from_ref;
use std::sync::{Arc, Mutex, PoisonError};

use tslice::{Array, Dims, Owned};

use crate::array::async_open::AsyncZarrArray;
use crate::array::flights::fly;
use crate::array::read::restored;
use crate::array::reader::{Job, Output, Reader};
use crate::array::touched::cost;
use crate::cost::Cost;
use crate::element::Element;
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::selection::cut::Piece;

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
        let mut all = Self::async_read_many(from_ref(self)).await?;
        Ok(all.remove(0))
    }

    /// Reads many selections: each chunk of which one of them has something is asked for and
    /// decoded once, as [`read_many`](crate::read_many) has it.
    ///
    /// # Errors
    ///
    /// As [`async_read`](Self::async_read), for any of them.
    pub async fn async_read_many<T: Element>(
        selections: &[Self],
    ) -> Result<Vec<Array<Owned<T>, D>>, ZarrError> {
        let (mut plans, mut outputs, mut all) = (vec![], vec![], vec![]);
        for plan in selections {
            let (ordered, orders) = plan.source.ordered(&plan.selection);
            outputs.push(Output::of(plan.blank::<T>()?));
            plans.push((&plan.source, ordered));
            all.push(orders);
        }
        let Some(Self { source: first, .. }) = selections.first() else {
            return Ok(vec![]);
        };
        let (reader, jobs) = Reader::new(plans, outputs, true)?;
        let reader = Arc::new(reader);
        let run = async |job: Job| {
            let (fetched, reader) = (reader.fetched(&job).await?, reader.clone());
            first.aside(move || reader.placed(job, fetched)).await
        };
        fly(first.store.requests, jobs, run).await?;
        // The threads have dropped it with their work.
        let tensors = Arc::into_inner(reader)
            .into_iter()
            .flat_map(Reader::results);
        let mut results = vec![];
        for ((plan, orders), mut tensor) in selections.iter().zip(all).zip(tensors) {
            if !orders.are_kept() {
                let work = move || {
                    let mut out = memory::zeros(tensor.shape())?;
                    restored(&orders, &tensor, &mut out.view_mut())?;
                    Ok(out)
                };
                tensor = plan.source.aside(work).await?;
            }
            results.push(D::from_dyn(tensor)?);
        }
        Ok(results)
    }
}

impl<D: Dims> AsyncZarrArray<D> {
    /// As [`cost`](crate::ZarrArray::cost).
    ///
    /// # Errors
    ///
    /// If the store fails, or an index is broken.
    pub async fn async_cost(&self) -> Result<Cost, ZarrError> {
        let (pieces, all) = (self.source.pieces(&self.selection), Mutex::default());
        let run = async |piece: Piece| {
            let cost = self.source.named(cost(&self.source, piece).await)?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            *all = *all + cost;
            Ok(None)
        };
        fly(self.source.store.requests, Box::new(pieces), run).await?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
