//! A NumPy file as a memory-mapped view of its items.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use tslice::DynView;

use super::header::{self, Header};

/// A slice of less than one item in `SPARSE` is sparse.
#[cfg(unix)]
const SPARSE: usize = 32;

/// A file with its header read.
#[derive(Debug)]
pub struct Input {
    name: String,
    map: Mmap,
    data_start: usize,
    pub(crate) header: Header,
}

impl Input {
    /// Maps a file and reads its header.
    ///
    /// # Errors
    ///
    /// If it is not a regular file, does not begin with the header of an array whose items have a fixed size, or has fewer or more bytes
    /// than the header says.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let at = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        // Looked at before it is opened: opening a pipe waits for a writer.
        match std::fs::metadata(path).map_err(|e| at(&e))? {
            about if !about.is_file() => return Err(at(&"not a regular file, so it cannot be mapped")),
            about if about.len() == 0 => return Err(at(&"the file is empty")),
            _ => {}
        }
        let file = File::open(path).map_err(|e| at(&e))?;
        // SAFETY: the map is read only and never handed out as anything but bytes; should another process cut the file
        // meanwhile, reading past its end stops this process, and a side file of the output may stay.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| at(&e))?;
        let (header, data_start) = header::read(&map).map_err(|e| at(&e))?;
        check_length(&header, &map[data_start..]).map_err(|e| at(&e))?;
        Ok(Self { name, map, data_start, header })
    }

    /// Switches reading ahead off where most of what it reads would lie between the items of the slice.
    #[cfg(unix)]
    pub(crate) fn expect<const N: usize>(&self, sliced: &DynView<'_, [u8; N]>) {
        if sliced.is_empty() {
            return;
        }
        let steps = sliced.shape().iter().zip(sliced.strides());
        let span: usize = steps.map(|(len, stride)| len.saturating_sub(1) * stride.unsigned_abs()).sum();
        if span / SPARSE > sliced.len() {
            // Advice that the system does not take costs time only.
            let _ = self.map.advise(memmap2::Advice::Random);
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn expect<const N: usize>(&self, _: &DynView<'_, [u8; N]>) {}

    /// The items in the order of the header: a Fortran-ordered file is a permuted view. Items that are longer than `N` bytes have one
    /// more axis for their parts of `N` bytes.
    ///
    /// # Errors
    ///
    /// If the array has more elements than memory can have.
    pub(crate) fn view<const N: usize>(&self) -> Result<DynView<'_, [u8; N]>, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let Header { shape, fortran_order, item_bytes, .. } = &self.header;
        let (items, _) = self.map[self.data_start..].as_chunks::<N>();
        let parts = Some(item_bytes / N).filter(|parts| *parts > 1);
        if !fortran_order {
            let lengths: Vec<usize> = shape.iter().copied().chain(parts).collect();
            return DynView::from_shape(&lengths, items).map_err(|e| at(&e));
        }
        let reversed: Vec<usize> = shape.iter().rev().copied().chain(parts).collect();
        let axes: Vec<usize> = (0..shape.len()).rev().chain(parts.map(|_| shape.len())).collect();
        DynView::from_shape(&reversed, items).and_then(|view| view.try_permute(&axes)).map_err(|e| at(&e))
    }
}

/// Whether the bytes behind a header are those of its array.
fn check_length(header: &Header, bytes: &[u8]) -> Result<(), String> {
    let Header { shape, descr, item_bytes, .. } = header;
    let needed = match shape.contains(&0) {
        true => Some(0),
        false => shape.iter().try_fold(*item_bytes, |bytes, &len| bytes.checked_mul(len)),
    };
    let Some((_, extra)) = needed.and_then(|needed| bytes.split_at_checked(needed)) else {
        let takes =
            needed.map_or("more bytes than memory has".to_owned(), |needed| format!("{needed} bytes"));
        let there = bytes.len();
        return Err(format!(
            "cut short: shape {shape:?} of dtype '{descr}' takes {takes}, there are {there}"
        ));
    };
    match extra.len() {
        0 => Ok(()),
        _ if header::begins(extra) => {
            Err("several arrays in one file: only a file of one array is sliced".into())
        }
        extra => Err(format!("{extra} bytes too many after shape {shape:?} of dtype '{descr}'")),
    }
}
