//! `tslice zarr PATH_OR_URL SPEC OUT.npy`, which runs this program: slices a Zarr array into a NumPy file.

mod pointing;
mod progress;
mod save;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tslice::DynSpec;
use tslice_cli::spec::pasted;
use tslice_zarr::ZarrArray;

/// Slice a Zarr array into a NumPy file
///
/// Tells shape, chunks and bytes before it reads. URLs need the feature `http` or `s3`.
#[derive(Parser)]
#[command(name = "tslice zarr", bin_name = "tslice zarr", version)]
struct Arguments {
    /// A directory, or a URL
    #[arg(value_name = "PATH_OR_URL")]
    from: OsString,
    /// A spec, which may have lists and names of axes, as in "::4, [0, 5], ..." and "time=::2, channel=0"
    #[arg(allow_hyphen_values = true)]
    spec: String,
    /// The file to write, - for standard output; without it, nothing is read
    #[arg(value_name = "OUT")]
    to: Option<PathBuf>,
    /// Read nothing
    #[arg(long)]
    dry_run: bool,
    /// Replace an output that exists
    #[arg(long, requires = "to")]
    force: bool,
}

fn main() -> ExitCode {
    tslice_cli::remove_unfinished_files_when_interrupted();
    let arguments = Arguments::parse();
    let Err(message) = run(&arguments) else { return ExitCode::SUCCESS };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "tslice zarr: {message}");
    ExitCode::FAILURE
}

fn run(Arguments { from, spec: text, to, dry_run, force }: &Arguments) -> Result<(), String> {
    let tell = |lines: &str| tslice_cli::tell(lines, to.as_deref());
    let array = tslice_zarr::open(from).map_err(|e| e.to_string())?;
    let hint = pasted(text, array.shape()).unwrap_or_default();
    let spec = array.spec(text).map_err(|e| format!("the spec is malformed: {e}{hint}"))?;
    let part = array.try_tpick(&spec).map_err(|e| {
        let words = pointing::words(&e, text, array.rank());
        format!("[{spec}] on shape {:?}: {words}{hint}", array.shape())
    })?;
    tell(&(describe(from, &spec, &array, &part) + &hint))?;
    let cost = part.cost().map_err(|e| e.to_string())?;
    let before = format!("reads {} in {} requests", progress::bytes(cost.bytes), cost.requests);
    tell(&before)?;
    match to.as_deref().filter(|_| !dry_run) {
        Some(to) => tell(&save::save(&part, cost, to, *force)?),
        None => Ok(()),
    }
}

fn describe(from: &OsStr, spec: &DynSpec, array: &ZarrArray, part: &ZarrArray) -> String {
    let count =
        |count: Option<usize>| count.map_or("more than can be counted".to_owned(), |count| count.to_string());
    let (name, of) = match array.subchunk() {
        Some(subchunk) => ("shards", format!(", of which parts of shape {subchunk:?} are read")),
        None => ("chunks", String::new()),
    };
    let names: Vec<&str> = array.names().into_iter().flatten().collect();
    let axes = if names.is_empty() { String::new() } else { format!(", axes {}", names.join(", ")) };
    format!(
        "{}: {} of shape {:?}{axes}\n[{spec}] has shape {:?}, and touches {} of {} {name}{of}",
        from.display(),
        array.data_type(),
        array.shape(),
        part.shape(),
        count(part.chunks()),
        count(array.chunks()),
    )
}
