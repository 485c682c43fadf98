//! A selection as a NumPy file.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use half::f16;
use npyz::{AutoSerialize, WriterBuilder};
use num_complex::Complex;
use tslice_zarr::{Cost, Element, ZarrArray};

use crate::progress;

/// Reads a selection, and writes it to a file, which must be new. Returns a report.
pub(crate) fn save(part: &ZarrArray, cost: Cost, to: &Path) -> Result<String, String> {
    let name = part.data_type();
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

fn save_as<T: Element + AutoSerialize>(part: &ZarrArray, cost: Cost, to: &Path) -> Result<String, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", to.display());
    // Taken before anything is read, so that a name that is taken costs no time.
    let file = File::create_new(to).map_err(|e| at(&e))?;
    let written = || {
        let (read, words) = progress::timed(part, cost, || part.read::<T>());
        let elements = read.map_err(|e| e.to_string())?.into_vec();
        let shape: Vec<u64> = part.shape().iter().map(|&len| len as u64).collect();
        let writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(BufWriter::new(file));
        let mut writer = writer.begin_nd().map_err(|e| at(&e))?;
        writer.extend(elements).map_err(|e| at(&e))?;
        writer.finish().map_err(|e| at(&e))?;
        Ok(format!("{}: {words}", to.display()))
    };
    written().inspect_err(|_: &String| {
        // Nothing half written stays.
        let _ = std::fs::remove_file(to);
    })
}
