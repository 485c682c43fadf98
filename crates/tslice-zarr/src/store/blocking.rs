//! Stores of `object_store` for threads that wait.

use std::sync::{Arc, OnceLock};

use object_store::ObjectStore;
use tokio::runtime::{Builder, Runtime};
use zarrs::storage::byte_range::ByteRangeIterator;
use zarrs::storage::{
    AsyncReadableStorageTraits, AsyncWritableStorageTraits, Bytes, MaybeBytesIterator,
    OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey, StorePrefix,
    WritableStorageTraits,
};

use crate::error::ZarrError;
use crate::store::Target;
use crate::store::remote::Ranged;
use crate::store::urls::Behind;

/// A store of [`object_store`] that `zarrs` can open arrays in, from threads that wait for its
/// answers: [`Ranged`] with a runtime, which all stores share.
pub struct Blocking<O> {
    store: Ranged<O>,
    runtime: &'static Runtime,
}

/// Makes a store of [`object_store`] one that `zarrs` can open arrays in, from threads that wait
/// for its answers.
///
/// Call it, and what uses it, outside of asynchronous code: inside, a thread of the runtime would
/// wait for itself. There, [`ranged`](crate::ranged) is the one to use.
///
/// # Errors
///
/// If the runtime cannot start, because the system refuses a thread.
pub fn blocking<O: ObjectStore>(store: O) -> Result<Arc<Blocking<O>>, ZarrError> {
    waiting(Ranged::new(store, true))
}

/// As [`blocking`].
pub(crate) fn waiting<O: ObjectStore>(store: Ranged<O>) -> Result<Arc<Blocking<O>>, ZarrError> {
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
    Ok(Arc::new(Blocking { store, runtime }))
}

impl<O: ObjectStore> Blocking<O> {
    fn wait<R>(&self, answer: impl Future<Output = R>) -> R {
        self.runtime.block_on(answer)
    }

    /// As [`Ranged::arrays_below`].
    pub(crate) fn arrays_below(&self) -> Option<Vec<String>> {
        self.wait(self.store.arrays_below())
    }
}

impl<O: ObjectStore> ReadableStorageTraits for Blocking<O> {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        match self.wait(self.store.parts(key, ranges)) {
            Some(parts) => Ok(Some(Box::new(parts.into_iter()))),
            None => Ok(None),
        }
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.wait(self.store.size_key(key))
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
        let found = self.wait(self.store.has_key(folder, is_it));
        found.map_err(|error| StorageError::Other(error.to_string()))
    }
}

impl<O: ObjectStore> WritableStorageTraits for Blocking<O> {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        self.wait(self.store.set(key, value))
    }

    fn set_partial_many(
        &self,
        key: &StoreKey,
        values: OffsetBytesIterator,
    ) -> Result<(), StorageError> {
        self.wait(self.store.set_partial_many(key, values))
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.wait(self.store.erase(key))
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.wait(self.store.erase_prefix(prefix))
    }

    fn supports_set_partial(&self) -> bool {
        false
    }
}
