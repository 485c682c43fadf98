//! `cargo run --release -p tslice-zarr --example zarr -- PATH_OR_URL "::4, ::4, 10" out.npy`: slices a Zarr array into a NumPy file.
//!
//! A spec may have lists, `"[0, 5, 2], ..., 10:20"`, and names of axes, `"time=::2, channel=0"`.
//! Tells shape, chunks and bytes before it reads; with `--dry-run` it stops there. URLs need `--features http` or `--features s3`.
//! Without arguments, it makes an array, slices it and shows the results as a picture.

mod demo;
mod pointing;
mod progress;
mod save;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use tslice::DynSpec;
use tslice_examples::program;
use tslice_zarr::ZarrArray;

const USAGE: &str =
    "usage: zarr PATH_OR_URL SPEC [OUT.npy [--force] | --dry-run], or nothing at all for a demonstration";

fn main() -> ExitCode {
    program::end("zarr", slice())
}

/// Returns the last lines of what is printed.
fn slice() -> Result<String, String> {
    let (arguments, replace) = program::arguments();
    let texts: Vec<&str> = arguments.iter().map(program::text).collect::<Result<_, _>>()?;
    let (flags, texts): (Vec<&str>, Vec<&str>) = texts.into_iter().partition(|&text| text == "--dry-run");
    match (&texts[..], flags.is_empty()) {
        ([], true) => demo::run(),
        ([from, spec], false) => run(from, spec, None),
        // What would be read is the same, whatever it would be written to.
        ([from, spec, _], false) => run(from, spec, None),
        ([from, spec, to], true) => run(from, spec, Some((Path::new(to), replace))),
        _ => Err(USAGE.to_owned()),
    }
}

fn run(from: &str, text: &str, to: Option<(&Path, bool)>) -> Result<String, String> {
    let array = tslice_zarr::open(from).map_err(|e| e.to_string())?;
    let spec = array.spec(text).map_err(|e| format!("the spec is malformed: {e}"))?;
    let part = array.try_tpick(&spec).map_err(|e| {
        format!("[{spec}] of shape {:?}: {}", array.shape(), pointing::words(&e, text, array.rank()))
    })?;
    tell(&describe(from, &spec, &array, &part))?;
    let cost = part.cost().map_err(|e| e.to_string())?;
    let before = format!("reads {} in {} requests", progress::bytes(cost.bytes), cost.requests);
    let Some((to, replace)) = to else { return Ok(before) };
    tell(&before)?;
    save::save(&part, cost, to, replace)
}

fn describe(from: &str, spec: &DynSpec, array: &ZarrArray, part: &ZarrArray) -> String {
    let count =
        |count: Option<usize>| count.map_or("more than can be counted".to_owned(), |count| count.to_string());
    let (name, of) = match array.subchunk() {
        Some(subchunk) => ("shards", format!(", of which parts of shape {subchunk:?} are read")),
        None => ("chunks", String::new()),
    };
    let names: Vec<&str> = array.names().into_iter().flatten().collect();
    let axes = if names.is_empty() { String::new() } else { format!(", axes {}", names.join(", ")) };
    format!(
        "{from}: {} of shape {:?}{axes}\n[{spec}] has shape {:?}, and touches {} of {} {name}{of}",
        array.data_type(),
        array.shape(),
        part.shape(),
        count(part.chunks()),
        count(array.chunks()),
    )
}

/// Prints lines. A standard output that is full or closed is an error with a message, not a panic.
fn tell(lines: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{lines}").and_then(|()| out.flush()).map_err(|e| format!("standard output: {e}"))
}
