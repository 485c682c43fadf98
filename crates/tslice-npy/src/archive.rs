//! The arrays of an archive, as `numpy.savez` and `numpy.savez_compressed` write it (`.npz`).

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter, ZipSliceEntry};
use tslice::traits::AsView;
use tslice::{DynTensor, DynView};

use crate::bytes::Bytes;
use crate::element::Element;
use crate::header::Header;
use crate::npy::{self, Npy, open};
use crate::{NpyError, write};

/// Bytes of the name of a member.
const LONGEST_NAME: usize = u16::MAX as usize;

/// An archive of arrays (`.npz`), mapped or in memory.
#[derive(Clone, Debug)]
pub struct Archive {
    bytes: Arc<Bytes>,
}

impl Archive {
    /// Reads a file into memory.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not an archive.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, NpyError> {
        Self::new(Bytes::hold(&mut open(path.as_ref())?, u64::MAX)?)
    }

    /// Maps a file. Arrays that are stored are views of it; those that are compressed go through a
    /// temporary file, so each may be larger than memory.
    ///
    /// # Safety
    ///
    /// As for [`Npy::map`].
    ///
    /// # Errors
    ///
    /// If it cannot be mapped, or is not an archive.
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, NpyError> {
        // SAFETY: as the caller promises.
        Self::new(unsafe { Bytes::map(&open(path.as_ref())?) }?)
    }

    /// Copies a stream into a temporary file, which is mapped.
    ///
    /// # Errors
    ///
    /// If it cannot be read or copied, or is not an archive.
    pub fn spool(from: &mut impl Read) -> Result<Self, NpyError> {
        Self::new(Bytes::spool(from, u64::MAX)?)
    }

    fn new(bytes: Bytes) -> Result<Self, NpyError> {
        let bytes = Arc::new(bytes);
        ZipArchive::from_slice(bytes.as_ref().as_ref())?;
        Ok(Self { bytes })
    }

    /// The names of its arrays, without `.npy`.
    ///
    /// # Errors
    ///
    /// If the archive is damaged.
    pub fn names(&self) -> Result<Vec<String>, NpyError> {
        let archive = ZipArchive::from_slice(self.bytes.as_ref().as_ref())?;
        let mut entries = archive.entries();
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            let file = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            names.push(file.strip_suffix(".npy").unwrap_or(&file).to_owned());
        }
        Ok(names)
    }

    /// The array of a name, with or without `.npy`. One that is compressed is read as far as its
    /// header says, into memory or, of a mapped archive, into a temporary file. One that is stored
    /// in a mapped archive is not compared with its checksum: [`Npy::check`] does that.
    ///
    /// # Errors
    ///
    /// If the name is missing, the archive is damaged, or it is not an array whose items have a
    /// fixed size.
    pub fn get(&self, name: &str) -> Result<Npy, NpyError> {
        let all = self.bytes.as_ref().as_ref();
        self.find(name, |entry, method, from| {
            if method != CompressionMethod::STORE {
                let array = match *self.bytes {
                    Bytes::Mapped(_) => Npy::spool_next(from),
                    Bytes::Held(..) => Npy::read_next(from),
                }?;
                npy::ends(from)?;
                return array.ok_or_else(npy::nothing);
            }
            let begin = entry.data().as_ptr().addr() - all.as_ptr().addr();
            let place = begin..begin + entry.data().len();
            let array = Npy::at(self.bytes.clone(), place.clone())?;
            let mut array = array.ok_or_else(npy::nothing)?;
            npy::ends(&mut &all[array.data.end..place.end])?;
            array.unchecked = Some((place, entry.claim_verifier().crc));
            if let Bytes::Held(..) = *self.bytes {
                array.check()?;
            }
            Ok(array)
        })
    }

    /// Reads the array of a name into memory, and compares it with its checksum.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get), and if the elements are not of type `T`.
    pub fn to_tensor<T: Element>(&self, name: &str) -> Result<DynTensor<T>, NpyError> {
        self.find(name, |_, _, from| {
            let header = Header::read(from)?.ok_or_else(npy::nothing)?;
            let elements = header.elements(from, 0)?;
            npy::ends(from)?;
            Ok(elements)
        })
    }

    /// Calls a function with an entry and its bytes, whose checksum is compared at their end.
    fn find<R>(
        &self,
        name: &str,
        read: impl FnOnce(
            &ZipSliceEntry<'_>,
            CompressionMethod,
            &mut Box<dyn Read + '_>,
        ) -> Result<R, NpyError>,
    ) -> Result<R, NpyError> {
        let archive = ZipArchive::from_slice(self.bytes.as_ref().as_ref())?;
        let mut entries = archive.entries();
        let (mut named, mut with_suffix) = (None, None);
        while let Some(entry) = entries.next_entry()? {
            let file = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let place = Some((entry.wayfinder(), entry.compression_method()));
            // As in Python, the last of several.
            if file == name {
                named = place;
            } else if file.strip_suffix(".npy") == Some(name) {
                with_suffix = place;
            }
        }
        let (place, method) = named.or(with_suffix).ok_or_else(|| {
            NpyError::Format(format!("no array `{}` in the archive", name.escape_debug()))
        })?;
        let entry = archive.get_entry(place)?;
        let mut from: Box<dyn Read> = match method {
            CompressionMethod::STORE => Box::new(entry.verifying_reader(entry.data())),
            CompressionMethod::DEFLATE => {
                Box::new(entry.verifying_reader(DeflateDecoder::new(entry.data())))
            }
            method => {
                return Err(NpyError::Format(format!(
                    "compression method {} of this archive is not supported",
                    method.as_u16()
                )));
            }
        };
        read(&entry, method, &mut from)
    }
}

