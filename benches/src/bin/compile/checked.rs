//! What `checked!` costs the compiler.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::measure::{dependency, measure, write};

const FUNCTIONS: usize = 1000;
const RUNS: usize = 9;

/// What `checked!` costs more than `s!`, on an array of a static shape.
pub(crate) fn checked_table() {
    let mut table = format!(
        "# What a call of `checked!` costs the compiler\n\nWritten by `cargo run --release -p tslice-benches --bin compile checked`. \
         `checked!` beside `s!`, on arrays of one static shape, 1,000 functions that also read an element of the result. Where the \
         bounds are new, no two functions have the same ones, so that each result is of a type of its own; otherwise all \
         have the same. User time of rustc, the best of {RUNS} runs in turns, incremental off.\n\n\
         | entries | bounds | `s!`, check, ms a function | `checked!` | more |\n|---|---|---|---|---|\n",
    );
    for (entries, new) in [
        (1, false),
        (2, false),
        (3, false),
        (6, false),
        (2, true),
        (3, true),
        (6, true),
    ] {
        let crates = ["s", "checked"].map(|name| {
            let functions =
                (0..FUNCTIONS).map(|i| checked_function(name, if new { i } else { 0 }, i, entries));
            let header = "use tslice::{Array, Ref, Shape, checked, s};\n\
                          type A<'a> = Array<Ref<'a, f32>, Shape![480, 640, 30, 40, 50]>;";
            let body: String = functions.collect();
            write(&format!("tslice-{name}"), &dependency(), header, &body)
        });
        let [plain, checked] = measure(crates.each_ref().map(PathBuf::as_path), &["check"], RUNS)
            .map(|(seconds, _)| seconds * 1e3 / FUNCTIONS as f64);
        let _ = writeln!(
            table,
            "| {entries} | {} | {plain:.2} | {checked:.2} | {:.2} |",
            if new { "new" } else { "the same" },
            checked - plain
        );
    }
    print!("{table}");
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/CHECKED.md"), table)
        .expect("the table is written");
}

/// Function number `i`, with bounds number `bounds`.
fn checked_function(name: &str, bounds: usize, i: usize, entries: usize) -> String {
    let (begin, end) = (bounds % 400, 401 + bounds / 400 * 50);
    let (entries, rank) = match entries {
        1 => (format!("{begin}"), 4),
        2 => (format!("{begin}, {begin}:{end}"), 4),
        3 => (format!("{begin}, {begin}:{end}, ::2"), 4),
        _ => (format!("{begin}, {begin}:{end}, .., newaxis, :-3:-1, :"), 5),
    };
    let zeros = vec!["0"; rank].join(", ");
    format!("pub fn f{i}(a: &A<'_>) -> f32 {{ a.slice({name}![{entries}])[[{zeros}]] }}\n")
}
