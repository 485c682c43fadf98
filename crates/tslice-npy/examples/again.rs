//! Reads every array of an archive as its element type, and writes it into another:
//! `again IN.npz OUT.npz`. `tests/interop.py` compares the two by NumPy.

use std::error::Error;
use std::fs::File;

use tslice_npy::{Archive, ArchiveWriter, Element};

fn again<T: Element>(
    from: &Archive,
    name: &str,
    to: &mut ArchiveWriter<File>,
) -> Result<(), Box<dyn Error>> {
    let tensor = from.to_tensor::<T>(name)?;
    let copy = from.get(name)?.to_tensor::<T>()?;
    to.add(name, &tensor)?;
    to.add_compressed(&format!("{name}/compressed"), &copy)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args_os().skip(1);
    let from = Archive::read(paths.next().ok_or("again IN.npz OUT.npz")?)?;
    let mut to = ArchiveWriter::create(paths.next().ok_or("again IN.npz OUT.npz")?)?;
    for name in from.names()? {
        let descr = from.get(&name)?.descr().to_owned();
        match descr.trim_matches(['\'', '<', '>', '|']) {
            "b1" => again::<bool>(&from, &name, &mut to)?,
            "i1" => again::<i8>(&from, &name, &mut to)?,
            "u1" => again::<u8>(&from, &name, &mut to)?,
            "i2" => again::<i16>(&from, &name, &mut to)?,
            "u2" => again::<u16>(&from, &name, &mut to)?,
            "i4" => again::<i32>(&from, &name, &mut to)?,
            "u4" => again::<u32>(&from, &name, &mut to)?,
            "i8" => again::<i64>(&from, &name, &mut to)?,
            "u8" => again::<u64>(&from, &name, &mut to)?,
            "f4" => again::<f32>(&from, &name, &mut to)?,
            "f8" => again::<f64>(&from, &name, &mut to)?,
            "c8" => again::<[f32; 2]>(&from, &name, &mut to)?,
            "c16" => again::<[f64; 2]>(&from, &name, &mut to)?,
            other => return Err(format!("{name}: no type for {other}").into()),
        }
    }
    to.finish()?;
    Ok(())
}
