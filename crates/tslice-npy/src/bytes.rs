//! Where the bytes of arrays are: in a map of a file, or in memory that is aligned for any element.

use std::fs::File;
use std::io::{self, Read};

use memmap2::Mmap;

use crate::NpyError;

/// Bytes that are read from a stream at a time.
pub(crate) const PIECE: usize = 1 << 16;

/// Whether these bytes begin an archive of arrays (`.npz`), which may be empty.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Whether these bytes begin a file that `gzip` has compressed.
#[must_use]
pub fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b")
}

/// Reads until the room is full or the stream ends: how many bytes there were.
pub(crate) fn fill(from: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < room.len() {
        match from.read(&mut room[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[derive(Debug)]
pub(crate) enum Bytes {
    Mapped(Mmap),
    /// The last words are filled up with zeros; the number of bytes that count.
    Held(Vec<u128>, usize),
}

impl Bytes {
    /// Maps a file.
    ///
    /// # Safety
    ///
    /// The file keeps its length and content while the map exists.
    pub(crate) unsafe fn map(file: &File) -> Result<Self, NpyError> {
        if file.metadata()?.len() == 0 {
            return Err(NpyError::format("the file is empty"));
        }
        // SAFETY: as the caller promises.
        Ok(Self::Mapped(unsafe { Mmap::map(file) }?))
    }

    /// Reads `most` bytes at most into memory, which grows with what arrives.
    pub(crate) fn hold(from: &mut impl Read, most: u64) -> io::Result<Self> {
        let mut words: Vec<u128> = Vec::new();
        let mut filled = 0;
        let mut from = from.take(most);
        while filled == 16 * words.len() {
            words.try_reserve(PIECE / 16)?;
            words.resize(words.len() + PIECE / 16, 0);
            let room = bytemuck::cast_slice_mut::<u128, u8>(&mut words);
            filled += fill(&mut from, &mut room[filled..])?;
        }
        Ok(Self::Held(words, filled))
    }

    /// Copies `most` bytes at most into a temporary file, which has no name.
    pub(crate) fn spool(from: &mut impl Read, most: u64) -> Result<Self, NpyError> {
        let mut file = tempfile::tempfile()?;
        if io::copy(&mut from.take(most), &mut file)? == 0 {
            return Ok(Self::Held(Vec::new(), 0));
        }
        // SAFETY: no other process can open a file without a name, and this one no longer writes.
        unsafe { Self::map(&file) }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Held(words, bytes) => &bytemuck::cast_slice(words)[..*bytes],
        }
    }
}
