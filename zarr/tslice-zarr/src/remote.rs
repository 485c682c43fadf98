//! Stores of `object_store`: one request for each range of bytes.

use std::sync::Arc;

use async_trait::async_trait;
use futures::{StreamExt, stream};
use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, ObjectStore};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{
    AsyncListableStorageTraits, AsyncMaybeBytesIterator, AsyncReadableStorageTraits,
    AsyncWritableStorageTraits, Bytes, MaybeBytes, OffsetBytesIterator, StorageError, StoreKey, StoreKeys,
    StoreKeysPrefixes, StorePrefix,
};
use zarrs_object_store::AsyncObjectStore;

/// Requests for ranges of one value that are under way at the same time.
const AT_ONCE: usize = 16;

/// A store of [`object_store`] that `zarrs` can open arrays in, in asynchronous code.
///
/// That of `zarrs_object_store` asks for the size of a value before it reads a part, and reads what is between parts too; this asks
/// for the bytes of each part, at once. It is the same otherwise.
pub struct Ranged<O> {
    store: Arc<O>,
    inner: AsyncObjectStore<Arc<O>>,
}

/// Makes a store of [`object_store`] one that `zarrs` can open arrays in, in asynchronous code.
pub fn ranged<O: ObjectStore>(store: O) -> Arc<Ranged<O>> {
    let store = Arc::new(store);
    Arc::new(Ranged { inner: AsyncObjectStore::new(store.clone()), store })
}

impl<O: ObjectStore> Ranged<O> {
    /// One request for some bytes, or two if the store has no such requests.
    async fn ask(&self, key: &StoreKey, range: ByteRange) -> Result<MaybeBytes, StorageError> {
        let (asked, expected) = match range {
            ByteRange::FromStart(0, None) => (None, None),
            ByteRange::FromStart(first, None) => (Some(GetRange::Offset(first)), None),
            ByteRange::FromStart(first, Some(count)) => match first.checked_add(count) {
                Some(end) if count > 0 => (Some(GetRange::Bounded(first..end)), Some(count)),
                _ => return self.inner.get_partial(key, range).await,
            },
            ByteRange::Suffix(count) => (Some(GetRange::Suffix(count)), Some(count)),
        };
        let options = GetOptions { range: asked, ..GetOptions::default() };
        let answer = match self.store.get_opts(&Path::from(key.as_str()), options).await {
            Ok(answer) => answer.bytes().await,
            Err(error) => Err(error),
        };
        match answer {
            Ok(bytes) if expected.is_none_or(|count| count == bytes.len() as u64) => Ok(Some(bytes)),
            Ok(bytes) => Err(StorageError::Other(format!("the store sent {} bytes", bytes.len()))),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(Error::NotSupported { .. } | Error::NotImplemented { .. }) => {
                self.inner.get_partial(key, range).await
            }
            Err(error) => Err(StorageError::Other(error.to_string())),
        }
    }
}

#[async_trait]
impl<O: ObjectStore> AsyncReadableStorageTraits for Ranged<O> {
    async fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<AsyncMaybeBytesIterator<'a>, StorageError> {
        let asked: Vec<_> = ranges.map(|range| self.ask(key, range)).collect();
        let answers: Vec<_> = stream::iter(asked).buffered(AT_ONCE).collect().await;
        let parts: Option<Vec<_>> = answers.into_iter().map(Result::transpose).collect();
        Ok(parts.map(|parts| stream::iter(parts).boxed()))
    }

    async fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.inner.size_key(key).await
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

#[async_trait]
impl<O: ObjectStore> AsyncWritableStorageTraits for Ranged<O> {
    async fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        self.inner.set(key, value).await
    }

    async fn set_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        values: OffsetBytesIterator<'a>,
    ) -> Result<(), StorageError> {
        self.inner.set_partial_many(key, values).await
    }

    async fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.inner.erase(key).await
    }

    async fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.inner.erase_prefix(prefix).await
    }

    fn supports_set_partial(&self) -> bool {
        self.inner.supports_set_partial()
    }
}

#[async_trait]
impl<O: ObjectStore> AsyncListableStorageTraits for Ranged<O> {
    async fn list(&self) -> Result<StoreKeys, StorageError> {
        self.inner.list().await
    }

    async fn list_prefix(&self, prefix: &StorePrefix) -> Result<StoreKeys, StorageError> {
        self.inner.list_prefix(prefix).await
    }

    async fn list_dir(&self, prefix: &StorePrefix) -> Result<StoreKeysPrefixes, StorageError> {
        self.inner.list_dir(prefix).await
    }

    async fn size_prefix(&self, prefix: &StorePrefix) -> Result<u64, StorageError> {
        self.inner.size_prefix(prefix).await
    }
}
