//! A selection as a NumPy file: a copy to an array whose chunks follow each other in the file.

use std::error::Error;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tslice_cli::npy;
use tslice_cli::whole_file::WholeFile;
use tslice_zarr::{CopyOptions, Cost, ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, DataType, FillValue};
use zarrs::metadata::v3::MetadataV3;
use zarrs::storage::store::MemoryStore;

use crate::{copy, progress};

/// The byte order of this machine.
const NATIVE: char = if cfg!(target_endian = "little") { '<' } else { '>' };
/// About the bytes of a chunk.
const CHUNK: usize = 1 << 20;

/// Copies a selection to a file that is there whole or not at all; an existing file is replaced only if `replace` says so.
pub(crate) fn save(
    part: &ZarrArray,
    cost: Cost,
    (to, replace): (&Path, bool),
    memory: Option<u64>,
    tell: &dyn Fn(&str) -> Result<(), String>,
) -> Result<(), String> {
    let (name, bytes) = (part.data_type(), part.clone().into_bytes());
    let size = bytes.shape().last().copied().unwrap_or_default();
    let (from, data_type, item, descr) = match number(&name, size) {
        Some(descr) => (part.clone(), &name[..], size, descr),
        None => (bytes, "uint8", 1, descr(&name, size)?),
    };
    // Created before anything is read, so that a name that is taken costs no time.
    let mut file = WholeFile::create(to, replace)?;
    let begin = npy::begin(&mut file, &descr, part.shape())?;
    if part.is_empty() {
        return file.finish().and_then(|()| tell(&format!("{}: no elements", to.display())));
    }
    let file = NumpyFile::new(file, begin, from.shape(), item)?;
    let target = file.target(data_type).map_err(|e| e.to_string())?;
    let options = CopyOptions { memory, ..CopyOptions::default() };
    let plan = from.plan_copy(&target, &options).map_err(|e| e.to_string())?;
    tell(&copy::repeats(&from, &target, &plan, &options))?;
    let copied = || plan.run_into(&|chunk, value| value.map_or(Ok(()), |value| file.write(chunk, &value)));
    let (copied, words) =
        progress::timed(part, (progress::BYTES, cost.bytes), || part.traffic().bytes, copied);
    copied.map_err(|e| e.to_string())?;
    file.file.into_inner().unwrap_or_else(PoisonError::into_inner).finish()?;
    tell(&format!("{}: {words}", to.display()))
}

/// The dtype of numbers, in the notation of a header; `None` if the elements are something else.
fn number(name: &str, size: usize) -> Option<String> {
    let (kind, bits) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()));
    let kind = match kind {
        "bool" => 'b',
        "int" => 'i',
        "uint" => 'u',
        "float" => 'f',
        "complex" => 'c',
        // As `ml_dtypes` names it to NumPy.
        "bfloat" => 'V',
        _ => return None,
    };
    let order = if size == 1 { '|' } else { NATIVE };
    (kind == 'b' || bits.parse() == Ok(8 * size)).then(|| format!("'{order}{kind}{size}'"))
}

/// The dtype of dates, strings and records.
fn descr(name: &str, size: usize) -> Result<String, String> {
    let date = |kind: &str| match name.strip_suffix(']')?.split_once('[')?.1 {
        "generic" => Some(format!("'{NATIVE}{kind}'")),
        unit => Some(format!("'{NATIVE}{kind}[{unit}]'")),
    };
    let found = match name {
        _ if name.starts_with('[') => Some(name.to_owned()),
        _ if name.starts_with('|') => Some(format!("'{name}'")),
        _ if name.starts_with("numpy.datetime64[") => date("M8"),
        _ if name.starts_with("numpy.timedelta64[") => date("m8"),
        "fixed_length_utf32" => Some(format!("'{NATIVE}U{}'", size / 4)),
        _ if name == format!("r{}", 8 * size) => Some(format!("'|V{size}'")),
        _ => None,
    };
    found.ok_or_else(|| format!("elements of type {name} cannot be written to a NumPy file"))
}

/// A file whose ranges of bytes are the chunks of an array, and hold zeros until they are written.
struct NumpyFile {
    file: Mutex<WholeFile>,
    /// Where the elements begin.
    begin: u64,
    shape: Vec<usize>,
    chunk: Vec<usize>,
    /// The bytes of an element.
    item: usize,
}

impl NumpyFile {
    fn new(mut file: WholeFile, begin: u64, shape: &[usize], item: usize) -> Result<Self, String> {
        let bytes = shape.iter().try_fold(item as u64, |bytes, &len| bytes.checked_mul(len as u64));
        let last = bytes.and_then(|bytes| (begin - 1).checked_add(bytes));
        let last = last.ok_or_else(|| file.message(&format!("{shape:?} elements do not fit into a file")))?;
        file.seek(SeekFrom::Start(last)).and_then(|_| file.write_all(&[0])).map_err(|e| file.message(&e))?;
        let (mut chunk, mut left) = (vec![1; shape.len()], CHUNK / item);
        for (own, &len) in chunk.iter_mut().zip(shape).rev() {
            *own = len.min(left.max(1));
            if *own < len {
                break;
            }
            left /= len;
        }
        Ok(Self { file: Mutex::new(file), begin, shape: shape.to_vec(), chunk, item })
    }

    /// An array of these chunks, of which those that hold zeros only are not written.
    fn target(&self, data_type: &str) -> Result<ZarrArray, Box<dyn Error>> {
        let lengths = |lengths: &[usize]| lengths.iter().map(|&len| len as u64).collect::<Vec<_>>();
        let data_type = DataType::from_metadata(&MetadataV3::new(data_type))?;
        let (shape, chunk, zero) = (lengths(&self.shape), lengths(&self.chunk), vec![0; self.item]);
        let array = ArrayBuilder::new(shape, chunk, data_type, FillValue::new(zero));
        Ok(ZarrArray::writable(&array.build(Arc::new(MemoryStore::new()), "/")?)?)
    }

    /// Writes a chunk, as far as it is inside the array.
    fn write(&self, numbers: &[usize], elements: &[u8]) -> Result<(), ZarrError> {
        let (mut first, mut len) = (0, self.item);
        for ((number, chunk), axis) in numbers.iter().zip(&self.chunk).zip(&self.shape) {
            let begin = number * chunk;
            (first, len) = (first * axis + begin, len * (axis - begin).min(*chunk));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let place = SeekFrom::Start(self.begin + (first * self.item) as u64);
        let written = file.seek(place).and_then(|_| file.write_all(&elements[..len]));
        written.map_err(|e| ZarrError::Store(file.message(&e)))
    }
}
