//! `cargo run --release -p tslice-benches --bin compile`: what a call of `s!` costs the compiler,
//! beside ndarray's.
//!
//! Writes crates of many functions into `target/compile`, lets cargo check and build them without
//! incremental state, and prints tables; with the argument `checked`, only what `checked!` costs.
//! As the compiler's wrapper (`RUSTC_WRAPPER`) the same program measures one run of rustc.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use object::{Object as _, ObjectSymbol as _, SymbolKind};

use self::checked::checked_table;
use self::measure::{REPORT, dependency, measure, wrapped, write};

mod checked;
mod measure;

const RUNS: usize = 3;

/// What cannot be had together, and what is chosen.
const CHOSEN: &str = "
## What is chosen

A slice that takes one or two axes is inlined. Its view takes less than 2 ns; ndarray's is a call and takes 16 to 29 (RESULTS.md). Therefore \
one and two entries cost the compiler more than ndarray's at release, and are more machine code. Slices of more axes call a function \
that all of them share.

The clean build is longer than ndarray's. Kernels and language are compiled beside the macros; the rest is the front end of \
`tslice-core`, which is one thread. It holds more than slicing: zips, joins, printing, proofs and static shapes.
";

fn main() -> ExitCode {
    match std::env::var_os(REPORT) {
        Some(report) => wrapped(Path::new(&report)),
        None => {
            if std::env::args().nth(1).as_deref() != Some("checked") {
                tables();
            }
            checked_table();
            ExitCode::SUCCESS
        }
    }
}

/// A library whose calls are counted.
struct Library {
    name: &'static str,
    dependency: String,
    header: &'static str,
    /// Function number i on a tensor of the given rank, with a slice of an entry for each axis or
    /// with none.
    function: fn(i: usize, rank: usize, sliced: bool) -> String,
}

fn tables() {
    let libraries = [
        Library {
            name: "tslice",
            dependency: dependency(),
            header: "use tslice::{Tensor, View, s};",
            function: |i, rank, sliced| match sliced {
                false => {
                    format!(
                        "pub fn f{i}(t: &Tensor<f32, {rank}>) -> View<'_, f32, {rank}> {{ t.view() }}"
                    )
                }
                true => format!(
                    "pub fn f{i}(t: &Tensor<f32, {rank}>) -> View<'_, f32, {}> {{ t.slice(s![{}, {}]) }}",
                    rank - 1,
                    i % 7,
                    entry_list(i, rank, ":")
                ),
            },
        },
        Library {
            name: "ndarray",
            dependency: "ndarray = \"0.17\"".to_owned(),
            header: "use ndarray::*;",
            function: |i, rank, sliced| match sliced {
                false => {
                    format!(
                        "pub fn f{i}(t: &Array{rank}<f32>) -> ArrayView{rank}<'_, f32> {{ t.view() }}"
                    )
                }
                true => format!(
                    "pub fn f{i}(t: &Array{rank}<f32>) -> ArrayView{}<'_, f32> {{ t.slice(s![{}, {}]) }}",
                    rank - 1,
                    i % 7,
                    entry_list(i, rank, "..").replace("::", "..;")
                ),
            },
        },
    ];
    let mut table = format!(
        "# What a call of `s!` costs the compiler\n\nWritten by `cargo run --release -p tslice-benches --bin compile`. Each \
         function holds one slice with an entry for each axis; from its time is taken that of a function which returns the \
         whole view. User time of rustc per call and its peak memory, incremental off, the best of {RUNS} runs.\n\n\
         | library | functions | entries | check, ms a call | release, ms a call | check, MB | release, MB |\n\
         |---|---|---|---|---|---|---|\n"
    );
    for (functions, entries) in [
        (500, 3),
        (1000, 3),
        (2000, 3),
        (1000, 1),
        (1000, 2),
        (1000, 6),
    ] {
        for library in &libraries {
            let _ = writeln!(table, "{}", row(library, functions, entries));
        }
    }
    table.push_str(
        "\nMachine code at release, bytes: a function with one slice of a tensor that has an axis for each entry, and what it \
         calls that other functions of its kind share with it; what the library's own object holds is not counted.\n\n\
         | library | entries | function | shared |\n|---|---|---|---|\n",
    );
    for entries in [1, 2, 3, 6] {
        for library in &libraries {
            let (function, shared) = machine_code(library, entries);
            let _ = writeln!(
                table,
                "| {} | {entries} | {function} | {shared} |",
                library.name
            );
        }
    }
    table.push_str(
        "\nA clean `cargo build` of the library with its dependencies, incremental off as for all that comes from a registry, \
         seconds:\n\n",
    );
    // In turns, so that neither has the machine in a better mood.
    let mut best = [f64::INFINITY; 2];
    for _ in 0..2 * RUNS {
        for (library, best) in libraries.iter().zip(&mut best) {
            *best = best.min(clean_build(library));
        }
    }
    for (library, seconds) in libraries.iter().zip(best) {
        let _ = writeln!(table, "- {}: {seconds:.1}", library.name);
    }
    table.push_str(CHOSEN);
    print!("{table}");
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/COMPILE.md"), table)
        .expect("the table is written");
}

