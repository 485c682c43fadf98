//! A file that appears whole or not at all.
//!
//! The bytes go into a side file of the same folder, whose name `.tslice-` and six random
//! characters is created exclusively. At the end it is renamed. A symbolic link is followed, so
//! that the file it points to is replaced and the link stays. A file that is replaced keeps its
//! mode, and its owner and group where the system allows that. Its other hard links keep the old
//! content, with a warning. Access control lists and extended attributes are not kept. For standard
//! output, `-` or `/dev/stdout`, the side file is a temporary file, which is copied at the end.

use std::fmt::Display;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// The side files that this program has created.
static SIDE_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether a path is a standard stream, `stdin` or `stdout`: `-`, or its name in `/dev`.
#[must_use]
pub fn is_standard(path: &Path, stream: &str) -> bool {
    path == Path::new("-") || path == Path::new("/dev").join(stream)
}

/// A file that is being written. Dropped before [`finish`](Self::finish), it leaves nothing.
#[derive(Debug)]
pub struct WholeFile {
    /// As the user wrote it, for messages.
    path: PathBuf,
    /// The same file without symbolic links.
    target: PathBuf,
    side: NamedTempFile,
    /// The file that is replaced.
    old: Option<Metadata>,
    replace: bool,
}

impl WholeFile {
    /// Begins a file, or `-`, which is standard output (a file of this name is `./-`); an existing
    /// file is replaced at the end only if `replace` says so.
    ///
    /// # Errors
    ///
    /// One message: if the file exists and must stay, is read-only, or is not a regular file; if it
    /// is a symbolic link to a missing file; if the folder does not take files.
    pub fn create(path: &Path, replace: bool) -> Result<Self, String> {
        let at = |error: &dyn Display| message(path, error);
        if path.file_name().is_none() {
            return Err(at(&"not the name of a file"));
        }
        let (target, old) = match path.symlink_metadata() {
            _ if is_standard(path, "stdout") => (std::env::temp_dir().join("-"), None),
            Ok(_) => existing(path, replace).map(|(target, old)| (target, Some(old)))?,
            Err(e) if e.kind() == ErrorKind::NotFound => (path.to_owned(), None),
            Err(e) => return Err(at(&e)),
        };
        let folder = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        // Locked until the name is in the list: `abandon` waits for it.
        let mut side_files = SIDE_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let side = builder(old.is_none())
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|e| at(&e))?;
        side_files.push(side.path().to_owned());
        drop(side_files);
        if let Some(old) = &old {
            keep_owner_and_mode(side.as_file(), old).map_err(|e| at(&e))?;
        }
        Ok(Self {
            path: path.to_owned(),
            target,
            side,
            old,
            replace,
        })
    }

    /// An error with the path before it.
    #[must_use]
    pub fn message(&self, error: &dyn Display) -> String {
        message(&self.path, error)
    }

    /// Makes the file this long: what is not written is zeros.
    ///
    /// # Errors
    ///
    /// One message: if the system refuses.
    pub fn set_len(&self, len: u64) -> Result<(), String> {
        let done = self.side.as_file().set_len(len);
        done.map_err(|e| self.message(&e))
    }

    /// Gives the file its name, or copies it to standard output.
    ///
    /// # Errors
    ///
    /// One message: if the system refuses, or a file of this name appeared meanwhile and must stay.
    pub fn finish(mut self) -> Result<(), String> {
        if is_standard(&self.path, "stdout") {
            let mut out = io::stdout().lock();
            let copied = self
                .side
                .rewind()
                .and_then(|()| io::copy(&mut self.side, &mut out));
            return copied
                .and_then(|_| out.flush())
                .map_err(|e| self.message(&e));
        }
        self.side
            .as_file()
            .sync_all()
            .map_err(|e| self.message(&e))?;
        let renamed = match self.replace {
            true => self.side.persist(&self.target),
            false => self.side.persist_noclobber(&self.target),
        };
        renamed.map_err(|e| match e.error.kind() {
            ErrorKind::AlreadyExists => exists(&self.path),
            _ => message(&self.path, &e.error),
        })?;
        let others = self.old.map_or(0, |old| other_links(&old));
        if others > 0 {
            let path = self.path.display();
            // Where standard error cannot be written, the file is still complete.
            let _ = writeln!(
                io::stderr(),
                "warning: {path}: its other hard links ({others}) keep the old content"
            );
        }
        Ok(())
    }
}

/// An existing file without symbolic links, if it may be replaced.
fn existing(path: &Path, replace: bool) -> Result<(PathBuf, Metadata), String> {
    let at = |error: &dyn Display| message(path, error);
    let target = path.canonicalize().map_err(|e| match e.kind() {
        ErrorKind::NotFound => at(&"a symbolic link to a missing file"),
        _ => at(&e),
    })?;
    let old = target.metadata().map_err(|e| at(&e))?;
    if !old.is_file() {
        return Err(at(&"not a regular file"));
    }
    if !replace {
        return Err(exists(path));
    }
    // The superuser may write to a read-only file, and the owner of a folder may replace files of
    // others in it: neither does so by a rename that asks for no permission.
    if old.permissions().readonly() {
        return Err(at(&"the file is read-only, nothing was written"));
    }
    OpenOptions::new()
        .write(true)
        .open(&target)
        .map_err(|e| at(&e))?;
    Ok((target, old))
}

fn message(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

fn exists(path: &Path) -> String {
    message(
        path,
        &"exists already, nothing was written; --force replaces it",
    )
}

/// Makes side files: for a new file with the mode that every new file has, for an old one without
/// access for others until it has the old mode.
fn builder(is_new: bool) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".tslice-");
    #[cfg(unix)]
    if is_new {
        use std::os::unix::fs::PermissionsExt;
        // The system takes the bits of the umask away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = is_new;
    builder
}

#[cfg(unix)]
fn keep_owner_and_mode(side: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    // Only the superuser may give a file away, and only to a group of their own may others do so.
    if fchown(side, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(side, None, Some(old.gid()));
    }
    side.set_permissions(std::fs::Permissions::from_mode(old.mode() & 0o777))
}

/// Other systems have no mode, and a file that is replaced is not read-only.
#[cfg(not(unix))]
fn keep_owner_and_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn other_links(old: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(old).saturating_sub(1)
}

#[cfg(not(unix))]
fn other_links(_: &Metadata) -> u64 {
    0
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.side.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.side.flush()
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.side.seek(place)
    }
}

/// Writes all bytes of a file at once.
///
/// # Errors
///
/// As [`WholeFile::create`] and [`WholeFile::finish`], and if the disk is full.
pub fn write(path: &Path, replace: bool, bytes: &[u8]) -> Result<(), String> {
    let mut file = WholeFile::create(path, replace)?;
    file.write_all(bytes).map_err(|e| file.message(&e))?;
    file.finish()
}

/// Removes the side files and ends the program with status 130, as one that was interrupted.
pub fn abandon() -> ! {
    // Locked until the end, so that no side file is created meanwhile.
    let side_files = SIDE_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for file in &*side_files {
        // A file that was finished or dropped has this name no more.
        let _ = std::fs::remove_file(file);
    }
    std::process::exit(130)
}
