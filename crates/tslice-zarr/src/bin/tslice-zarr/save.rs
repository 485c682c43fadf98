//! A selection as a NumPy file: a copy to an array whose chunks follow each other in the file.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tslice_cli::npy;
use tslice_cli::whole_file::WholeFile;
use tslice_zarr::{CopyOptions, Cost, ZarrArray, ZarrError};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

use crate::{Done, Tell, copy, progress};

/// About the bytes of a chunk.
const CHUNK: usize = 1 << 20;

/// Copies a selection to a file that is there whole or not at all; an existing file is replaced
/// only if `replace` says so.
pub(crate) fn save(
    part: &ZarrArray,
    cost: Cost,
    (to, replace): (&Path, bool),
    memory: Option<u64>,
    tell: &Tell<'_>,
) -> Done {
    let (name, dtype) = (part.data_type(), part.dtype());
    let dtype = dtype
        .ok_or_else(|| format!("elements of type {name} cannot be written to a NumPy file"))?;
    let from = part.clone().into_bytes();
    // Created before anything is read, so that a name that is taken costs no time.
    let mut file = WholeFile::create(to, replace)?;
    let begin = npy::begin(&mut file, &dtype, part.shape())?;
    if part.is_empty() {
        file.finish()?;
        tell(&format!("{}: no elements", to.display()))?;
        return Ok(());
    }
    let (shape, chunk) = (from.shape(), chunk(from.shape()));
    let len = from.len().and_then(|len| begin.checked_add(len as u64));
    let elements = part.shape();
    let long = || file.message(&format!("{elements:?} elements do not fit into a file"));
    // What is not written stays zeros.
    file.set_len(len.ok_or_else(long)?)?;
    let target = target(shape, &chunk)?;
    let options = CopyOptions {
        memory,
        ..CopyOptions::default()
    };
    let plan = from.plan_copy(&target, &options)?;
    tell(&copy::repeats(&plan))?;
    let file = Mutex::new(file);
    let write = |numbers: &[usize], bytes: &[u8]| {
        let (mut first, mut len) = (0, 1);
        for ((number, chunk), axis) in numbers.iter().zip(&chunk).zip(shape) {
            let begin = number * chunk;
            (first, len) = (first * axis + begin, len * (axis - begin).min(*chunk));
        }
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let place = SeekFrom::Start(begin + first as u64);
        let written = file.seek(place).and_then(|_| file.write_all(&bytes[..len]));
        written.map_err(|e| ZarrError::Store(file.message(&e)))
    };
    let copied =
        || plan.run_into(&|chunk, value| value.map_or(Ok(()), |value| write(chunk, &value)));
    let (copied, words) = progress::timed(
        part,
        (progress::BYTES, cost.bytes),
        || part.traffic().bytes,
        copied,
    );
    copied?;
    file.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .finish()?;
    tell(&format!("{}: {words}", to.display()))?;
    Ok(())
}

/// The shape of chunks that are ranges of bytes of the file.
fn chunk(shape: &[usize]) -> Vec<usize> {
    let (mut chunk, mut left) = (vec![1; shape.len()], CHUNK);
    for (own, &len) in chunk.iter_mut().zip(shape).rev() {
        *own = len.min(left.max(1));
        if *own < len {
            break;
        }
        left /= len;
    }
    chunk
}

/// An array of these chunks, of which those that hold zeros only are not written.
fn target(shape: &[usize], chunk: &[usize]) -> Done<ZarrArray> {
    let lengths = |lengths: &[usize]| lengths.iter().map(|&len| len as u64).collect::<Vec<_>>();
    let array = ArrayBuilder::new(lengths(shape), lengths(chunk), data_type::uint8(), 0_u8);
    let array = array.build(Arc::new(MemoryStore::new()), "/")?;
    Ok(ZarrArray::writable(&array)?)
}
