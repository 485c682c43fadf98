//! A file that appears whole or not at all.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Is written under the name with this behind it, and renamed at the end.
///
/// A program that is interrupted leaves that file; the next one that writes the same name begins it anew.
const PART: &str = ".tslice-part";

/// A file on its way. Dropped before [`finish`](Self::finish), it is removed.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    replace: bool,
}

impl WholeFile {
    /// Begins a file; one of this name is replaced at the end only if `replace` says so.
    ///
    /// # Errors
    ///
    /// If the name is taken and must stay, if the directory does not take files, or if another program is writing this one.
    pub fn create(path: &Path, replace: bool) -> Result<Self, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        match path.symlink_metadata() {
            Ok(about) if !about.is_file() && replace => return Err(at(&"not a regular file")),
            Ok(_) if !replace => return Err(exists(path)),
            _ => {}
        }
        let mut part = OsString::from(path.file_name().ok_or_else(|| at(&"not the name of a file"))?);
        part.push(PART);
        let part = path.with_file_name(part);
        let begin = || OpenOptions::new().write(true).create(true).truncate(false).open(&part);
        let file = begin().map_err(|e| at(&e))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(at(&"another program is writing it")),
            // A file system without locks has no such program to tell apart.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        file.set_len(0).map_err(|e| at(&e))?;
        Ok(Self { path: path.to_owned(), part, file, replace })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// If the system refuses, or the name was taken meanwhile.
    pub fn finish(self) -> Result<(), String> {
        let at = |error: &std::io::Error| format!("{}: {error}", self.path.display());
        self.file.sync_all().map_err(|e| at(&e))?;
        if self.replace {
            return std::fs::rename(&self.part, &self.path).map_err(|e| at(&e));
        }
        // Unlike a rename, a link replaces nothing. Not every file system has them.
        match std::fs::hard_link(&self.part, &self.path) {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => Err(exists(&self.path)),
            Err(_) if self.path.symlink_metadata().is_ok() => Err(exists(&self.path)),
            Err(_) => std::fs::rename(&self.part, &self.path).map_err(|e| at(&e)),
        }
    }
}

fn exists(path: &Path) -> String {
    format!("{}: exists already, nothing was written; --force replaces it", path.display())
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // Gone already after a rename.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Writes all bytes of a file at once.
///
/// # Errors
///
/// As [`WholeFile::create`] and [`WholeFile::finish`], and if the disk is full.
pub fn write(path: &Path, replace: bool, bytes: &[u8]) -> Result<(), String> {
    let mut file = WholeFile::create(path, replace)?;
    file.write_all(bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    file.finish()
}

/// Replaces a file that exists by these bytes, all at once; its permissions stay, and a link leads to the new content.
///
/// # Errors
///
/// As [`WholeFile::create`] and [`WholeFile::finish`], and if the file is not there.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let at = |error: &std::io::Error| format!("{}: {error}", path.display());
    let path = path.canonicalize().map_err(|e| at(&e))?;
    let permissions = path.metadata().map_err(|e| at(&e))?.permissions();
    let mut file = WholeFile::create(&path, true)?;
    file.write_all(bytes).map_err(|e| at(&e))?;
    file.file.set_permissions(permissions).map_err(|e| at(&e))?;
    file.finish()
}
