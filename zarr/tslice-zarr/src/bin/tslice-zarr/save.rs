//! A selection as a NumPy file.

use std::path::Path;

use half::{bf16, f16};
use num_complex::Complex;
use tslice::DynView;
use tslice_cli::npy;
use tslice_cli::whole_file::WholeFile;
use tslice_zarr::{Cost, Element, ZarrArray};

use crate::progress;

/// Reads a selection, and writes it to a file that is there whole or not at all; an existing file is replaced only if `replace` says
/// so. Returns a report.
pub(crate) fn save(part: &ZarrArray, cost: Cost, to: &Path, replace: bool) -> Result<String, String> {
    // Created before anything is read, so that a name that is taken costs no time.
    let file = WholeFile::create(to, replace)?;
    let words = match &part.data_type()[..] {
        "bool" => save_as::<bool>(part, cost, file, "b1"),
        "uint8" => save_as::<u8>(part, cost, file, "u1"),
        "uint16" => save_as::<u16>(part, cost, file, "u2"),
        "uint32" => save_as::<u32>(part, cost, file, "u4"),
        "uint64" => save_as::<u64>(part, cost, file, "u8"),
        "int8" => save_as::<i8>(part, cost, file, "i1"),
        "int16" => save_as::<i16>(part, cost, file, "i2"),
        "int32" => save_as::<i32>(part, cost, file, "i4"),
        "int64" => save_as::<i64>(part, cost, file, "i8"),
        "float16" => save_as::<f16>(part, cost, file, "f2"),
        // As `ml_dtypes` names it to NumPy.
        "bfloat16" => save_as::<bf16>(part, cost, file, "V2"),
        "float32" => save_as::<f32>(part, cost, file, "f4"),
        "float64" => save_as::<f64>(part, cost, file, "f8"),
        "complex64" => save_as::<Complex<f32>>(part, cost, file, "c8"),
        "complex128" => save_as::<Complex<f64>>(part, cost, file, "c16"),
        name => match dates(name) {
            Some(kind) => save_as::<i64>(part, cost, file, &kind),
            None => save_bytes(part, cost, file, name),
        },
    }?;
    Ok(format!("{}: {words}", to.display()))
}

/// What NumPy calls dates and durations, which are integers: `M8[3M]` for `numpy.datetime64[3M]`.
fn dates(name: &str) -> Option<String> {
    let (name, unit) = name.strip_suffix(']')?.split_once('[')?;
    let kind = match name {
        "numpy.datetime64" => "M8",
        "numpy.timedelta64" => "m8",
        _ => return None,
    };
    Some(match unit {
        "generic" => kind.to_owned(),
        _ => format!("{kind}[{unit}]"),
    })
}

/// Writes elements in the byte order of this machine.
fn save_as<T: Element>(part: &ZarrArray, cost: Cost, file: WholeFile, kind: &str) -> Result<String, String> {
    let (read, words) =
        progress::timed(part, (progress::BYTES, cost.bytes), || part.traffic().bytes, || part.read::<T>());
    let elements = read.map_err(|e| e.to_string())?.into_vec();
    let order = if size_of::<T>() == 1 { '|' } else { NATIVE };
    write(file, &format!("'{order}{kind}'"), part.shape(), bytemuck::cast_slice(&elements))?;
    Ok(words)
}

/// The byte order of this machine.
const NATIVE: char = if cfg!(target_endian = "little") { '<' } else { '>' };

/// Writes strings and records.
fn save_bytes(part: &ZarrArray, cost: Cost, file: WholeFile, name: &str) -> Result<String, String> {
    let bytes = part.clone().into_bytes();
    let size = bytes.shape().last().copied().unwrap_or_default();
    let descr = match name {
        _ if name.starts_with('[') => name.to_owned(),
        _ if name.starts_with('|') => format!("'{name}'"),
        "fixed_length_utf32" => format!("'{NATIVE}U{}'", size / 4),
        _ if name == format!("r{}", 8 * size) => format!("'|V{size}'"),
        _ => return Err(format!("elements of type {name} cannot be written to a NumPy file")),
    };
    let (read, words) =
        progress::timed(part, (progress::BYTES, cost.bytes), || part.traffic().bytes, || bytes.read::<u8>());
    write(file, &descr, part.shape(), &read.map_err(|e| e.to_string())?.into_vec())?;
    Ok(words)
}

/// Writes elements, which are these bytes.
fn write(file: WholeFile, descr: &str, shape: &[usize], bytes: &[u8]) -> Result<(), String> {
    let (bytes, _) = bytes.as_chunks::<1>();
    let bytes = DynView::from_shape([bytes.len()], bytes).map_err(|e| e.to_string())?;
    npy::write(file, descr, shape, &bytes)
}
