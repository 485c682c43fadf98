//! `cargo run --release --example npy -- in.npy "::2, ..., ::-1" out.npy`: slices a NumPy file by a spec in text.
//!
//! The input is memory-mapped and the output written in pieces, so files larger than memory work. Elements are moved as
//! bytes: any plain dtype and byte order keeps its own.

mod demo;
mod input;
mod output;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use input::Input;
use tslice::{DynSpec, DynView};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match &arguments[..] {
        [] => demo::run(),
        [from, spec, to] => slice_file(Path::new(from), &spec.to_string_lossy(), Path::new(to)),
        _ => Err("usage: npy IN.npy SPEC OUT.npy, or nothing at all for a demonstration".to_owned()),
    };
    // One write that may fail: a reader that goes away, as `head` does, is no reason to panic.
    let shown = result.and_then(|report| {
        writeln!(std::io::stdout(), "{report}").map_err(|e| format!("standard output: {e}"))
    });
    match shown {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("npy: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Slices one file into another that is not there yet; returns what was done.
fn slice_file(from: &Path, spec: &str, to: &Path) -> Result<String, String> {
    let spec: DynSpec = spec.parse().map_err(|e| format!("the spec is malformed: {e}"))?;
    if to.exists() {
        return Err(format!("{}: exists already, nothing was written", to.display()));
    }
    let input = Input::open(from)?;
    let shape = match input.item_bytes {
        1 => slice_items::<1>(&input, &spec, to),
        2 => slice_items::<2>(&input, &spec, to),
        4 => slice_items::<4>(&input, &spec, to),
        8 => slice_items::<8>(&input, &spec, to),
        16 => slice_items::<16>(&input, &spec, to),
        32 => slice_items::<32>(&input, &spec, to),
        n => Err(format!(
            "{}: dtype {} has items of {n} bytes, which no number has",
            from.display(),
            input.descr
        )),
    }?;
    Ok(format!(
        "{} {:?} [{spec}] -> {} {shape:?}, dtype {}",
        from.display(),
        input.shape,
        to.display(),
        input.descr
    ))
}

fn slice_items<const N: usize>(input: &Input, spec: &DynSpec, to: &Path) -> Result<Vec<usize>, String> {
    let all: DynView<'_, [u8; N]> = input.view()?;
    let sliced = all.try_slice(spec).map_err(|e| format!("[{spec}] on shape {:?}: {e}", input.shape))?;
    input.expect(&sliced);
    output::write(to, &input.descr, &sliced)?;
    Ok(sliced.shape().to_vec())
}
