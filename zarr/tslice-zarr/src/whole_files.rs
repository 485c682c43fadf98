//! A directory in which each file is old or new at all times, also if a writer is killed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use zarrs::filesystem::FilesystemStore;
use zarrs::storage::{
    AtomicRenameStorageTraits, Bytes, OffsetBytesIterator, StorageError, StoreKey, StorePrefix,
    WritableStorageTraits,
};

/// Writes a file beside the old one, and renames it. Files are read by the store itself.
///
/// The adapter of `zarrs` for this takes one name for all writers of a file, so that what a killed one leaves is in the way of others.
pub(crate) struct WholeFiles(pub(crate) Arc<FilesystemStore>);

/// A name that no other writer has: threads write one file at a time.
fn beside(key: &StoreKey) -> Result<StoreKey, StorageError> {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static THREAD: usize = THREADS.fetch_add(1, Ordering::Relaxed);
    }
    let name = THREAD.with(|thread| format!("{key}.{}-{thread}.tmp", std::process::id()));
    StoreKey::new(name).map_err(|error| StorageError::Other(error.to_string()))
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
