//! Stores of `object_store`: one request for each range of bytes.

use std::sync::Arc;

use async_trait::async_trait;
use futures::{StreamExt, stream};
use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, GetResult, GetResultPayload, ObjectStore};
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{
    AsyncMaybeBytesIterator, AsyncReadableStorageTraits, AsyncWritableStorageTraits, Bytes,
    MaybeBytes, OffsetBytesIterator, StorageError, StoreKey, StorePrefix,
};
use zarrs_object_store::AsyncObjectStore;

use crate::memory::UNQUESTIONED;
use crate::metadata::group::{self, ARRAY_2, GROUP_2, SEARCHED, VERSION_3};
use crate::store::{ALL_BYTES, within};

/// Requests for ranges of one value that are under way at the same time.
const AT_ONCE: usize = 16;
/// Requests for bytes whose answers break off.
const TRIES: usize = 3;

/// A store of [`object_store`] that `zarrs` can open arrays in, in asynchronous code.
///
/// That of `zarrs_object_store` asks for the size of a value before it reads a part, and reads what
/// is between parts too; this asks for the bytes of each part, at once.
pub struct Ranged<O> {
    store: Arc<O>,
    inner: AsyncObjectStore<Arc<O>>,
    is_listed: bool,
}

/// Makes a store of [`object_store`] one that `zarrs` can open arrays in, in asynchronous code.
pub fn ranged<O: ObjectStore>(store: O) -> Arc<Ranged<O>> {
    Arc::new(Ranged::new(store, true))
}

/// The bytes of an answer, of which `most` were asked for: memory is reserved for what has come,
/// whatever a header claims.
async fn body(answer: GetResult, most: Option<u64>) -> Result<Bytes, String> {
    if !matches!(answer.payload, GetResultPayload::Stream(_)) {
        // A file is as long as it says.
        return answer.bytes().await.map_err(|error| told(&error));
    }
    let claimed = answer
        .range
        .end
        .saturating_sub(answer.range.start)
        .min(UNQUESTIONED);
    let mut pieces = answer.into_stream();
    let mut all = Vec::with_capacity(usize::try_from(claimed).unwrap_or(0));
    while let Some(piece) = pieces.next().await {
        // The client may say why it cannot ask for the rest, and not what it was the rest of.
        let piece = piece.map_err(|error| {
            let came = all.len();
            format!("the answer broke off after {came} bytes: {}", told(&error))
        })?;
        all.try_reserve(piece.len())
            .map_err(|error| error.to_string())?;
        all.extend_from_slice(&piece);
        if most.is_some_and(|most| all.len() as u64 > most) {
            break;
        }
    }
    Ok(all.into())
}

/// An error with its causes, as far as it does not tell them itself.
fn told(error: &dyn std::error::Error) -> String {
    let (mut words, mut next) = (error.to_string(), error.source());
    while let Some(cause) = next {
        let own = cause.to_string();
        if !words.contains(&own) {
            words = format!("{words}: {own}");
        }
        next = cause.source();
    }
    words
}

/// Whether what the client calls missing is not the value: it takes status 405 for a directory,
/// which a chunk is not, and does not tell a bucket from a key.
fn is_other(error: &(dyn std::error::Error + 'static)) -> bool {
    // The client does not export the type of its errors.
    std::iter::successors(Some(error), |error| error.source()).any(|error| {
        let text = error.to_string();
        let answer = text.strip_prefix("Server returned non-2xx status code: ");
        let is_other = |text: &str| text.starts_with("405 ") || text.contains(">NoSuchBucket<");
        answer.is_some_and(is_other)
    })
}

/// An answer; `None` if the store says that the value is missing.
fn present(answer: Result<GetResult, Error>) -> Result<Option<GetResult>, StorageError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::NotFound { source, .. }) if !is_other(&*source) => Ok(None),
        Err(error) => Err(other(&told(&error))),
    }
}

impl<O: ObjectStore> Ranged<O> {
    /// Of a store that lists its keys, or of one that does not.
    pub(crate) fn new(store: O, is_listed: bool) -> Self {
        let store = Arc::new(store);
        Self {
            inner: AsyncObjectStore::new(store.clone()),
            store,
            is_listed,
        }
    }

