//! `cargo run --release -p tslice-zarr --example zarr -- PATH_OR_URL "::4, ::4, 10" out.npy`: slices a Zarr array into a NumPy file.
//!
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
use tslice_zarr::ZarrArray;

const USAGE: &str =
    "usage: zarr PATH_OR_URL SPEC [OUT.npy | --dry-run], or nothing at all for a demonstration";

fn main() -> ExitCode {
    let (flags, arguments): (Vec<String>, Vec<String>) = match texts() {
        Ok(texts) => texts.into_iter().partition(|argument| argument == "--dry-run"),
        Err(message) => return end(Err(message)),
    };
    end(match (&arguments[..], flags.is_empty()) {
        ([], true) => demo::run(),
        ([from, spec], false) => run(from, spec, None),
        // What would be read is the same, whatever it would be written to.
        ([from, spec, _], false) => run(from, spec, None),
        ([from, spec, to], true) => run(from, spec, Some(Path::new(to))),
        _ => Err(USAGE.to_owned()),
    })
}

fn texts() -> Result<Vec<String>, String> {
    let text = |argument: std::ffi::OsString| {
        argument.into_string().map_err(|argument| format!("{}: not UTF-8", argument.display()))
    };
    std::env::args_os().skip(1).map(text).collect()
}

/// Prints the message behind the program's name, and returns the exit status.
fn end(result: Result<(), String>) -> ExitCode {
    let Err(message) = result else { return ExitCode::SUCCESS };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "zarr: {message}");
    ExitCode::FAILURE
}

fn run(from: &str, text: &str, to: Option<&Path>) -> Result<(), String> {
    let spec: DynSpec = text.parse().map_err(|e| format!("the spec is malformed: {e}"))?;
    let array = tslice_zarr::open(from).map_err(|e| e.to_string())?;
    let part = array.try_tslice(&spec).map_err(|e| {
        format!("[{spec}] of shape {:?}: {}", array.shape(), pointing::words(&e, text, array.rank()))
    })?;
    tell(&describe(from, &spec, &array, &part))?;
    let cost = part.cost().map_err(|e| e.to_string())?;
    tell(&format!("reads {} in {} requests", progress::bytes(cost.bytes), cost.requests))?;
    let Some(to) = to else { return Ok(()) };
    tell(&save::save(&part, cost, to)?)
}

fn describe(from: &str, spec: &DynSpec, array: &ZarrArray, part: &ZarrArray) -> String {
    let count =
        |count: Option<usize>| count.map_or("more than can be counted".to_owned(), |count| count.to_string());
    let (name, of) = match array.subchunk() {
        Some(subchunk) => ("shards", format!(", of which parts of shape {subchunk:?} are read")),
        None => ("chunks", String::new()),
    };
    format!(
        "{from}: {} of shape {:?}\n[{spec}] has shape {:?}, and touches {} of {} {name}{of}",
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
