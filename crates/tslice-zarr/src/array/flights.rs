//! Stores that answer by futures: requests are under way at the same time, and threads decode what
//! comes.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use futures::StreamExt;
use futures::channel::oneshot;
use futures::stream::FuturesUnordered;
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StorageError, StoreKey};

use crate::array::OpenedArray;
use crate::array::stores::{Answers, Jobs, Store};
use crate::error::ZarrError;
use crate::store::{ALL_BYTES, AsyncStore};

impl Store for AsyncStore {
    /// Each of them is a request.
    const PARTS_AT_ONCE: usize = 1;

    async fn get(&self, key: &StoreKey, ranges: &[ByteRange]) -> Result<Answers, StorageError> {
        let ranges = match *ranges {
            [ALL_BYTES] => return Ok(self.readable.get(key).await?.map(|all| vec![Ok(all)])),
            _ => Box::new(ranges.iter().copied()),
        };
        Ok(match self.readable.get_partial_many(key, ranges).await? {
            Some(parts) => Some(parts.collect().await),
            None => None,
        })
    }

    async fn size(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.readable.size_key(key).await
    }

    fn is_writable(&self) -> bool {
        self.writable.is_some()
    }

    async fn put(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), StorageError> {
        let store = self.writable.as_ref().ok_or(StorageError::ReadOnly)?;
        match value {
            Some(value) => store.set(key, value).await,
            None => store.erase(key).await,
        }
    }
}

/// Runs a future for each job, at most `most` at a time, until one fails. A job may add jobs, which
/// run first.
pub(crate) async fn fly<'j, J, F: Future<Output = Result<Option<Jobs<'j, J>>, ZarrError>>>(
    most: usize,
    jobs: Jobs<'j, J>,
    run: impl Fn(J) -> F,
) -> Result<(), ZarrError> {
    let (mut open, mut flying) = (vec![jobs], FuturesUnordered::new());
    loop {
        while flying.len() < most
            && let Some(jobs) = open.last_mut()
        {
            match jobs.next() {
                Some(job) => flying.push(run(job)),
                None => _ = open.pop(),
            }
        }
        match flying.next().await {
            None => return Ok(()),
            Some(done) => open.extend(done?),
        }
    }
}

impl OpenedArray<AsyncStore> {
    /// Does some work on the threads of this array, so that the thread that polls is free. It is
    /// not begun if the future is dropped before.
    pub(crate) async fn aside<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, ZarrError> + Send + 'static,
    ) -> Result<R, ZarrError> {
        let (send, receive) = oneshot::channel();
        let work = move || {
            if !send.is_canceled() {
                // Nobody waits for the result if the future is dropped meanwhile.
                _ = send.send(catch_unwind(AssertUnwindSafe(work)));
            }
        };
        match &self.threads {
            Some(pool) => pool.spawn(work),
            None => rayon::spawn(work),
        }
        match receive.await {
            Ok(Ok(result)) => self.named(result),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(ZarrError::Threads(
                "the threads of the array have ended".to_owned(),
            )),
        }
    }
}
