//! Stores that answer by futures, behind a runtime of their own.

use std::sync::{Arc, OnceLock};

use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, ObjectStore};
use tokio::runtime::{Builder, Handle, Runtime};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::storage_adapter::async_to_sync::{AsyncToSyncBlockOn, AsyncToSyncStorageAdapter};
use zarrs::storage::{
    Bytes, MaybeBytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError,
    StoreKey, StorePrefix, WritableStorageTraits,
};
use zarrs_object_store::AsyncObjectStore;

use crate::error::ZarrError;

/// A store of [`object_store`] that `zarrs` can open arrays in, from threads that wait for its answers.
///
/// The adapter of `zarrs` asks for the size of a value before each read; this asks for bytes at once, so that each takes half the time.
pub struct Blocking<O> {
    store: Arc<O>,
    runtime: Handle,
    adapter: AsyncToSyncStorageAdapter<AsyncObjectStore<Arc<O>>, Wait>,
}

/// Waits for futures on a runtime that all stores share.
struct Wait(Handle);

impl AsyncToSyncBlockOn for Wait {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.0.block_on(future)
    }
}

/// Makes a store of [`object_store`] one that `zarrs` can open arrays in.
///
/// Call it, and what uses it, outside of asynchronous code: inside, a thread of the runtime would wait for itself.
///
/// # Errors
///
/// If there is no runtime, because the system gives no thread.
pub fn blocking<O: ObjectStore>(store: O) -> Result<Arc<Blocking<O>>, ZarrError> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let new = || {
        Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|error| error.to_string())
    };
    let runtime = match RUNTIME.get_or_init(new) {
        Ok(runtime) => runtime.handle().clone(),
        Err(error) => return Err(ZarrError::Threads(error.clone())),
    };
    let store = Arc::new(store);
    let inner = Arc::new(AsyncObjectStore::new(store.clone()));
    let adapter = AsyncToSyncStorageAdapter::new(inner, Wait(runtime.clone()));
    Ok(Arc::new(Blocking { store, runtime, adapter }))
}

impl<O: ObjectStore> Blocking<O> {
    /// One request for some bytes; `None` if the store has no such requests.
    fn ask(&self, key: &StoreKey, range: ByteRange) -> Result<Option<MaybeBytes>, StorageError> {
        let (asked, expected) = match range {
            ByteRange::FromStart(0, None) => (None, None),
            ByteRange::FromStart(first, None) => (Some(GetRange::Offset(first)), None),
            ByteRange::FromStart(first, Some(count)) => match first.checked_add(count) {
                Some(end) if count > 0 => (Some(GetRange::Bounded(first..end)), Some(count)),
                _ => return Ok(None),
            },
            ByteRange::Suffix(count) => (Some(GetRange::Suffix(count)), Some(count)),
        };
        let path = Path::from(key.as_str());
        let options = GetOptions { range: asked, ..GetOptions::default() };
        let answer = self.runtime.block_on(async {
            match self.store.get_opts(&path, options).await {
                Ok(answer) => answer.bytes().await,
                Err(error) => Err(error),
            }
        });
        match answer {
            Ok(bytes) if expected.is_none_or(|count| count == bytes.len() as u64) => Ok(Some(Some(bytes))),
            Ok(bytes) => Err(StorageError::Other(format!("the store sent {} bytes", bytes.len()))),
            Err(Error::NotFound { .. }) => Ok(Some(None)),
            Err(Error::NotSupported { .. } | Error::NotImplemented { .. }) => Ok(None),
            Err(error) => Err(StorageError::Other(error.to_string())),
        }
    }
}

impl<O: ObjectStore> ReadableStorageTraits for Blocking<O> {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        let ranges: Vec<ByteRange> = ranges.collect();
        if let &[range] = &ranges[..]
            && let Some(answer) = self.ask(key, range)?
        {
            return Ok(answer.map(|bytes| Box::new(std::iter::once(Ok(bytes))) as Box<_>));
        }
        self.adapter.get_partial_many(key, Box::new(ranges.into_iter()))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.adapter.size_key(key)
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

impl<O: ObjectStore> WritableStorageTraits for Blocking<O> {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        self.adapter.set(key, value)
    }

    fn set_partial_many(&self, key: &StoreKey, values: OffsetBytesIterator) -> Result<(), StorageError> {
        self.adapter.set_partial_many(key, values)
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.adapter.erase(key)
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.adapter.erase_prefix(prefix)
    }

    fn supports_set_partial(&self) -> bool {
        self.adapter.supports_set_partial()
    }
}
