//! A NumPy file as a memory-mapped view of its items.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use npyz::{DType, NpyHeader, Order, TypeChar};
use tslice::DynView;

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
        if file.metadata().map_err(|e| at(&e))?.len() == 0 {
            return Err(at(&"the file is empty"));
        }
        // SAFETY: the map is read only; should another process cut the file meanwhile, reading it ends this process, and the
        // temporary output goes with it.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| at(&e))?;
        let mut rest = &map[..];
        let header = NpyHeader::from_reader(&mut rest).map_err(|e| at(&format!("not a NumPy file ({e})")))?;
        let data_start = map.len() - rest.len();
        let dtype = header.dtype();
        let item_bytes =
            numeric_bytes(&dtype).ok_or_else(|| at(&format!("dtype {} is not numeric", dtype.descr())))?;
        let lengths = header.shape().iter().map(|&n| usize::try_from(n)).collect::<Result<_, _>>();
        let shape: Vec<usize> =
            lengths.map_err(|_| at(&"a length in the header exceeds this machine's memory"))?;
        Ok(Self { data_start, order: header.order(), shape, descr: dtype.descr(), item_bytes, name, map })
    }

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
