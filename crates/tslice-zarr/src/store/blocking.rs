//! Stores of `object_store` for threads that wait.

use std::sync::{Arc, OnceLock};

use object_store::ObjectStore;
use tokio::runtime::{Builder, Runtime};
use zarrs::storage::byte_range::ByteRangeIterator;
use zarrs::storage::storage_adapter::async_to_sync::{
    AsyncToSyncBlockOn, AsyncToSyncStorageAdapter,
};
use zarrs::storage::{
    Bytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};

use crate::error::ZarrError;
use crate::store::Target;
use crate::store::remote::{Ranged, ranged};
use crate::store::urls::Behind;

/// A store of [`object_store`] that `zarrs` can open arrays in, from threads that wait for its
/// answers: [`Ranged`] with a runtime.
pub struct Blocking<O> {
    sync: AsyncToSyncStorageAdapter<Ranged<O>, Wait>,
    store: Arc<Ranged<O>>,
    runtime: &'static Runtime,
    is_listed: bool,
}

/// Waits for futures on a runtime that all stores share.
struct Wait(&'static Runtime);

impl AsyncToSyncBlockOn for Wait {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.0.block_on(future)
    }
}

/// Makes a store of [`object_store`] one that `zarrs` can open arrays in, from threads that wait
/// for its answers.
///
/// Call it, and what uses it, outside of asynchronous code: inside, a thread of the runtime would
/// wait for itself. There, [`ranged`] is the one to use.
///
/// # Errors
///
/// If the runtime cannot start, because the system refuses a thread.
pub fn blocking<O: ObjectStore>(store: O) -> Result<Arc<Blocking<O>>, ZarrError> {
    of_store(store, true)
}

/// As [`blocking`], of a store that lists its keys, or of one that does not.
pub(crate) fn of_store<O: ObjectStore>(
    store: O,
    is_listed: bool,
) -> Result<Arc<Blocking<O>>, ZarrError> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let new = || {
        Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())
    };
    let runtime = RUNTIME.get_or_init(new).as_ref();
    let runtime = runtime.map_err(|error| ZarrError::Threads(error.clone()))?;
    let store = ranged(store);
    let sync = AsyncToSyncStorageAdapter::new(store.clone(), Wait(runtime));
    Ok(Arc::new(Blocking {
        sync,
        store,
        runtime,
        is_listed,
    }))
}

impl<O: ObjectStore> Blocking<O> {
    /// As [`Ranged::arrays_below`]; `None` if the store does not list keys.
    pub(crate) fn arrays_below(&self) -> Option<Vec<String>> {
        if self.is_listed {
            self.runtime.block_on(self.store.arrays_below())
        } else {
            None
        }
    }
}

impl<O: ObjectStore> ReadableStorageTraits for Blocking<O> {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        self.sync.get_partial_many(key, ranges)
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.sync.size_key(key)
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

impl Target for Blocking<Behind> {
    fn has_key(
        &self,
        folder: &str,
        is_it: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<bool>, StorageError> {
        if !self.is_listed {
            return Ok(None);
        }
        let found = self.runtime.block_on(self.store.has_key(folder, is_it));
        found
            .map(Some)
            .map_err(|error| StorageError::Other(error.to_string()))
    }
}

impl<O: ObjectStore> WritableStorageTraits for Blocking<O> {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        self.sync.set(key, value)
    }

    fn set_partial_many(
        &self,
        key: &StoreKey,
        values: OffsetBytesIterator,
    ) -> Result<(), StorageError> {
        self.sync.set_partial_many(key, values)
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.sync.erase(key)
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.sync.erase_prefix(prefix)
    }

    fn supports_set_partial(&self) -> bool {
        self.sync.supports_set_partial()
    }
}
