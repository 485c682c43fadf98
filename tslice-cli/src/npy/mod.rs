//! Slicing a NumPy file by a spec in text.
//!
//! The input is memory-mapped and the output written in pieces, so files larger than memory work. Elements are moved as
//! bytes: any numeric dtype and byte order keeps its own.

mod header;
mod input;
mod output;

use std::path::Path;

pub use input::Input;
pub use output::write;
use tslice::{DynSpec, DynView};

/// Slices one file into another; returns what was done.
///
/// # Errors
///
/// One message: for a malformed spec, an input that is no numeric array, a spec that does not fit it, or an output that exists,
/// unless `replace` says that it may go.
pub fn slice_file(from: &Path, spec: &str, to: &Path, replace: bool) -> Result<String, String> {
    let spec: DynSpec = spec.parse().map_err(|e| format!("the spec is malformed: {e}"))?;
    let input = Input::open(from)?;
    let sliced = match input.header.item_bytes {
        1 => slice_items::<1>(&input, &spec, to, replace),
        2 => slice_items::<2>(&input, &spec, to, replace),
        4 => slice_items::<4>(&input, &spec, to, replace),
        8 => slice_items::<8>(&input, &spec, to, replace),
        16 => slice_items::<16>(&input, &spec, to, replace),
        32 => slice_items::<32>(&input, &spec, to, replace),
        n => Err(format!(
            "{}: dtype '{}' has items of {n} bytes, which no number has",
            from.display(),
            input.header.descr
        )),
    }?;
    let (from, to, header) = (from.display(), to.display(), &input.header);
    Ok(format!("{from} {:?} [{spec}] -> {to} {sliced:?}, dtype '{}'", header.shape, header.descr))
}

fn slice_items<const N: usize>(
    input: &Input,
    spec: &DynSpec,
    to: &Path,
    replace: bool,
) -> Result<Vec<usize>, String> {
    let all: DynView<'_, [u8; N]> = input.view()?;
    let sliced =
        all.try_slice(spec).map_err(|e| format!("[{spec}] on shape {:?}: {e}", input.header.shape))?;
    input.expect(&sliced);
    output::write(to, replace, &input.header.descr, &sliced)?;
    Ok(sliced.shape().to_vec())
}