    /// Some bytes, which are asked for again if the answer breaks off and the value has no tag:
    /// then the client cannot ask for the rest of it.
    async fn ask(&self, key: &StoreKey, range: ByteRange) -> Result<MaybeBytes, StorageError> {
        let (asked, expected) = match range {
            ByteRange::FromStart(0, None) => (None, None),
            ByteRange::FromStart(first, None) => (Some(GetRange::Offset(first)), None),
            // A range of no bytes is none that can be asked for.
            ByteRange::FromStart(_, Some(0)) | ByteRange::Suffix(0) => {
                return Ok(self.size_key(key).await?.map(|_| Bytes::new()));
            }
            ByteRange::FromStart(first, Some(count)) => {
                let end = first
                    .checked_add(count)
                    .ok_or_else(|| other("they have no end"))?;
                (Some(GetRange::Bounded(first..end)), Some(count))
            }
            ByteRange::Suffix(count) => (Some(GetRange::Suffix(count)), Some(count)),
        };
        let mut again = 1..TRIES;
        loop {
            let answer = match self.get(key, asked.clone()).await {
                // Two requests, if the store has no such requests.
                Err(Error::NotSupported { .. } | Error::NotImplemented { .. }) => {
                    let Some(size) = self.size_key(key).await? else {
                        return Ok(None);
                    };
                    let place = within(range, size)?;
                    self.get(key, Some(GetRange::Bounded(place))).await
                }
                answer => answer,
            };
            let Some(answer) = present(answer)? else {
                return Ok(None);
            };
            let has_tag = answer.meta.e_tag.is_some();
            match body(answer, expected).await {
                Err(_) if !has_tag && again.next().is_some() => {}
                Err(why) => return Err(other(&why)),
                Ok(bytes) if expected.is_none_or(|count| count == bytes.len() as u64) => {
                    return Ok(Some(bytes));
                }
                Ok(bytes) => return Err(other(&format!("the store sent {} bytes", bytes.len()))),
            }
        }
    }

    /// The arrays below the root, by their paths; `None` if the store does not list what it holds.
    pub(crate) async fn arrays_below(&self) -> Option<Vec<String>> {
        if !self.is_listed {
            return None;
        }
        let members = async |group: String| {
            let group = Path::from(group);
            let listed = self.store.list_with_delimiter(Some(&group)).await.ok()?;
            let members = listed.common_prefixes.into_iter().take(SEARCHED);
            let kinds = members.map(async |path| {
                let is_array = self.is_array(&path).await;
                Some((path.to_string(), is_array?))
            });
            let members: Vec<_> = stream::iter(kinds).buffered(AT_ONCE).collect().await;
            Some(members.into_iter().flatten().collect())
        };
        group::search(members).await
    }

    /// Whether a function is true of a key in a folder; `None` if the store does not list keys.
    pub(crate) async fn has_key(
        &self,
        folder: &str,
        is_it: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<bool>, Error> {
        if !self.is_listed {
            return Ok(None);
        }
        let mut values = self.store.list(Some(&Path::from(folder)));
        while let Some(value) = values.next().await.transpose()? {
            if is_it(value.location.as_ref()) {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    /// Whether an array is at a path, or a group; `None` if it is neither.
    async fn is_array(&self, path: &Path) -> Option<bool> {
        for file in [VERSION_3, ARRAY_2, GROUP_2] {
            let key = StoreKey::new(format!("{path}/{file}")).ok()?;
            if let Ok(Some(text)) = self.ask(&key, ALL_BYTES).await {
                let metadata = serde_json::from_slice(&text).unwrap_or_default();
                return Some(!group::is_group(file, &metadata));
            }
        }
        None
    }

    async fn get(&self, key: &StoreKey, range: Option<GetRange>) -> Result<GetResult, Error> {
        let options = GetOptions {
            range,
            ..GetOptions::default()
        };
        self.store
            .get_opts(&Path::from(key.as_str()), options)
            .await
    }
}

fn other(why: &str) -> StorageError {
    StorageError::Other(why.to_owned())
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
        let options = GetOptions {
            head: true,
            ..GetOptions::default()
        };
        let path = Path::from(key.as_str());
        let answer = present(self.store.get_opts(&path, options).await)?;
        Ok(answer.map(|answer| answer.meta.size))
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
