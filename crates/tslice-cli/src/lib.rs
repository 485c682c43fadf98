//! What the command does, without its arguments.
//!

#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

use std::io::Write;
use std::path::Path;

pub mod beside;
pub mod explain;
pub mod format;
#[allow(unsafe_code, reason = "a file is mapped into memory")]
pub mod npy;
pub mod spec;
pub mod whole_file;

/// Prints a report, on standard error if the output of the program is standard output.
///
/// # Errors
///
/// One message: if it cannot be written.
pub fn tell(report: &str, output: Option<&Path>) -> Result<(), String> {
    let is_piped = output.is_some_and(|output| whole_file::is_standard(output, "stdout"));
    let out: &mut dyn Write = if is_piped {
        &mut std::io::stderr()
    } else {
        &mut std::io::stdout()
    };
    // Where it is standard error that cannot be written, the message is lost, too.
    let end = if report.is_empty() || report.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    write!(out, "{report}{end}")
        .and_then(|()| out.flush())
        .map_err(|error| format!("standard output: {error}"))
}

/// Lets an interrupt, a hangup or a request to terminate remove the unfinished files before the
/// program ends.
///
/// A signal that the program was started without, as by `nohup`, stays so.
pub fn remove_unfinished_files_when_interrupted() {
    // Without a handler the program ends all the same, and a side file may stay.
    let _ = ctrlc::try_set_handler(|| whole_file::abandon());
}
