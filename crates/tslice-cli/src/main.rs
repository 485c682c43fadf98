//! `tslice`: the command. `tslice --help` says what it does.

use std::ffi::OsString;
use std::io::{Write, read_to_string};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tslice_cli::{beside, explain, format, npy, tell, whole_file};

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
        /// A spec, as in "1, 2:4, ..., ::-1", also with lists "[0, 2, -1]", groups "([0, 1], [2,
        /// 3])", windows "2:+3", and axes by number "-1 => ::2"
        #[arg(allow_hyphen_values = true)]
        spec: String,
        /// Lengths, as in 3x5x5, "3, 5, 5" or "[3, 5, 5]"
        shape: String,
        /// Write the picture to this file; - is standard output
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Replace a picture that exists
        #[arg(long, requires = "svg")]
        force: bool,
    },
    /// Slice a NumPy file into another
    Npy {
        /// The file to slice; a.npz:NAME and a.npy:NUMBER are one of its arrays, - is standard
        /// input
        #[arg(value_name = "IN", allow_hyphen_values = true)]
        from: PathBuf,
        /// A spec, as in "::2, ..., ::-1"; see explain
        #[arg(allow_hyphen_values = true)]
        spec: String,
        /// The file to write; - is standard output
        #[arg(value_name = "OUT")]
        to: PathBuf,
        /// Replace an output that exists
        #[arg(long)]
        force: bool,
    },
    /// Slice a Zarr array, in a directory or behind a URL, into a NumPy file or another Zarr array
    ///
    /// Runs the program `tslice-zarr`, which is installed from the folder of the sources: `cargo
    /// install --path crates/tslice-zarr --features cli`.
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
    tslice_cli::remove_unfinished_files_when_interrupted();
    let (name, result) = match Arguments::parse().command {
        Command::Explain {
            spec,
            shape,
            svg,
            force,
        } => {
            let result = explain::run(&spec, &shape, svg.as_deref(), force);
            (
                "explain",
                result.and_then(|report| tell(&report, svg.as_deref())),
            )
        }
        Command::Npy {
            from,
            spec,
            to,
            force,
        } => {
            let result = npy::slice_file(&from, &spec, &to, force);
            ("npy", result.and_then(|report| tell(&report, Some(&to))))
        }
        Command::Zarr { arguments } => match beside::run("zarr", &arguments) {
            Ok(status) => return status,
            Err(message) => ("zarr", Err(message)),
        },
        Command::Fmt { check, files } => (
            "fmt",
            fmt(&files, check).and_then(|output| tell(&output, None)),
        ),
    };
    let Err(message) = result else {
        return ExitCode::SUCCESS;
    };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "tslice {name}: {message}");
    ExitCode::FAILURE
}

/// Formats each file in its place, or only names those that would change. A file that cannot be
/// formatted stays, and so do the others.
fn fmt(files: &[PathBuf], check: bool) -> Result<String, String> {
    let mut formatted = Vec::new();
    let mut output = String::new();
    for file in files {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let standard = file == Path::new("-");
        // Asked before it is opened: a pipe would wait for a writer, and some devices never end.
        let is_other = |about: std::fs::Metadata| !standard && !about.is_file();
        if file.metadata().is_ok_and(is_other) {
            return Err(at(&"not a regular file"));
        }
        let source = if standard {
            read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(file)
        };
        let source = source.map_err(|error| at(&error))?;
        let new = format::format(&source).map_err(|error| at(&error))?;
        if standard && !check {
            output += &new;
        } else if new != source {
            formatted.push((file, source, new));
        }
    }
    if check {
        let names: Vec<_> = formatted
            .iter()
            .map(|(file, ..)| file.display().to_string())
            .collect();
        return if names.is_empty() {
            Ok(output)
        } else {
            Err(format!("would format {}", names.join(", ")))
        };
    }
    for (file, source, new) in formatted {
        match std::fs::read_to_string(file) {
            // The file was named twice.
            Ok(now) if now == new => {}
            Ok(now) if now == source => whole_file::write(file, true, new.as_bytes())?,
            Ok(_) => {
                return Err(format!(
                    "{}: changed while it was formatted, it stays",
                    file.display()
                ));
            }
            Err(error) => return Err(format!("{}: {error}", file.display())),
        }
    }
    Ok(output)
}
