//! How a program reads its arguments and ends.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Prints the report, or the message behind the program's name, and returns the exit status.
///
/// A standard output that is full or closed is an error with a message, not a panic.
pub fn end(name: &str, result: Result<String, String>) -> ExitCode {
    let shown = result.and_then(|report| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{report}")
            .and_then(|()| out.flush())
            .map_err(|e| format!("standard output: {e}"))
    });
    let Err(message) = shown else {
        return ExitCode::SUCCESS;
    };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "{name}: {message}");
    ExitCode::FAILURE
}

/// The arguments without `--force`, and whether it was among them.
#[must_use]
pub fn arguments() -> (Vec<OsString>, bool) {
    let (force, others): (Vec<_>, Vec<_>) = std::env::args_os()
        .skip(1)
        .partition(|argument| argument == "--force");
    (others, !force.is_empty())
}

/// An argument that must be text.
///
/// # Errors
///
/// If it is not UTF-8.
pub fn text(argument: &OsString) -> Result<&str, String> {
    argument
        .to_str()
        .ok_or_else(|| format!("{}: not UTF-8", argument.display()))
}