/// Writes an archive, array by array. What an archive cannot hold is refused before its member is
/// begun. After an error of writing, every call returns that error, for the file is not an archive.
#[derive(Debug)]
pub struct ArchiveWriter<W> {
    archive: ZipArchiveWriter<W>,
    /// The first error of writing, with the name of its array.
    failed: Option<String>,
}

impl ArchiveWriter<File> {
    /// Begins a file, which replaces one of this name.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, NpyError> {
        Ok(Self::new(File::create(path)?))
    }
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive.
    pub fn new(to: W) -> Self {
        Self {
            archive: ZipArchiveWriter::new(to),
            failed: None,
        }
    }

    /// Stores an array, as `numpy.savez` does.
    ///
    /// # Errors
    ///
    /// If it cannot be written, as [`write_to`](crate::write_to), if its name is too long, or if an
    /// earlier array was not written to its end.
    pub fn add<T: Element>(&mut self, name: &str, array: &impl AsView<T>) -> Result<(), NpyError> {
        self.member(name, array, CompressionMethod::STORE)
    }

    /// Compresses an array, as `numpy.savez_compressed` does.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn add_compressed<T: Element>(
        &mut self,
        name: &str,
        array: &impl AsView<T>,
    ) -> Result<(), NpyError> {
        self.member(name, array, CompressionMethod::DEFLATE)
    }

    fn member<T: Element>(
        &mut self,
        name: &str,
        array: &impl AsView<T>,
        method: CompressionMethod,
    ) -> Result<(), NpyError> {
        self.whole()?;
        let file = format!("{name}.npy");
        if file.len() > LONGEST_NAME {
            return Err(NpyError::Format(format!(
                "a name of {} bytes with its `.npy`, an archive has at most {LONGEST_NAME}",
                file.len()
            )));
        }
        let array = array.as_view().into_dyn();
        let header = write::header_of(&array)?;
        let written = self.write_member(&file, method, &header, &array);
        if let Err(error) = &written {
            self.failed = Some(format!("array `{}`: {error}", name.escape_debug()));
        }
        written
    }

    fn write_member<T: Element>(
        &mut self,
        file: &str,
        method: CompressionMethod,
        header: &[u8],
        array: &DynView<'_, T>,
    ) -> Result<(), NpyError> {
        let file = self.archive.new_file(file).compression_method(method);
        let (mut entry, config) = file.start()?;
        let descriptor = if method == CompressionMethod::DEFLATE {
            let mut to = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            to.write_all(header)?;
            write::write_items(&mut to, array)?;
            let (encoder, descriptor) = to.finish()?;
            encoder.finish()?;
            descriptor
        } else {
            let mut to = config.wrap(&mut entry);
            to.write_all(header)?;
            write::write_items(&mut to, array)?;
            to.finish()?.1
        };
        entry.finish(descriptor)?;
        Ok(())
    }

    /// Refuses to go on after an error.
    fn whole(&self) -> Result<(), NpyError> {
        match &self.failed {
            None => Ok(()),
            Some(error) => Err(NpyError::Format(format!(
                "the archive is incomplete since an error of writing, {error}"
            ))),
        }
    }

    /// Writes the directory of the archive.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or an array was not written to its end.
    pub fn finish(self) -> Result<W, NpyError> {
        self.whole()?;
        Ok(self.archive.finish()?)
    }
}
