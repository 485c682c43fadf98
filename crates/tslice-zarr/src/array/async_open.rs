//! Arrays in stores that answer by futures.

use std::sync::Arc;

use tslice::{Dims, Dyn};
use zarrs::array::Array;
use zarrs::storage::{
    AsyncReadableStorageTraits, AsyncReadableWritableStorageTraits, AsyncWritableStorageTraits,
};

use crate::array::ZarrArray;
use crate::array::open::named;
use crate::error::ZarrError;
use crate::store::{AsyncStore, Label};

/// A [`ZarrArray`] in a store that answers by futures. It is sliced alike; what asks the store is
/// `async`: [`async_read`](Self::async_read), [`async_assign`](Self::async_assign),
/// [`async_cost`](Self::async_cost).
///
/// ```
/// use std::sync::Arc;
/// use tslice::{Tensor, s};
/// use tslice_zarr::ZarrArray;
/// use zarrs::array::{ArrayBuilder, data_type};
///
/// # #[cfg(feature = "object-store")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = tslice_zarr::ranged(object_store::memory::InMemory::new());
/// let array = ArrayBuilder::new(vec![4, 6], [2, 3], data_type::uint16(), 7_u16).build(store, "/")?;
/// let a = ZarrArray::async_writable(&array)?.into_rank::<2>()?.with_requests(32);
/// a.async_tslice_assign(s![1], &Tensor::from([0_u16, 1, 2, 3, 4, 5])).await?;
///
/// let part = a.tslice(s![:2, ::-2]);
/// let t: Tensor<u16, 2> = part.async_read().await?;
/// assert_eq!(t, [[7, 7, 7], [5, 3, 1]]);
/// # Ok(())
/// # })
/// # }
/// # #[cfg(not(feature = "object-store"))]
/// # fn main() {}
/// ```
pub type AsyncZarrArray<D = Dyn> = ZarrArray<D, AsyncStore>;

/// Requests that are under way at the same time without a call of `with_requests`.
const REQUESTS: usize = 64;

impl AsyncZarrArray {
    /// An array of `zarrs`, for reading: of [`Array::async_open`].
    ///
    /// # Errors
    ///
    /// As [`readable`](ZarrArray::readable).
    pub fn async_readable<S: ?Sized + AsyncReadableStorageTraits + 'static>(
        array: &Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::async_of(array, &named(array), None)
    }

    /// An array of `zarrs`, for reading and writing.
    ///
    /// # Errors
    ///
    /// As [`readable`](ZarrArray::readable).
    pub fn async_writable<S: ?Sized + AsyncReadableWritableStorageTraits + 'static>(
        array: &Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::async_of(array, &named(array), Some(Arc::new(array.storage())))
    }

    pub(crate) fn async_of<S: ?Sized + AsyncReadableStorageTraits + 'static>(
        array: &Array<S>,
        label: &Arc<Label>,
        writable: Option<Arc<dyn AsyncWritableStorageTraits>>,
    ) -> Result<Self, ZarrError> {
        let store = AsyncStore {
            readable: Arc::new(array.storage()),
            writable,
            requests: REQUESTS,
        };
        Self::open(array, label.clone(), store)
    }
}

impl<D: Dims> AsyncZarrArray<D> {
    /// The same array, of which as many requests are under way at the same time: 64 without this,
    /// and at least one. Each holds one chunk, or one part of a shard, encoded and then decoded,
    /// until it is copied to its place.
    #[must_use]
    pub fn with_requests(self, requests: usize) -> Self {
        self.changed(|source| source.store.requests = requests.max(1))
    }
}
