//! Stores, with a name that their errors tell, and with counts of what was asked for.

#[cfg(feature = "async")]
pub(crate) mod async_store;
#[cfg(feature = "object-store")]
pub(crate) mod blocking;
pub(crate) mod cache;
pub(crate) mod place;
#[cfg(feature = "filesystem")]
pub(crate) mod references;
#[cfg(feature = "object-store")]
pub(crate) mod remote;
#[cfg(feature = "object-store")]
pub(crate) mod urls;
#[cfg(feature = "filesystem")]
pub(crate) mod whole_files;
pub(crate) mod writes;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{
    Bytes, ReadableStorageTraits, ReadableWritableStorageTraits, StorageError, StoreKey,
    WritableStorageTraits,
};

use self::place::Place;
use self::writes::Writes;
use crate::cost::Cost;
use crate::error::ZarrError;
use crate::memory::{self, UNQUESTIONED};

/// All bytes of a value.
pub(crate) const ALL_BYTES: ByteRange = ByteRange::FromStart(0, None);
pub(crate) const FIRST_BYTE: ByteRange = ByteRange::FromStart(0, Some(1));

/// A store in which a copy is made.
pub(crate) trait Target: ReadableWritableStorageTraits {
    /// Whether a function is true of a key in a folder, `""` for the whole store; `None` if the
    /// store does not list keys.
    fn has_key(
        &self,
        folder: &str,
        is_it: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Option<bool>, StorageError>;
}

/// The name of a store, and what was read from it.
pub(crate) struct Label {
    pub(crate) name: Box<str>,
    pub(crate) place: Place,
    writes: Arc<Writes>,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Label {
    pub(crate) fn new(name: &str, place: Place) -> Arc<Self> {
        let writes = Writes::at(place.clone());
        Arc::new(Self {
            name: name.into(),
            place,
            writes,
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        })
    }

    pub(crate) fn writes(&self) -> &Writes {
        &self.writes
    }

    /// Counts an answer.
    pub(crate) fn came(&self, bytes: Option<&Bytes>) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(
            bytes.map_or(0, |bytes| bytes.len() as u64),
            Ordering::Relaxed,
        );
    }

    pub(crate) fn traffic(&self) -> Cost {
        Cost {
            requests: self.requests.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
        }
    }

    /// Whether a value of this size has all of these ranges, and memory has room for them.
    pub(crate) fn check(
        &self,
        key: &StoreKey,
        ranges: &[ByteRange],
        size: u64,
    ) -> Result<(), ZarrError> {
        let unread = |range, why| Err(self.unread(key, range, &StorageError::Other(why)));
        for &range in ranges {
            if within(range, size).is_none() {
                return unread(range, format!("the value has {size} bytes"));
            }
        }
        match ranges.first() {
            Some(&range) if !memory::has_room(counted(ranges)) => unread(
                range,
                format!("{} bytes at once do not fit into memory", counted(ranges)),
            ),
            _ => Ok(()),
        }
    }

    pub(crate) fn unread(
        &self,
        key: &StoreKey,
        range: ByteRange,
        error: &StorageError,
    ) -> ZarrError {
        let what = match range {
            ALL_BYTES => "all bytes".to_owned(),
            ByteRange::FromStart(first, None) => format!("bytes from {first} on"),
            ByteRange::FromStart(first, Some(count)) => {
                format!("bytes {first}..{}", u128::from(first) + u128::from(count))
            }
            ByteRange::Suffix(count) => format!("the last {count} bytes"),
        };
        self.failed(key, &what, error)
    }

    pub(crate) fn unwritten(
        &self,
        key: &StoreKey,
        value: Option<usize>,
        error: &StorageError,
    ) -> ZarrError {
        let what = value.map_or_else(
            || "erasing".to_owned(),
            |len| format!("writing {len} bytes"),
        );
        self.failed(key, &what, error)
    }

