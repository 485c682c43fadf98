//! `tslice`: the command. `tslice --help` says what it does.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tslice_cli::{beside, explain, format, npy, whole_file};

/// Slices as NumPy writes them: explained, applied to files, formatted in Rust sources
#[derive(Parser)]
#[command(name = "tslice", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what a spec does to a shape, entry by entry, and draw it
    Explain {
        /// A spec, as in "1, 2:4, ..., ::-1"
        #[arg(allow_hyphen_values = true)]
        spec: String,
        /// Lengths with x between them, as in 3x5x5
        shape: String,
        /// Write the picture to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Replace a picture that exists
        #[arg(long, requires = "svg")]
        force: bool,
    },
    /// Slice a NumPy file into another
    Npy {
        /// The file to slice
        #[arg(value_name = "IN")]
        from: PathBuf,
        /// A spec, as in "::2, ..., ::-1"
        #[arg(allow_hyphen_values = true)]
        spec: String,
        /// The file to write
        #[arg(value_name = "OUT")]
        to: PathBuf,
        /// Replace an output that exists
        #[arg(long)]
        force: bool,
    },
    /// Slice a Zarr array, in a directory or behind a URL, into a NumPy file
    ///
    /// Runs the program `tslice-zarr`, which `cargo install tslice-zarr --features cli` installs.
    #[command(disable_help_flag = true)]
    Zarr {
        /// PATH_OR_URL SPEC [OUT], and --help for more
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Format the specs in Rust sources, which rustfmt leaves alone
    Fmt {
        /// Write nothing, and fail if a file would change
        #[arg(long)]
        check: bool,
        /// Rust sources; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let (name, result) = match Arguments::parse().command {
        Command::Explain { spec, shape, svg, force } => {
            ("explain", explain::run(&spec, &shape, svg.as_deref(), force))
        }
        Command::Npy { from, spec, to, force } => ("npy", npy::slice_file(&from, &spec, &to, force)),
        Command::Zarr { arguments } => match beside::run("zarr", &arguments) {
            Ok(status) => return status,
            Err(message) => ("zarr", Err(message)),
        },
        Command::Fmt { check, files } => ("fmt", fmt(&files, check)),
    };
    let shown = result.and_then(|report| {
        let mut out = std::io::stdout().lock();
        let end = if report.is_empty() || report.ends_with('\n') { "" } else { "\n" };
        write!(out, "{report}{end}")
            .and_then(|()| out.flush())
            .map_err(|error| format!("standard output: {error}"))
    });
    let Err(message) = shown else { return ExitCode::SUCCESS };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "tslice {name}: {message}");
    ExitCode::FAILURE
}

/// Formats each file in its place, or only names those that would change. A file that cannot be formatted stays, and so do the others.
fn fmt(files: &[PathBuf], check: bool) -> Result<String, String> {
    let mut formatted = Vec::new();
    let mut output = String::new();
    for file in files {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let standard = file == Path::new("-");
        let mut source = String::new();
        let read = match standard {
            true => std::io::stdin().read_to_string(&mut source).map(|_| ()),
            false => std::fs::read_to_string(file).map(|text| source = text),
        };
        read.map_err(|error| at(&error))?;
        let new = format::format(&source).map_err(|error| at(&error))?;
        if standard && !check {
            output += &new;
        } else if new != source {
            formatted.push((file, new));
        }
    }
    if check {
        let names: Vec<_> = formatted.iter().map(|(file, _)| file.display().to_string()).collect();
        return if names.is_empty() { Ok(output) } else { Err(format!("would format {}", names.join(", "))) };
    }
    for (file, new) in formatted {
        whole_file::replace(file, new.as_bytes())?;
    }
    Ok(output)
}
