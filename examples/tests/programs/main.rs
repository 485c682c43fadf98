//! The example programs as their users run them.
//!
//! `cargo test -p tslice-examples` has built them before it runs this; with the name of a test,
//! `cargo build -p tslice-examples --examples` must come first.

mod contact_sheet;
// What the tests of the command `tslice` share with these.
#[path = "../../../crates/tslice-cli/tests/cli/outcome.rs"]
mod outcome;
mod photo;
mod png_file;
mod ported;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use outcome::{directory, names, printed, refused};

/// The program that cargo has built, no older than its sources.
fn program(example: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let built = test
        .parent()
        .and_then(Path::parent)
        .expect("target/debug/deps")
        .join("examples");
    let program = built.join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let modified = |path: &Path| path.metadata().and_then(|about| about.modified());
    let made = modified(&program).unwrap_or(SystemTime::UNIX_EPOCH);
    // What a program was built from is listed beside it, as in a makefile.
    let listed = std::fs::read_to_string(built.join(format!("{example}.d"))).unwrap_or_default();
    let sources = listed.split_whitespace().skip(1).map(Path::new);
    let current = !listed.is_empty()
        && sources
            .map(modified)
            .all(|at| at.is_ok_and(|at| at <= made));
    assert!(
        current,
        "{}: not built yet, or not anew: run `cargo build -p tslice-examples --examples`",
        program.display()
    );
    program
}

fn command(example: &str, directory: &Path) -> Command {
    let mut command = Command::new(program(example));
    command.current_dir(directory);
    command
}

fn run(example: &str, directory: &Path, arguments: &[&str]) -> Output {
    command(example, directory)
        .args(arguments)
        .output()
        .expect("it runs")
}

#[track_caller]
fn fails(example: &str, directory: &Path, arguments: &[&str], words: &[&str]) {
    refused(&run(example, directory, arguments), 1, words);
}

const PROGRAMS: [&str; 2] = ["photo", "contact_sheet"];

#[test]
fn closed_standard_output_is_an_error() {
    for name in PROGRAMS {
        let directory = directory();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(name, directory.path())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output();
        refused(&output.expect("it runs"), 1, &[name, "standard output"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_standard_output_is_an_error() {
    for name in PROGRAMS {
        let directory = directory();
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let output = command(name, directory.path())
            .stdout(full)
            .stderr(Stdio::piped())
            .output();
        refused(&output.expect("it runs"), 1, &[name, "standard output"]);
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_utf_8_are_errors() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"\xff.png");
    for name in PROGRAMS {
        for count in 1..5 {
            let directory = directory();
            let output = command(name, directory.path())
                .args(vec![odd; count])
                .output()
                .expect("it runs");
            refused(&output, 1, &[name]);
            assert_eq!(names(directory.path()), Vec::<String>::new());
        }
    }
}

#[test]
#[cfg(unix)]
fn input_from_pipe_or_device_is_refused() {
    let directory = directory();
    let pipe = directory.path().join("pipe.png");
    let made = Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    fails(
        "photo",
        directory.path(),
        &["pipe.png"],
        &["pipe.png: not a regular file"],
    );
    fails(
        "contact_sheet",
        directory.path(),
        &[".", "out.png"],
        &["pipe.png: not a regular file"],
    );
    assert_eq!(names(directory.path()), ["pipe.png"]);
}
