//! Commands that are programs of their own, because they are large.

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::{Command, ExitCode};

/// Runs `tslice-NAME`, which lies beside this program or on the path, and returns its exit status.
///
/// # Errors
///
/// One message: how to install the program if it is missing, or why it cannot be run.
pub fn run(name: &str, arguments: &[OsString]) -> Result<ExitCode, String> {
    let program = format!("tslice-{name}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe()
        .ok()
        .map(|this| this.with_file_name(&program))
        .filter(|path| path.is_file());
    let status = Command::new(beside.unwrap_or_else(|| program.clone().into()))
        .args(arguments)
        .status();
    let status = status.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            format!(
                "the program `{program}` is not here: in the folder of the sources, \
                 `cargo install --path crates/tslice-{name} --features cli`"
            )
        }
        _ => format!("{program}: {error}"),
    })?;
    // A program that was ended by a signal has no status.
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
