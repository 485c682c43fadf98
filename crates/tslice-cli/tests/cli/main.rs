//! The command as its users run it.

mod beside;
mod crossing;
mod explain;
mod files;
mod format;
mod hostile;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle is a module of other tests, too"
)]
#[path = "../../../../tests/src/crossing.rs"]
mod kinds;
mod npy;
mod outcome;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use outcome::{directory, names, printed, refused};

fn command(name: &str, directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tslice"));
    command.arg(name).current_dir(directory);
    command
}

fn run(name: &str, directory: &Path, arguments: &[&str]) -> Output {
    command(name, directory)
        .args(arguments)
        .output()
        .expect("it runs")
}

#[track_caller]
fn fails(name: &str, directory: &Path, arguments: &[&str], words: &[&str]) {
    refused(&run(name, directory, arguments), 1, words);
}

#[track_caller]
fn misused(name: &str, directory: &Path, arguments: &[&str], words: &[&str]) {
    refused(&run(name, directory, arguments), 2, words);
}

#[test]
fn closed_standard_output_is_an_error() {
    let directory = directory();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut explain = command("explain", directory.path());
    let output = explain
        .args(["1", "5x5"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .output();
    refused(
        &output.expect("it runs"),
        1,
        &["tslice explain: standard output"],
    );
}

#[test]
fn wrong_arguments_are_told_with_the_usage() {
    let directory = directory();
    misused(
        "slice",
        directory.path(),
        &[],
        &["unrecognized subcommand 'slice'", "Usage: tslice"],
    );
    misused(
        "fmt",
        directory.path(),
        &[],
        &["<FILE>...", "Usage: tslice fmt"],
    );
    misused(
        "explain",
        directory.path(),
        &["1", "5", "--force"],
        &["--svg <FILE>"],
    );
}