    pub(crate) fn failed(&self, key: &StoreKey, what: &str, error: &StorageError) -> ZarrError {
        ZarrError::Store(format!("{}: {key}, {what}: {error}", self.name))
    }
}

/// Where a range is in a value of this size; `None` if the value does not have all of it.
pub(crate) fn within(range: ByteRange, size: u64) -> Option<Range<u64>> {
    let begin = match range {
        ByteRange::FromStart(first, _) => first,
        ByteRange::Suffix(count) => size.checked_sub(count)?,
    };
    let end = match range {
        ByteRange::FromStart(first, Some(count)) => first.checked_add(count)?,
        _ => size,
    };
    (begin <= end && end <= size).then_some(begin..end)
}

/// How many bytes these ranges have together, as far as they tell.
fn counted(ranges: &[ByteRange]) -> u64 {
    let counts = ranges.iter().map(|range| match *range {
        ByteRange::FromStart(_, count) => count.unwrap_or(0),
        ByteRange::Suffix(count) => count,
    });
    counts.fold(0, u64::saturating_add)
}

/// Whether to ask for the size of the value first, because the ranges are large. Stores allocate
/// the length of a range, and an index or metadata may contain any number.
pub(crate) fn is_questioned(ranges: &[ByteRange]) -> bool {
    counted(ranges) > UNQUESTIONED
}

/// A store that has answered when a call returns.
#[derive(Clone)]
pub struct SyncStore {
    pub(crate) label: Arc<Label>,
    pub(crate) readable: Arc<dyn ReadableStorageTraits>,
    pub(crate) writable: Option<Arc<dyn WritableStorageTraits>>,
}

impl SyncStore {
    /// A range of bytes of a value; `None` if the value does not exist.
    pub(crate) fn fetch(
        &self,
        key: &StoreKey,
        range: ByteRange,
    ) -> Result<Option<Bytes>, ZarrError> {
        if is_questioned(&[range]) && !self.has(key, &[range])? {
            return Ok(None);
        }
        let read = unbroken(|| match range {
            ALL_BYTES => self.readable.get(key),
            _ => self.readable.get_partial(key, range),
        });
        let bytes = read.map_err(|error| self.label.unread(key, range, &error))?;
        self.label.came(bytes.as_ref());
        Ok(bytes)
    }

    /// As many ranges of a value, in one call.
    pub(crate) fn fetch_many(
        &self,
        key: &StoreKey,
        ranges: &[ByteRange],
    ) -> Result<Option<Vec<Bytes>>, ZarrError> {
        let unread = |at: usize, error| {
            self.label
                .unread(key, ranges.get(at).copied().unwrap_or(ALL_BYTES), &error)
        };
        if is_questioned(ranges) && !self.has(key, ranges)? {
            return Ok(None);
        }
        let answer = unbroken(|| {
            let parts = self
                .readable
                .get_partial_many(key, Box::new(ranges.iter().copied()))?;
            Ok(parts.map(|parts| parts.collect::<Vec<_>>()))
        });
        let Some(parts) = answer.map_err(|error| unread(0, error))? else {
            self.label.came(None);
            return Ok(None);
        };
        let mut all = Vec::with_capacity(ranges.len());
        for part in parts {
            let part = part.map_err(|error| unread(all.len(), error))?;
            self.label.came(Some(&part));
            all.push(part);
        }
        if all.len() < ranges.len() {
            return Err(unread(
                all.len(),
                StorageError::Other("the store sent nothing".to_owned()),
            ));
        }
        Ok(Some(all))
    }

    /// Whether there is such a value; an error if it does not have all of these ranges.
    fn has(&self, key: &StoreKey, ranges: &[ByteRange]) -> Result<bool, ZarrError> {
        let Some(size) = self.size(key)? else {
            // Some stores have no size for a value that they cannot access: a read tells.
            return Ok(self.fetch(key, FIRST_BYTE)?.is_some());
        };
        self.label.check(key, ranges, size).map(|()| true)
    }

    /// The size of a value; `None` if the value does not exist.
    pub(crate) fn size(&self, key: &StoreKey) -> Result<Option<u64>, ZarrError> {
        unbroken(|| self.readable.size_key(key))
            .map_err(|error| self.label.failed(key, "the size", &error))
    }

    /// Writes a value, or erases it.
    pub(crate) fn keep(&self, key: &StoreKey, value: Option<Bytes>) -> Result<(), ZarrError> {
        let Some(store) = &self.writable else {
            return Err(ZarrError::ReadOnly);
        };
        let len = value.as_ref().map(Bytes::len);
        let _writing = self.label.writes().writing(key);
        let done = match value {
            Some(value) => store.set(key, value),
            None => store.erase(key),
        };
        done.map_err(|error| self.label.unwritten(key, len, &error))
    }
}

/// What a store returns; an error if it panics, as some do that are asked for more bytes than a
/// value has.
pub(crate) fn unbroken<R>(
    ask: impl FnOnce() -> Result<R, StorageError>,
) -> Result<R, StorageError> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|_| Err(panicked()))
}

pub(crate) fn panicked() -> StorageError {
    StorageError::Other("the store does not have these bytes".to_owned())
}
