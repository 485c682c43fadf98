//! Stores of `object_store` for threads that wait.

use std::sync::{Arc, OnceLock};

use object_store::ObjectStore;
use tokio::runtime::{Builder, Runtime};
use zarrs::storage::storage_adapter::async_to_sync::{
    AsyncToSyncBlockOn, AsyncToSyncStorageAdapter,
};

use crate::error::ZarrError;
use crate::store::remote::Ranged;

/// A store of [`object_store`] that `zarrs` can open arrays in, from threads that wait for its
/// answers: [`Ranged`] with a runtime, which all stores share.
pub type Blocking<O> = AsyncToSyncStorageAdapter<Ranged<O>, Waiting>;

/// The runtime in which stores are asked.
pub struct Waiting(pub(crate) &'static Runtime);

impl Waiting {
    /// The runtime that all stores share.
    pub(crate) fn start() -> Result<Self, ZarrError> {
        static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
        let new = || {
            let mut threads = Builder::new_multi_thread();
            let runtime = threads.worker_threads(2).enable_all().build();
            runtime.map_err(|error| error.to_string())
        };
        match RUNTIME.get_or_init(new) {
            Ok(runtime) => Ok(Self(runtime)),
            Err(error) => Err(ZarrError::Threads(error.clone())),
        }
    }
}

impl AsyncToSyncBlockOn for Waiting {
    fn block_on<F: Future>(&self, answer: F) -> F::Output {
        self.0.block_on(answer)
    }
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
    waiting(&Arc::new(Ranged::new(store, true)))
}

/// As [`blocking`].
pub(crate) fn waiting<O>(store: &Arc<Ranged<O>>) -> Result<Arc<Blocking<O>>, ZarrError> {
    let runtime = Waiting::start()?;
    Ok(Arc::new(Blocking::new(store.clone(), runtime)))
}
