//! Slicing a NumPy file by a spec in text.
//!
//! The input is memory-mapped and a slice is written in pieces, so files larger than memory work;
//! what lists pick is copied into memory first. Standard input and compressed arrays of an archive
//! are first copied to a temporary file. Elements are moved as bytes: any dtype of fixed size, and
//! any byte order, keeps its own.

mod archive;
mod header;
mod input;
mod output;

use std::path::Path;

pub use input::Input;
pub use output::begin;
use tslice::{DynSpec, traits::AsEncoding};
use tslice_explain::EntryKind;

use crate::spec;
use crate::whole_file::WholeFile;

/// Slices one file into another; returns what was done.
///
/// # Errors
///
/// One message: for an input that is not an array of elements of a fixed size, a malformed spec, a
/// spec that does not fit the array, or an output that exists, unless `replace` says that it may
/// go.
pub fn slice_file(from: &Path, text: &str, to: &Path, replace: bool) -> Result<String, String> {
    let input = Input::open(from)?;
    let (descr, shape) = (&input.header.descr, &input.header.shape);
    let (spec, report) = spec::read(text, shape)?;
    let (sliced, has_lists) = (
        report.result_shape(),
        report
            .entries()
            .iter()
            .any(|entry| entry.kind == EntryKind::List),
    );
    let file = || WholeFile::create(to, replace);
    match input.header.item_bytes {
        1 => slice_items::<1>(&input, &spec, has_lists, file()?, sliced),
        2 => slice_items::<2>(&input, &spec, has_lists, file()?, sliced),
        4 => slice_items::<4>(&input, &spec, has_lists, file()?, sliced),
        8 => slice_items::<8>(&input, &spec, has_lists, file()?, sliced),
        16 => slice_items::<16>(&input, &spec, has_lists, file()?, sliced),
        _ => slice_items::<1>(
            &input,
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
        "{from} {shape:?} [{spec}] -> {to} {sliced:?}, dtype {descr}{hint}"
    ))
}

/// The bools of a file with one axis.
///
/// # Errors
///
/// One message: for an input that is not such an array.
pub fn mask(path: &Path) -> Result<Vec<bool>, String> {
    let input = Input::open(path)?;
    let (descr, shape) = (&input.header.descr, &input.header.shape);
    if shape.len() != 1 || !descr.contains("b1") || input.header.item_bytes != 1 {
        return Err(format!(
            "{}: dtype {descr} of shape {shape:?} is not a list of bools",
            path.display()
        ));
    }
    Ok(input.view::<1>()?.iter().map(|byte| *byte != [0]).collect())
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
    input: &Input,
    spec: &DynSpec,
    has_lists: bool,
    file: WholeFile,
    shape: &[usize],
) -> Result<(), String> {
    let (all, descr) = (input.view::<N>()?, &input.header.descr);
    let at = |error: &dyn std::fmt::Display| {
        format!("[{spec}] on shape {:?}: {error}", input.header.shape)
    };
    if has_lists {
        let picked = all.try_pick(spec).map_err(|e| at(&e))?;
        return output::write(file, descr, shape, &picked.view());
    }
    let sliced = all.try_slice(spec).map_err(|e| at(&e))?;
    input.expect(&sliced);
    output::write(file, descr, shape, &sliced)
}
