//! Stores that answer by futures.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{
    AsyncReadableStorageTraits, AsyncWritableStorageTraits, Bytes, StorageError, StoreKey,
};

use crate::error::ZarrError;
use crate::store::{ALL_BYTES, FIRST_BYTE, Label, is_questioned, panicked};

/// What a store answers; an error if it panics.
pub(crate) async fn unbroken<R>(
    answer: impl Future<Output = Result<R, StorageError>>,
) -> Result<R, StorageError> {
    AssertUnwindSafe(answer)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(panicked()))
}

/// A store that answers by futures.
#[derive(Clone)]
pub struct AsyncStore {
    pub(crate) label: Arc<Label>,
    pub(crate) readable: Arc<dyn AsyncReadableStorageTraits>,
    pub(crate) writable: Option<Arc<dyn AsyncWritableStorageTraits>>,
    /// The most requests that are under way at the same time.
    pub(crate) requests: usize,
}

impl AsyncStore {
    /// A range of bytes of a value; `None` if the value does not exist.
    pub(crate) async fn fetch(
        &self,
        key: &StoreKey,
        range: ByteRange,
    ) -> Result<Option<Bytes>, ZarrError> {
        if is_questioned(&[range]) {
            match self.size(key).await? {
                Some(size) => self.label.check(key, &[range], size)?,
                // Some stores have no size for a value that they cannot access: a read tells.
                None if self.read(key, FIRST_BYTE).await?.is_none() => return Ok(None),
                None => {}
            }
        }
        self.read(key, range).await
    }

    async fn read(&self, key: &StoreKey, range: ByteRange) -> Result<Option<Bytes>, ZarrError> {
        let read = async {
            match range {
                ALL_BYTES => self.readable.get(key).await,
                _ => self.readable.get_partial(key, range).await,
            }
        };
        let bytes = unbroken(read)
            .await
            .map_err(|error| self.label.unread(key, range, &error))?;
        self.label.came(bytes.as_ref());
        Ok(bytes)
    }

    /// The size of a value; `None` if the value does not exist.
    pub(crate) async fn size(&self, key: &StoreKey) -> Result<Option<u64>, ZarrError> {
        let size = unbroken(self.readable.size_key(key)).await;
        size.map_err(|error| self.label.failed(key, "the size", &error))
    }

    /// Writes a value, or erases it.
    pub(crate) async fn keep(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), ZarrError> {
        let Some(store) = &self.writable else {
            return Err(ZarrError::ReadOnly);
        };
        let len = value.as_ref().map(Bytes::len);
        let _writing = self.label.writes().writing(key);
        let done = match value {
            Some(value) => store.set(key, value).await,
            None => store.erase(key).await,
        };
        done.map_err(|error| self.label.unwritten(key, len, &error))
    }
}
