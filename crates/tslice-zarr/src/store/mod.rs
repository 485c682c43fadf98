//! Stores, with a name that their errors tell, and with counts of what was asked for.

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

use std::ffi::OsStr;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zarrs::storage::byte_range::ByteRange;
#[cfg(feature = "async")]
use zarrs::storage::{AsyncReadableStorageTraits, AsyncWritableStorageTraits};
use zarrs::storage::{
    Bytes, ReadableStorageTraits, ReadableWritableStorageTraits, StorageError, StoreKey,
    WritableStorageTraits,
};

use self::place::Place;
use self::writes::Writes;
use crate::cost::Cost;
use crate::error::ZarrError;
use crate::memory;

/// How the name of a file ends that is not finished.
pub(crate) const UNFINISHED: &str = ".tslice.tmp";

/// All bytes of a value.
pub(crate) const ALL_BYTES: ByteRange = ByteRange::FromStart(0, None);

/// A store at a location.
pub(crate) type Located = Arc<dyn ReadableWritableStorageTraits>;

/// The store at a location, whether or not there is anything.
pub(crate) fn at(location: &OsStr) -> Result<Located, ZarrError> {
    match place::path_or_url(location) {
        #[cfg(feature = "filesystem")]
        Ok(path) => Ok(Arc::new(whole_files::WholeFiles(path.to_owned()))),
        #[cfg(not(feature = "filesystem"))]
        Ok(path) => Err(ZarrError::wrong(
            &path.display().to_string(),
            &"directories need the feature `filesystem` of this crate",
        )),
        #[cfg(feature = "object-store")]
        Err(url) => Ok(blocking::waiting(&Arc::new(urls::store(url)?))?),
        #[cfg(not(feature = "object-store"))]
        Err(url) => Err(crate::error::unsupported(url)),
    }
}

/// Whether a function is true of a key in a folder of the store at a location, `""` for all of the
/// store; `None` if it does not list keys.
pub(crate) fn has_key(
    location: &OsStr,
    folder: &str,
    is_it: &mut dyn FnMut(&str) -> bool,
) -> Result<Option<bool>, ZarrError> {
    match place::path_or_url(location) {
        #[cfg(feature = "filesystem")]
        Ok(path) => Ok(Some(whole_files::has_key(path, folder, is_it)?)),
        #[cfg(feature = "object-store")]
        Err(url) => {
            let store = urls::store(url)?;
            let found = blocking::Waiting::start()?
                .0
                .block_on(store.has_key(folder, is_it));
            found.map_err(|error| ZarrError::Store(error.to_string()))
        }
        #[cfg(not(all(feature = "filesystem", feature = "object-store")))]
        _ => {
            _ = (folder, is_it);
            Ok(None)
        }
    }
}

/// The name of a store, and what was read from it.
pub(crate) struct Label {
    pub(crate) name: Box<str>,
    pub(crate) place: Place,
    pub(crate) writes: Arc<Writes>,
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
        for &range in ranges {
            within(range, size).map_err(|error| self.unread(key, range, &error))?;
        }
        match ranges.first() {
            Some(&range) if !memory::has_room(counted(ranges)) => {
                let why = format!("{} bytes at once do not fit into memory", counted(ranges));
                Err(self.unread(key, range, &StorageError::Other(why)))
            }
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

    pub(crate) fn failed(&self, key: &StoreKey, what: &str, error: &StorageError) -> ZarrError {
        ZarrError::Store(format!("{}: {key}, {what}: {error}", self.name))
    }
}

/// Where a range is in a value of this size, which is an error if it does not have all of it.
pub(crate) fn within(range: ByteRange, size: u64) -> Result<Range<u64>, StorageError> {
    let (begin, end) = match range {
        ByteRange::FromStart(first, None) => (Some(first), Some(size)),
        ByteRange::FromStart(first, Some(count)) => (Some(first), first.checked_add(count)),
        ByteRange::Suffix(count) => (size.checked_sub(count), Some(size)),
    };
    match (begin, end) {
        (Some(begin), Some(end)) if begin <= end && end <= size => Ok(begin..end),
        _ => Err(StorageError::Other(format!("the value has {size} bytes"))),
    }
}

/// How many bytes these ranges have together, as far as they tell. Stores allocate them, and an
/// index or metadata may contain any number.
pub(crate) fn counted(ranges: &[ByteRange]) -> u64 {
    let counts = ranges.iter().map(|range| match *range {
        ByteRange::FromStart(_, count) => count.unwrap_or(0),
        ByteRange::Suffix(count) => count,
    });
    counts.fold(0, u64::saturating_add)
}

/// A store that has answered when a call returns.
#[derive(Clone)]
pub struct SyncStore {
    pub(crate) readable: Arc<dyn ReadableStorageTraits>,
    pub(crate) writable: Option<Arc<dyn WritableStorageTraits>>,
}

/// A store that answers by futures.
#[cfg(feature = "async")]
#[derive(Clone)]
pub struct AsyncStore {
    pub(crate) readable: Arc<dyn AsyncReadableStorageTraits>,
    pub(crate) writable: Option<Arc<dyn AsyncWritableStorageTraits>>,
    /// The most requests that are under way at the same time.
    pub(crate) requests: usize,
}
