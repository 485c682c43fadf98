//! A directory in which each file is old or new at all times, also if a writer is killed.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use zarrs::filesystem::FilesystemStore;
use zarrs::storage::byte_range::ByteRangeIterator;
use zarrs::storage::{
    AtomicRenameStorageTraits, Bytes, MaybeBytes, MaybeBytesIterator, OffsetBytesIterator,
    ReadableStorageTraits, StorageError, StoreKey, StorePrefix, WritableStorageTraits,
};

use crate::memory;

/// Writes a file beside the old one, and renames it. Reads a file as a whole if memory has room for it: a file may be longer than what
/// its disk holds of it.
///
/// The adapter of `zarrs` for this takes one name for all writers of a file, so that what a killed one leaves is in the way of others.
pub(crate) struct WholeFiles(pub(crate) Arc<FilesystemStore>);

/// A name that no other writer has: threads write one file at a time, and processes of several machines, or containers, may have one number.
fn beside(key: &StoreKey) -> Result<StoreKey, StorageError> {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static THREAD: usize = THREADS.fetch_add(1, Ordering::Relaxed);
    }
    let name = THREAD.with(|thread| format!("{key}.{:x}-{thread}.tmp", *PROCESS));
    StoreKey::new(name).map_err(|error| StorageError::Other(error.to_string()))
}

impl ReadableStorageTraits for WholeFiles {
    fn get(&self, key: &StoreKey) -> Result<MaybeBytes, StorageError> {
        match self.0.size_key(key)? {
            None => Ok(None),
            Some(size) if memory::has_room(size) => self.0.get(key),
            Some(size) => Err(StorageError::Other(format!("its {size} bytes do not fit into memory"))),
        }
    }

    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        self.0.get_partial_many(key, ranges)
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.0.size_key(key)
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

impl WritableStorageTraits for WholeFiles {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        let new = beside(key)?;
        let done = self.0.set(&new, value).and_then(|()| self.0.rename(&new, key));
        if done.is_err() {
            // The first error is the one to tell of.
            _ = self.0.erase(&new);
        }
        done
    }

    fn set_partial_many(&self, _: &StoreKey, _: OffsetBytesIterator) -> Result<(), StorageError> {
        Err(StorageError::Unsupported("a part of a file is not written alone".to_owned()))
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.0.erase(key)
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.0.erase_prefix(prefix)
    }

    fn supports_set_partial(&self) -> bool {
        false
    }
}