/// Bytes of a function with one slice, and of all else that comes with it.
fn machine_code(library: &Library, entries: usize) -> (u64, u64) {
    let directory = write_crate(library, 1, entries, true);
    let object = std::path::absolute(directory.join("functions.o")).expect("a path");
    let status = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--"])
        .arg(format!("--emit=obj={}", object.display()))
        .arg("-Ccodegen-units=1")
        .current_dir(&directory)
        .env("CARGO_TARGET_DIR", "target")
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{} does not compile",
        directory.display()
    );
    let bytes = std::fs::read(object).expect("rustc wrote it");
    let file = object::File::parse(&*bytes).expect("an object file");
    let code = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text);
    code.fold((0, 0), |(function, shared), symbol| {
        if symbol
            .name()
            .is_ok_and(|name| name.contains("9functions2f0"))
        {
            (function + symbol.size(), shared)
        } else {
            (function, shared + symbol.size())
        }
    })
}

/// Seconds of one build; the dependencies are fetched before.
fn clean_build(library: &Library) -> f64 {
    let directory = write_crate(library, 0, 3, false);
    let target = std::path::absolute(directory.join("clean")).expect("a path");
    let _ = std::fs::remove_dir_all(&target);
    let started = Instant::now();
    let status = Command::new(env!("CARGO"))
        .args(["build", "-q"])
        .current_dir(&directory)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{}",
        directory.display()
    );
    started.elapsed().as_secs_f64()
}

/// The entries after the index, n - 1 of them.
fn entry_list(i: usize, n: usize, range: &str) -> String {
    let entries = (1..n).map(|k| match k % 2 {
        1 => format!("{}{range}-1", i % 5 + k),
        _ => format!("::{}", i % 3 + 2),
    });
    entries.collect::<Vec<_>>().join(", ")
}

fn row(library: &Library, functions: usize, entries: usize) -> String {
    let [with, without] = [true, false].map(|sliced| {
        let directory = write_crate(library, functions, entries, sliced);
        [&["check"][..], &["build", "--release"][..]].map(|command| {
            let [best] = measure([&directory], command, RUNS);
            best
        })
    });
    let mut line = format!("| {} | {functions} | {entries} |", library.name);
    for (with, without) in with.iter().zip(&without) {
        let _ = write!(
            line,
            " {:.2} |",
            (with.0 - without.0) * 1e3 / functions as f64
        );
    }
    for with in &with {
        let _ = write!(line, " {:.0} |", with.1 / 1024.0);
    }
    line
}

fn write_crate(library: &Library, functions: usize, rank: usize, sliced: bool) -> PathBuf {
    let bodies: Vec<String> = (0..functions)
        .map(|i| (library.function)(i, rank, sliced))
        .collect();
    write(
        library.name,
        &library.dependency,
        library.header,
        &bodies.join("\n"),
    )
}
