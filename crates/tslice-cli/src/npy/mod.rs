//! Slicing a NumPy file by a spec in text.
//!
//! The input is memory-mapped and a slice is written in pieces, so files larger than memory work;
//! what lists pick is copied into memory first. Standard input and compressed arrays are first
//! copied to a temporary file. Elements are moved as bytes: any dtype of fixed size, and
//! any byte order, keeps its own.

mod input;
mod output;

use std::path::Path;

pub use output::begin;
use tslice::{DynSpec, traits::AsEncoding};
use tslice_explain::EntryKind;
use tslice_npy::Npy;

use crate::spec;
use crate::whole_file::WholeFile;

/// An array of this number of bytes at most is compared with its checksum, whatever is selected.
const SMALL: usize = 64 << 20;

/// Slices one file into another; returns what was done.
///
/// # Errors
///
/// One message: for an input that is not an array of elements of a fixed size, a malformed spec, a
/// spec that does not fit the array, or an output that exists, unless `replace` says that it may
/// go.
pub fn slice_file(from: &Path, text: &str, to: &Path, replace: bool) -> Result<String, String> {
    let mut input = input::open(from)?;
    let shape = &input.shape().to_vec();
    let (spec, report) = spec::read(text, shape)?;
    let (sliced, has_lists) = (
        report.result_shape(),
        report
            .entries()
            .iter()
            .any(|entry| entry.kind == EntryKind::List),
    );
    let file = || WholeFile::create(to, replace);
    // A slice of a large array does not touch all of it.
    let items = |shape: &[usize]| {
        shape
            .iter()
            .fold(1, |len: usize, axis| len.saturating_mul(*axis))
    };
    if items(shape).saturating_mul(input.item_bytes()) <= SMALL || items(sliced) >= items(shape) {
        input
            .check()
            .map_err(|e| format!("{}: {e}", from.display()))?;
    }
    let unchecked = match input.is_unchecked() {
        true => ", not compared with its checksum, because only a part was read",
        false => "",
    };
    let input = &input;
    match input.item_bytes() {
        1 => slice_items::<1>(input, &spec, has_lists, file()?, sliced),
        2 => slice_items::<2>(input, &spec, has_lists, file()?, sliced),
        4 => slice_items::<4>(input, &spec, has_lists, file()?, sliced),
        8 => slice_items::<8>(input, &spec, has_lists, file()?, sliced),
        16 => slice_items::<16>(input, &spec, has_lists, file()?, sliced),
        _ => slice_items::<1>(
            input,
            &with_bytes(spec.clone())?,
            has_lists,
            file()?,
            sliced,
        ),
    }?;
    let (from, to, hint) = (
        from.display(),
        to.display(),
        spec::pasted(text, shape).unwrap_or_default(),
    );
    Ok(format!(
        "{from} {shape:?} [{spec}] -> {to} {sliced:?}, dtype {}{unchecked}{hint}",
        input.descr()
    ))
}

/// Calls a function with the bools of a file with one axis, some at a time.
///
/// # Errors
///
/// One message: for an input that is not such an array.
pub fn each_of_mask(path: &Path, see: impl FnMut(&[bool])) -> Result<(), String> {
    let input = input::open(path)?;
    let name = path.display();
    if input.shape().len() != 1 {
        return Err(format!(
            "{name}: dtype {} of shape {:?} is not a list of bools",
            input.descr(),
            input.shape()
        ));
    }
    input.each_block(see).map_err(|e| format!("{name}: {e}"))
}

/// The spec for items whose bytes are one more axis, which stays whole.
fn with_bytes(spec: DynSpec) -> Result<DynSpec, String> {
    match spec.as_encoding().masks().ellipsis_mask {
        0 => Ok(spec),
        // What stands behind an ellipsis is counted from the last axis.
        _ => format!("{spec}, :")
            .parse()
            .map_err(|e| format!("the spec is malformed: {e}")),
    }
}

fn slice_items<const N: usize>(
    input: &Npy,
    spec: &DynSpec,
    has_lists: bool,
    file: WholeFile,
    shape: &[usize],
) -> Result<(), String> {
    let at =
        |error: &dyn std::fmt::Display| format!("[{spec}] on shape {:?}: {error}", input.shape());
    let all = input.bytes::<N>().map_err(|e| at(&e))?;
    let descr = input.descr();
    if has_lists {
        let picked = all.try_pick(spec).map_err(|e| at(&e))?;
        return output::write(file, descr, shape, &picked.view());
    }
    let sliced = all.try_slice(spec).map_err(|e| at(&e))?;
    input.will_read(&sliced);
    output::write(file, descr, shape, &sliced)
}
