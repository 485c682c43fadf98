//! How arrays ask their stores: by futures, which are ready at once where calls of the store return
//! when it has answered. So what is asked for, and what it means, is written once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StorageError, StoreKey};

use crate::array::OpenedArray;
use crate::error::ZarrError;
use crate::memory::UNQUESTIONED;
use crate::store::{ALL_BYTES, SyncStore, counted};

/// What a store has of a value: an answer for each range of bytes.
pub(crate) type Answers = Option<Vec<Result<Bytes, StorageError>>>;

/// A store that is asked by futures.
pub(crate) trait Store {
    /// Parts of a shard that are asked for in one call. They are in memory at the same time.
    const PARTS_AT_ONCE: usize;

    async fn get(&self, key: &StoreKey, ranges: &[ByteRange]) -> Result<Answers, StorageError>;

    async fn size(&self, key: &StoreKey) -> Result<Option<u64>, StorageError>;

    fn is_writable(&self) -> bool;

    /// Writes a value, or erases it.
    async fn put(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), StorageError>;
}

/// The result of a future that is never pending, as that of a [`SyncStore`] is.
pub(crate) fn now<R>(future: impl Future<Output = Result<R, ZarrError>>) -> Result<R, ZarrError> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(ZarrError::Threads("the store has not answered".to_owned())),
    }
}

/// What a store answers; an error if it panics, as some do that are asked for more bytes than a
/// value has.
pub(crate) async fn unbroken<R>(
    answer: impl Future<Output = Result<R, StorageError>>,
) -> Result<R, StorageError> {
    let mut answer = pin!(answer);
    let poll = |context: &mut Context<'_>| {
        let poll = AssertUnwindSafe(|| answer.as_mut().poll(context));
        catch_unwind(poll).unwrap_or_else(|_| {
            let why = "the store does not have these bytes".to_owned();
            Poll::Ready(Err(StorageError::Other(why)))
        })
    };
    std::future::poll_fn(poll).await
}

impl<S: Store> OpenedArray<S> {
    /// A range of bytes of a value; `None` if the value does not exist.
    pub(crate) async fn fetch(
        &self,
        key: &StoreKey,
        range: ByteRange,
    ) -> Result<Option<Bytes>, ZarrError> {
        let bytes = self.fetch_many(key, &[range]).await?;
        Ok(bytes.and_then(|mut bytes| bytes.pop()))
    }

    /// As many ranges of a value, in one call.
    pub(crate) async fn fetch_many(
        &self,
        key: &StoreKey,
        ranges: &[ByteRange],
    ) -> Result<Option<Vec<Bytes>>, ZarrError> {
        if counted(ranges) > UNQUESTIONED {
            let first = ByteRange::FromStart(0, Some(1));
            match self.size(key).await? {
                Some(size) => self.label.check(key, ranges, size)?,
                // Some stores have no size for a value that they cannot access: a read tells.
                None if self.ask(key, &[first]).await?.is_none() => return Ok(None),
                None => {}
            }
        }
        self.ask(key, ranges).await
    }

    async fn ask(
        &self,
        key: &StoreKey,
        ranges: &[ByteRange],
    ) -> Result<Option<Vec<Bytes>>, ZarrError> {
        let first = ranges.first().copied().unwrap_or(ALL_BYTES);
        let answer = unbroken(self.store.get(key, ranges)).await;
        let Some(parts) = answer.map_err(|error| self.label.unread(key, first, &error))? else {
            self.label.came(None);
            return Ok(None);
        };
        let (mut parts, mut all) = (parts.into_iter(), Vec::with_capacity(ranges.len()));
        for &range in ranges {
            let nothing = || Err(StorageError::Other("the store sent nothing".to_owned()));
            let part = parts.next().unwrap_or_else(nothing);
            let part = part.map_err(|error| self.label.unread(key, range, &error))?;
            self.label.came(Some(&part));
            all.push(part);
        }
        Ok(Some(all))
    }

    /// The size of a value; `None` if the value does not exist.
    pub(crate) async fn size(&self, key: &StoreKey) -> Result<Option<u64>, ZarrError> {
        let size = unbroken(self.store.size(key)).await;
        size.map_err(|error| self.label.failed(key, "the size", &error))
    }

    /// Writes a value, or erases it.
    pub(crate) async fn put(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), ZarrError> {
        let what = match &value {
            Some(value) => format!("writing {} bytes", value.len()),
            None => "erasing".to_owned(),
        };
        let _writing = self.label.writes.writing(key);
        let done = self.store.put(key, value).await;
        done.map_err(|error| self.label.failed(key, &what, &error))
    }
}

/// Jobs that are given to threads together.
const JOBS_AT_ONCE: usize = 512;

impl Store for SyncStore {
    const PARTS_AT_ONCE: usize = 16;

    async fn get(&self, key: &StoreKey, ranges: &[ByteRange]) -> Result<Answers, StorageError> {
        Ok(match ranges {
            [ALL_BYTES] => self.readable.get(key)?.map(|all| vec![Ok(all)]),
            ranges => {
                let ranges = Box::new(ranges.iter().copied());
                let parts = self.readable.get_partial_many(key, ranges)?;
                parts.map(Iterator::collect)
            }
        })
    }

    async fn size(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.readable.size_key(key)
    }

    fn is_writable(&self) -> bool {
        self.writable.is_some()
    }

    async fn put(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), StorageError> {
        let store = self.writable.as_ref().ok_or(StorageError::ReadOnly)?;
        match value {
            Some(value) => store.set(key, value),
            None => store.erase(key),
        }
    }
}

/// What is still to be done.
pub(crate) type Jobs<'j, J> = Box<dyn Iterator<Item = J> + Send + 'j>;

/// Runs a function for each job, side by side, until one fails. A job may add jobs. One that is
/// alone stays on this thread.
pub(crate) fn each<'j, J: Send>(
    mut jobs: Jobs<'j, J>,
    run: &(impl Fn(J) -> Result<Option<Jobs<'j, J>>, ZarrError> + Sync),
) -> Result<(), ZarrError> {
    let one = |job| run(job)?.map_or(Ok(()), |more| each(more, run));
    loop {
        let batch: Vec<J> = jobs.by_ref().take(JOBS_AT_ONCE).collect();
        match batch.len() {
            0 => return Ok(()),
            1 => batch.into_iter().try_for_each(one)?,
            _ => batch.into_par_iter().try_for_each(one)?,
        }
    }
}
