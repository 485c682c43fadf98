//! A store whose errors name it, the key and the bytes that were asked for; and one that is asked, and counts, but does not answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{
    MaybeBytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};

use crate::cost::Cost;

/// What was asked of a store.
#[derive(Default)]
pub(crate) struct Traffic {
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Traffic {
    fn count(&self, requests: usize, bytes: u64) {
        self.requests.fetch_add(requests as u64, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn cost(&self) -> Cost {
        Cost { requests: self.requests.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }
}

/// A store with a name, which its errors tell.
pub(crate) struct Named<S: ?Sized> {
    name: Box<str>,
    store: Arc<S>,
    traffic: Arc<Traffic>,
}

impl<S: ?Sized> Named<S> {
    pub(crate) fn new(name: &str, store: Arc<S>, traffic: &Arc<Traffic>) -> Self {
        Self { name: name.into(), store, traffic: traffic.clone() }
    }

    fn tell<T>(&self, done: Result<T, StorageError>, key: &StoreKey, what: &str) -> Result<T, StorageError> {
        done.map_err(|error| StorageError::Other(format!("{}: {key}, {what}: {error}", self.name)))
    }
}

fn words(range: &ByteRange) -> String {
    match range {
        ByteRange::FromStart(0, None) => "all bytes".to_owned(),
        ByteRange::FromStart(first, None) => format!("bytes from {first} on"),
        ByteRange::FromStart(first, Some(count)) => {
            format!("bytes {first}..{}", u128::from(*first) + u128::from(*count))
        }
        ByteRange::Suffix(count) => format!("the last {count} bytes"),
    }
}

impl<S: ?Sized + ReadableStorageTraits> ReadableStorageTraits for Named<S> {
    fn get(&self, key: &StoreKey) -> Result<MaybeBytes, StorageError> {
        let value = self.tell(self.store.get(key), key, "all bytes")?;
        self.traffic.count(1, value.as_ref().map_or(0, |value| value.len() as u64));
        Ok(value)
    }

    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        let ranges: Vec<ByteRange> = ranges.collect();
        let what = |range: Option<&ByteRange>| range.map_or_else(String::new, words);
        let answer = self.store.get_partial_many(key, Box::new(ranges.clone().into_iter()));
        let Some(parts) = self.tell(answer, key, &what(ranges.first()))? else {
            self.traffic.count(1, 0);
            return Ok(None);
        };
        let mut whole = Vec::with_capacity(ranges.len());
        for (at, part) in parts.enumerate() {
            let part = self.tell(part, key, &what(ranges.get(at)))?;
            self.traffic.count(1, part.len() as u64);
            whole.push(Ok(part));
        }
        if whole.len() < ranges.len() {
            let missing = StorageError::Other("the store sent nothing".to_owned());
            return self.tell(Err(missing), key, &what(ranges.get(whole.len())));
        }
        Ok(Some(Box::new(whole.into_iter())))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.tell(self.store.size_key(key), key, "the size")
    }

    fn supports_get_partial(&self) -> bool {
        self.store.supports_get_partial()
    }
}

impl<S: ?Sized + WritableStorageTraits> WritableStorageTraits for Named<S> {
    fn set(&self, key: &StoreKey, value: zarrs::storage::Bytes) -> Result<(), StorageError> {
        let what = format!("writing {} bytes", value.len());
        self.tell(self.store.set(key, value), key, &what)
    }

    fn set_partial_many(&self, key: &StoreKey, values: OffsetBytesIterator) -> Result<(), StorageError> {
        self.tell(self.store.set_partial_many(key, values), key, "writing a part")
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.tell(self.store.erase(key), key, "erasing")
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.store.erase_prefix(prefix)
    }

    fn supports_set_partial(&self) -> bool {
        self.store.supports_set_partial()
    }
}

/// A store that counts the bytes of what it is asked for, and has nothing; while it is open, it has what is behind it.
pub(crate) struct Counting {
    pub(crate) store: Arc<dyn ReadableStorageTraits>,
    pub(crate) open: AtomicBool,
    pub(crate) traffic: Traffic,
}

impl Counting {
    pub(crate) fn over(store: Arc<dyn ReadableStorageTraits>) -> Self {
        Self { store, open: AtomicBool::new(false), traffic: Traffic::default() }
    }
}

impl ReadableStorageTraits for Counting {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        if self.open.load(Ordering::Relaxed) {
            let Some(parts) = self.store.get_partial_many(key, ranges)? else {
                self.traffic.count(1, 0);
                return Ok(None);
            };
            let parts: Vec<_> = parts.collect();
            let bytes = parts.iter().flatten().map(|part| part.len() as u64).sum();
            self.traffic.count(parts.len(), bytes);
            return Ok(Some(Box::new(parts.into_iter())));
        }
        for range in ranges {
            let bytes = match range {
                ByteRange::FromStart(_, Some(count)) | ByteRange::Suffix(count) => count,
                ByteRange::FromStart(first, None) => {
                    // A request for what is not there is one too.
                    self.store.size_key(key)?.unwrap_or(0).saturating_sub(first)
                }
            };
            self.traffic.count(1, bytes);
        }
        Ok(None)
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.store.size_key(key)
    }

    fn supports_get_partial(&self) -> bool {
        self.store.supports_get_partial()
    }
}
