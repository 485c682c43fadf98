//! Crates of many functions, and what rustc takes for them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

pub(crate) const REPORT: &str = "TSLICE_COMPILE_REPORT";

/// Runs rustc and notes how long it worked, and how much memory it took, for the crate of
/// functions.
pub(crate) fn wrapped(report: &Path) -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next().expect("cargo names the compiler");
    let arguments: Vec<_> = arguments.collect();
    let status = Command::new(rustc)
        .args(&arguments)
        .status()
        .expect("rustc runs");
    if arguments.iter().any(|argument| argument == "functions") {
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: room for one record.
        unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) };
        // SAFETY: zeroes are a record, and the call has written one.
        let usage = unsafe { usage.assume_init() };
        let seconds = usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 / 1e6;
        std::fs::write(report, format!("{seconds} {}", usage.ru_maxrss))
            .expect("the report is written");
    }
    ExitCode::from(u8::from(!status.success()))
}

pub(crate) fn dependency() -> String {
    format!(
        "tslice = {{ path = {:?} }}",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../tslice")
    )
}

pub(crate) fn write(name: &str, dependency: &str, header: &str, body: &str) -> PathBuf {
    let directory = Path::new("target/compile").join(name);
    std::fs::create_dir_all(directory.join("src")).expect("target can be written");
    let manifest = format!(
        "[package]\nname = \"functions\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n\
         [workspace]\n",
    );
    std::fs::write(directory.join("Cargo.toml"), manifest).expect("written");
    std::fs::write(
        directory.join("src/lib.rs"),
        format!("#![allow(unused)]\n{header}\n{body}"),
    )
    .expect("written");
    directory
}

/// User seconds and peak kilobytes of rustc on each crate of functions, the best of the runs. The
/// crates take turns, so that other work of the machine affects all of them.
pub(crate) fn measure<const N: usize>(
    crates: [&Path; N],
    command: &[&str],
    runs: usize,
) -> [(f64, f64); N] {
    let started = Instant::now();
    let mut best = [(f64::INFINITY, f64::INFINITY); N];
    for run in 0..=runs {
        for (directory, best) in crates.iter().zip(&mut best) {
            let (seconds, kilobytes) = once(directory, command);
            // The first run builds the dependencies.
            if run > 0 {
                *best = (best.0.min(seconds), best.1.min(kilobytes));
            }
        }
    }
    let names = crates
        .map(|directory| directory.display().to_string())
        .join(", ");
    eprintln!("{names} {}: {:.0?}", command.join(" "), started.elapsed());
    best
}

fn once(directory: &Path, command: &[&str]) -> (f64, f64) {
    let report = std::path::absolute(directory.join("report")).expect("a path");
    let source = directory.join("src/lib.rs");
    let text = std::fs::read_to_string(&source).expect("just written");
    std::fs::write(&source, text).expect("written");
    let status = Command::new(env!("CARGO"))
        .args(command)
        .arg("--quiet")
        .current_dir(directory)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", "target")
        .env(
            "RUSTC_WRAPPER",
            std::env::current_exe().expect("this program"),
        )
        .env(REPORT, &report)
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{} does not compile",
        directory.display()
    );
    let numbers = std::fs::read_to_string(&report).expect("the wrapper reported");
    let (seconds, kilobytes) = numbers.split_once(' ').expect("two numbers");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    (number(seconds), number(kilobytes))
}
