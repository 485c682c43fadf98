//! Stores that answer by futures, behind a runtime of their own.

use std::sync::{Arc, OnceLock};

use object_store::ObjectStore;
use tokio::runtime::{Builder, Handle, Runtime};
use zarrs::storage::storage_adapter::async_to_sync::{AsyncToSyncBlockOn, AsyncToSyncStorageAdapter};
use zarrs_object_store::AsyncObjectStore;

use crate::error::ZarrError;

/// A store of [`object_store`] that `zarrs` can open arrays in, from threads that wait for its answers.
pub type Blocking<O> = AsyncToSyncStorageAdapter<AsyncObjectStore<O>, Wait>;

/// Waits for futures on a runtime that all stores share.
pub struct Wait(Handle);

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
    match RUNTIME.get_or_init(new) {
        Ok(runtime) => {
            let wait = Wait(runtime.handle().clone());
            Ok(Arc::new(AsyncToSyncStorageAdapter::new(Arc::new(AsyncObjectStore::new(store)), wait)))
        }
        Err(error) => Err(ZarrError::Threads(error.clone())),
    }
}
