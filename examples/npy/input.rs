//! A NumPy file as a memory-mapped view of its items.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use npyz::{DType, NpyHeader, Order, TypeChar};
use tslice::DynView;

/// A slice of less than one item in so many is sparse.
#[cfg(unix)]
const SPARSE: usize = 32;
const MAGIC: &[u8] = b"\x93NUMPY";

/// A file with its header read.
pub(crate) struct Input {
    name: String,
    map: Mmap,
    data_start: usize,
    order: Order,
    /// Lengths of the axes, as the header gives them.
    pub(crate) shape: Vec<usize>,
    /// The dtype in NumPy's notation, quotes included.
    pub(crate) descr: String,
    /// Bytes of one item.
    pub(crate) item_bytes: usize,
}

impl Input {
    /// Maps a file and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let at = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        let file = File::open(path).map_err(|e| at(&e))?;
        match file.metadata().map_err(|e| at(&e))? {
            about if !about.is_file() => return Err(at(&"not a regular file, so it cannot be mapped")),
            about if about.len() == 0 => return Err(at(&"the file is empty")),
            _ => {}
        }
        // SAFETY: the map is read only and never handed out as anything but bytes; should another process cut the file
        // meanwhile, reading past its end stops this process, and a temporary file may stay.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| at(&e))?;
        let mut rest = &map[..];
        if !rest.starts_with(MAGIC) {
            return Err(at(&"not a NumPy file"));
        }
        let header = NpyHeader::from_reader(&mut rest)
            .map_err(|e| at(&format!("the header is not that of a numeric array ({})", first_line(&e))))?;
        let data_start = map.len() - rest.len();
        let dtype = header.dtype();
        let item_bytes =
            numeric_bytes(&dtype).ok_or_else(|| at(&format!("dtype {} is not numeric", dtype.descr())))?;
        let lengths = header.shape().iter().map(|&n| usize::try_from(n)).collect::<Result<_, _>>();
        let shape: Vec<usize> =
            lengths.map_err(|_| at(&"a length in the header exceeds this machine's memory"))?;
        Ok(Self { data_start, order: header.order(), shape, descr: dtype.descr(), item_bytes, name, map })
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
    pub(crate) fn view<const N: usize>(&self) -> Result<DynView<'_, [u8; N]>, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let bytes = &self.map[self.data_start..];
        let needed = self.shape.iter().try_fold(N, |bytes, &len| bytes.checked_mul(len));
        let Some(data) = needed.and_then(|needed| bytes.get(..needed)) else {
            let takes =
                needed.map_or("more bytes than memory has".to_owned(), |needed| format!("{needed} bytes"));
            return Err(at(&format!(
                "cut short: shape {:?} of dtype {} takes {takes}, there are {}",
                self.shape,
                self.descr,
                bytes.len()
            )));
        };
        if data.len() < bytes.len() {
            let extra = bytes.len() - data.len();
            return Err(at(&format!(
                "{extra} bytes too many after shape {:?} of dtype {}",
                self.shape, self.descr
            )));
        }
        let (items, _) = data.as_chunks::<N>();
        match self.order {
            Order::C => DynView::from_shape(&self.shape, items).map_err(|e| at(&e)),
            Order::Fortran => {
                let (shape, axes): (Vec<_>, Vec<_>) = self
                    .shape
                    .iter()
                    .rev()
                    .zip((0..self.shape.len()).rev())
                    .map(|(&n, axis)| (n, axis))
                    .unzip();
                DynView::from_shape(&shape, items).and_then(|view| view.permuted(&axes)).map_err(|e| at(&e))
            }
        }
    }
}

/// The message without the excerpt of the header that may follow it.
fn first_line(error: &std::io::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().trim_end_matches(':').to_owned()
}

/// Bytes of an item of a numeric dtype: bool, integers, floats, complex numbers, times.
fn numeric_bytes(dtype: &DType) -> Option<usize> {
    let DType::Plain(plain) = dtype else { return None };
    let numeric = matches!(
        plain.type_char(),
        TypeChar::Bool
            | TypeChar::Int
            | TypeChar::Uint
            | TypeChar::Float
            | TypeChar::Complex
            | TypeChar::TimeDelta
            | TypeChar::DateTime
    );
    plain.num_bytes().filter(|_| numeric)
}
