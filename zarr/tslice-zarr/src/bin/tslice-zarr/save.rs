//! A selection as a NumPy file.

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::Path;

use half::f16;
use npyz::{AutoSerialize, WriterBuilder};
use num_complex::Complex;
use tslice_cli::whole_file::WholeFile;
use tslice_zarr::{Cost, Element, ZarrArray};

use crate::progress;

/// Reads a selection, and writes it to a file that is there whole or not at all; one of this name is replaced only if `replace` says
/// so. Returns a report.
pub(crate) fn save(part: &ZarrArray, cost: Cost, to: &Path, replace: bool) -> Result<String, String> {
    let name = part.data_type();
    // Taken before anything is read, so that a name that is taken costs no time.
    let to = (to, WholeFile::create(to, replace)?);
    match &name[..] {
        "bool" => save_as::<bool>(part, cost, to),
        "uint8" => save_as::<u8>(part, cost, to),
        "uint16" => save_as::<u16>(part, cost, to),
        "uint32" => save_as::<u32>(part, cost, to),
        "uint64" => save_as::<u64>(part, cost, to),
        "int8" => save_as::<i8>(part, cost, to),
        "int16" => save_as::<i16>(part, cost, to),
        "int32" => save_as::<i32>(part, cost, to),
        "int64" => save_as::<i64>(part, cost, to),
        "float16" => save_as::<f16>(part, cost, to),
        "float32" => save_as::<f32>(part, cost, to),
        "float64" => save_as::<f64>(part, cost, to),
        "complex64" => save_as::<Complex<f32>>(part, cost, to),
        "complex128" => save_as::<Complex<f64>>(part, cost, to),
        _ => Err(format!("NumPy has no dtype for elements of type {name}")),
    }
}

fn save_as<T: Element + AutoSerialize>(
    part: &ZarrArray,
    cost: Cost,
    (to, mut file): (&Path, WholeFile),
) -> Result<String, String> {
    let at = |error: &dyn Display| format!("{}: {error}", to.display());
    let (read, words) = progress::timed(part, cost, || part.read::<T>());
    let elements = read.map_err(|e| e.to_string())?.into_vec();
    let shape: Vec<u64> = part.shape().iter().map(|&len| len as u64).collect();
    let mut buffer = BufWriter::new(&mut file);
    let writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(&mut buffer);
    let mut writer = writer.begin_nd().map_err(|e| at(&e))?;
    writer.extend(elements).and_then(|()| writer.finish()).map_err(|e| at(&e))?;
    buffer.flush().map_err(|e| at(&e))?;
    drop(buffer);
    file.finish()?;
    Ok(format!("{}: {words}", to.display()))
}
