//! A NumPy file as a memory-mapped view of its items.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use tslice::DynView;

use super::header::{self, Header};

/// A slice of less than one item in so many is sparse.
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
    /// If it is not a regular file, or does not begin with the header of a numeric array.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let at = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        // Looked at before it is opened: opening a pipe waits for somebody to write.
        match std::fs::metadata(path).map_err(|e| at(&e))? {
            about if !about.is_file() => return Err(at(&"not a regular file, so it cannot be mapped")),
            about if about.len() == 0 => return Err(at(&"the file is empty")),
            _ => {}
        }
        let file = File::open(path).map_err(|e| at(&e))?;
        // SAFETY: the map is read only and never handed out as anything but bytes; should another process cut the file
        // meanwhile, reading past its end stops this process, and a file with `.tslice-part` behind its name may stay.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| at(&e))?;
        let (header, data_start) = header::read(&map).map_err(|e| at(&e))?;
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

    /// The items in the order of the header: a Fortran-ordered file is a permuted view.
    ///
    /// # Errors
    ///
    /// If the file has fewer or more items of `N` bytes than the header says.
    pub fn view<const N: usize>(&self) -> Result<DynView<'_, [u8; N]>, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let (bytes, Header { shape, descr, fortran_order, .. }) =
            (&self.map[self.data_start..], &self.header);
        let needed = match shape.contains(&0) {
            true => Some(0),
            false => shape.iter().try_fold(N, |bytes, &len| bytes.checked_mul(len)),
        };
        let Some(data) = needed.and_then(|needed| bytes.get(..needed)) else {
            let takes =
                needed.map_or("more bytes than memory has".to_owned(), |needed| format!("{needed} bytes"));
            let there = bytes.len();
            return Err(at(&format!(
                "cut short: shape {shape:?} of dtype '{descr}' takes {takes}, there are {there}"
            )));
        };
        if data.len() < bytes.len() {
            let extra = bytes.len() - data.len();
            return Err(at(&format!("{extra} bytes too many after shape {shape:?} of dtype '{descr}'")));
        }
        let (items, _) = data.as_chunks::<N>();
        if !fortran_order {
            return DynView::from_shape(shape, items).map_err(|e| at(&e));
        }
        let reversed: Vec<usize> = shape.iter().rev().copied().collect();
        let axes: Vec<usize> = (0..shape.len()).rev().collect();
        DynView::from_shape(&reversed, items).and_then(|view| view.try_permute(&axes)).map_err(|e| at(&e))
    }
}
