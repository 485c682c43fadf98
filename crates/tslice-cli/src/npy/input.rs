//! A NumPy file as a memory-mapped view of its items.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use memmap2::Mmap;
use tslice::DynView;

use super::archive::{self, Member};
use super::header::{self, Header};

/// A slice of less than one item in `SPARSE` is sparse.
#[cfg(unix)]
const SPARSE: usize = 32;

/// An array with its header read.
#[derive(Debug)]
pub struct Input {
    name: String,
    map: Mmap,
    data: Range<usize>,
    pub(crate) header: Header,
}

impl Input {
    /// Maps a file and reads the header of its array: of the only one, or of the one that is named
    /// behind a colon, as in `a.npz:name` and `a.npy:2`. `-` is standard input.
    ///
    /// # Errors
    ///
    /// If it is not a regular file, does not begin with the header of an array whose items have a
    /// fixed size, or has fewer or more bytes than the header says; if it has several arrays and
    /// none is named, or not the one that is named.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let (map, header, data) = find(path).map_err(|e| format!("{name}: {e}"))?;
        Ok(Self {
            name,
            map,
            data,
            header,
        })
    }

    /// Switches reading ahead off where most of what it reads would lie between the items of the
    /// slice.
    #[cfg(unix)]
    pub(crate) fn expect<const N: usize>(&self, sliced: &DynView<'_, [u8; N]>) {
        if sliced.is_empty() {
            return;
        }
        let steps = sliced.shape().iter().zip(sliced.strides());
        let span: usize = steps
            .map(|(len, stride)| len.saturating_sub(1) * stride.unsigned_abs())
            .sum();
        if span / SPARSE > sliced.len() {
            // Advice that the system does not take costs time only.
            let _ = self.map.advise(memmap2::Advice::Random);
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn expect<const N: usize>(&self, _: &DynView<'_, [u8; N]>) {}

    /// The items in the order of the header: a Fortran-ordered file is a permuted view. Items that
    /// are longer than `N` bytes have one more axis for their parts of `N` bytes.
    ///
    /// # Errors
    ///
    /// If the array has more elements than memory can have.
    pub(crate) fn view<const N: usize>(&self) -> Result<DynView<'_, [u8; N]>, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let Header {
            shape,
            fortran_order,
            item_bytes,
            ..
        } = &self.header;
        let (items, _) = self.map[self.data.clone()].as_chunks::<N>();
        let parts = Some(item_bytes / N).filter(|parts| *parts > 1);
        if !fortran_order {
            let lengths: Vec<usize> = shape.iter().copied().chain(parts).collect();
            return DynView::from_shape(&lengths, items).map_err(|e| at(&e));
        }
        let reversed: Vec<usize> = shape.iter().rev().copied().chain(parts).collect();
        let axes: Vec<usize> = (0..shape.len())
            .rev()
            .chain(parts.map(|_| shape.len()))
            .collect();
        DynView::from_shape(&reversed, items)
            .and_then(|view| view.try_permute(&axes))
            .map_err(|e| at(&e))
    }
}

/// The file of an input, and the name behind a colon: `a.npz:name`.
fn split(path: &Path) -> (&Path, Option<&str>) {
    let Some(text) = path.to_str().filter(|_| !path.exists()) else {
        return (path, None);
    };
    let mut colons = text
        .match_indices(':')
        .map(|(at, _)| (Path::new(&text[..at]), Some(&text[at + 1..])));
    colons
        .find(|(file, _)| *file == Path::new("-") || file.is_file())
        .unwrap_or((path, None))
}

fn find(path: &Path) -> Result<(Mmap, Header, Range<usize>), String> {
    let (path, array) = split(path);
    let file = if path == Path::new("-") {
        spooled(&mut io::stdin().lock())?
    } else {
        regular(path)?
    };
    let (mut map, mut number) = (map(&file)?, None);
    let mut place = 0..map.len();
    if !archive::begins(&map) {
        let parsed = array.map(str::parse).transpose();
        number = parsed.map_err(|_| "the arrays of a file that is not an archive have numbers")?;
    } else {
        match archive::member(&map, array)? {
            Member::Stored(stored) => place = stored,
            Member::Decompressed(file) => {
                map = self::map(&file)?;
                place = 0..map.len();
            }
        }
    }
    let (header, data) = numbered(&map[place.clone()], number)?;
    Ok((
        map,
        header,
        place.start + data.start..place.start + data.end,
    ))
}

fn regular(path: &Path) -> Result<File, String> {
    // Looked at before it is opened: opening a pipe waits for a writer.
    if !std::fs::metadata(path)
        .map_err(|e| e.to_string())?
        .is_file()
    {
        return Err("not a regular file, so it cannot be mapped".into());
    }
    File::open(path).map_err(|e| e.to_string())
}

/// Copies bytes to a temporary file, which has no name.
pub(crate) fn spooled(bytes: &mut impl Read) -> Result<File, String> {
    let copied = tempfile::tempfile().and_then(|mut file| io::copy(bytes, &mut file).map(|_| file));
    copied.map_err(|e| e.to_string())
}

fn map(file: &File) -> Result<Mmap, String> {
    if file.metadata().is_ok_and(|about| about.len() == 0) {
        return Err("the file is empty".into());
    }
    // SAFETY: the map is read only and never handed out as anything but bytes; should another
    // process cut the file meanwhile, reading past its end stops this process, and a side file of
    // the output may stay.
    unsafe { Mmap::map(file) }.map_err(|e| e.to_string())
}

/// The header of an array, and the place of its elements; of several arrays, the one with this
/// number.
fn numbered(bytes: &[u8], number: Option<usize>) -> Result<(Header, Range<usize>), String> {
    let (mut start, mut at) = (0, 0_usize);
    loop {
        let (header, length) = header::read(&bytes[start..])?;
        let data = start + length..start + length + data_bytes(&header, &bytes[start + length..])?;
        let extra = &bytes[data.end..];
        match number {
            None if header::begins(extra) => {
                return Err(
                    "several arrays in one file: name one by its number, as in `FILE:0`".into(),
                );
            }
            None if !extra.is_empty() => {
                let (extra, Header { shape, descr, .. }) = (extra.len(), &header);
                return Err(format!(
                    "{extra} bytes too many after shape {shape:?} of dtype {descr}"
                ));
            }
            Some(number) if number != at && extra.is_empty() => {
                return Err(format!(
                    "array {number} is missing: the numbers are 0 to {at}"
                ));
            }
            Some(number) if number != at => (start, at) = (data.end, at + 1),
            _ => return Ok((header, data)),
        }
    }
}

/// The number of bytes of an array, if the file has as many.
fn data_bytes(header: &Header, bytes: &[u8]) -> Result<usize, String> {
    let Header {
        shape,
        descr,
        item_bytes,
        ..
    } = header;
    let needed = match shape.contains(&0) {
        true => Some(0),
        false => shape
            .iter()
            .try_fold(*item_bytes, |bytes, &len| bytes.checked_mul(len)),
    };
    needed
        .filter(|needed| *needed <= bytes.len())
        .ok_or_else(|| {
            let takes = needed.map_or("more bytes than memory has".to_owned(), |needed| {
                format!("{needed} bytes")
            });
            let there = bytes.len();
            format!("cut short: shape {shape:?} of dtype {descr} takes {takes}, there are {there}")
        })
}
