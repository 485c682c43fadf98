//! A directory in which each file is old or new at all times, also if a writer is killed.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::Builder;
use zarrs::storage::byte_range::ByteRangeIterator;
use zarrs::storage::{
    Bytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};

use crate::memory;
use crate::store::{UNFINISHED, within};

/// Writes a file beside the old one, and renames it. Reads a file as a whole if memory has room for
/// it: a file may be longer than what its disk holds of it.
///
/// The adapter of `zarrs` for this takes one name for all writers of a file, so that what a killed
/// one leaves is in the way of others; and its store keeps a lock in memory for each key that it
/// was ever asked for, which are hundreds of bytes for each chunk.
pub(crate) struct WholeFiles(pub(crate) PathBuf);

/// What killed writers leave is kept for this time, also where locks do not reach other machines.
const LEFT: Duration = Duration::from_secs(3600);

/// Removes the files of killed writers from a folder: a living one holds a lock, or has written
/// within the last hour.
pub(crate) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_left(&path).unwrap_or(false) {
            // Another process may have removed it.
            _ = fs::remove_file(path);
        }
    }
}

/// Whether a file is not finished, and has no writer.
fn is_left(path: &Path) -> io::Result<bool> {
    if !path.to_string_lossy().ends_with(UNFINISHED) {
        return Ok(false);
    }
    let file = File::options().write(true).open(path)?;
    let age = file.metadata()?.modified()?.elapsed();
    Ok(age.is_ok_and(|age| age > LEFT) && file.try_lock().is_ok())
}

/// What is in a file, or `None` if it does not exist.
fn there<R>(found: io::Result<R>) -> Result<Option<R>, StorageError> {
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => Ok(Some(found?)),
    }
}

impl ReadableStorageTraits for WholeFiles {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        let path = self.0.join(key.as_str());
        // Opening a pipe would wait for a writer.
        if there(fs::metadata(&path))?.is_some_and(|about| !about.is_file()) {
            return Err(StorageError::Other("not a regular file".to_owned()));
        }
        let Some(mut file) = there(File::open(path))? else {
            return Ok(None);
        };
        let size = file.metadata()?.len();
        let parts = ranges.map(|range| {
            let place = within(range, size)?;
            let count = place.end - place.start;
            if !memory::has_room(count) {
                let why = format!("its {count} bytes do not fit into memory");
                return Err(StorageError::Other(why));
            }
            let mut bytes = vec![0; usize::try_from(count).map_err(io::Error::other)?];
            file.seek(SeekFrom::Start(place.start))?;
            file.read_exact(&mut bytes)?;
            Ok(Bytes::from(bytes))
        });
        Ok(Some(Box::new(parts.collect::<Vec<_>>().into_iter())))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        // The store of `zarrs` takes every error for a missing file.
        match fs::metadata(self.0.join(key.as_str())) {
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            about => Ok(there(about)?.map(|about| about.len())),
        }
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}

/// Whether a function is true of a key in a folder of a store.
pub(crate) fn has_key(
    root: &Path,
    folder: &str,
    is_it: &mut dyn FnMut(&str) -> bool,
) -> Result<bool, StorageError> {
    if root.join(folder).is_file() {
        return Ok(is_it(folder));
    }
    let mut left = vec![folder.to_owned()];
    while let Some(name) = left.pop() {
        let entries = there(fs::read_dir(root.join(&name)))?;
        for entry in entries.into_iter().flatten() {
            let entry = entry?;
            let own = Path::new(&name).join(entry.file_name());
            let own = own.to_string_lossy().into_owned();
            match entry.path().is_dir() {
                true => left.push(own),
                false if is_it(&own) => return Ok(true),
                false => {}
            }
        }
    }
    Ok(false)
}

impl WritableStorageTraits for WholeFiles {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        let path = self.0.join(key.as_str());
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder)?;
        let mut new = Builder::new();
        new.suffix(UNFINISHED);
        // The mode that every new file has: the system takes the bits of the umask away.
        #[cfg(unix)]
        new.permissions(fs::Permissions::from_mode(0o666));
        let mut file = new.tempfile_in(folder)?;
        // Where files cannot be locked, nothing removes this one.
        _ = file.as_file().try_lock();
        file.write_all(&value)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|failed| failed.error)?;
        Ok(())
    }

    fn set_partial_many(&self, _: &StoreKey, _: OffsetBytesIterator) -> Result<(), StorageError> {
        Err(StorageError::Unsupported(
            "a part of a file is not written alone".to_owned(),
        ))
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        let path = self.0.join(key.as_str());
        match fs::remove_file(&path) {
            // A folder is not a value.
            Err(_) if path.is_dir() => Ok(()),
            done => there(done).map(|_| ()),
        }
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        let folder = self.0.join(prefix.as_str());
        // Without a slash at its end, behind which a link is not one.
        let folder: PathBuf = folder.components().collect();
        let Some(entries) = there(fs::read_dir(&folder))? else {
            return Ok(());
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            there(match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(path),
                false => fs::remove_file(path),
            })?;
        }
        // A link stays, and leads to where the next values are written.
        if !folder.is_symlink() {
            there(fs::remove_dir(folder))?;
        }
        Ok(())
    }

    fn supports_set_partial(&self) -> bool {
        false
    }
}
