//! `cargo run --release -p tslice-benches --bin here`: ten rows that matter, on this machine,
//! without Python, in two minutes at most: a table to paste into an issue, with the processor and
//! its instructions.

use std::time::Duration;

use tslice::__private::Level;
use tslice_benches::case::{Build, MEMCPY, OURS};
use tslice_benches::contest::{self, Effort};
use tslice_benches::report::machine;
use tslice_benches::{computes, copies, gathers, writes};

/// The rows, each by words of its name.
const ROWS: [&str; 10] = [
    "img crop",
    "img mirror",
    "img BGR to RGB",
    "img one channel",
    "img to planes",
    "f32 1024^2 transposed",
    "f32 1024^2 `:, ::2`",
    "NCHW crop",
    "gather_nd, 1 M elements",
    "stencil, f32 1000^2",
];

const EFFORT: Effort = Effort {
    buffers: 1,
    rounds: 15,
    sample: Duration::from_millis(20),
    budget: Duration::from_secs(8),
};

fn main() {
    println!(
        "- {}, {}, {}\n",
        machine::processor(),
        std::env::consts::ARCH,
        Level::current().name()
    );
    println!("| row | tslice us | memcpy / tslice | ndarray / tslice |\n|---|---|---|---|");
    let all: Vec<Build> = [
        copies::cases(),
        writes::cases(),
        gathers::cases(),
        computes::cases(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut found = [false; ROWS.len()];
    for build in all {
        let mut case = build();
        let Some(row) = ROWS.iter().position(|row| case.name.starts_with(row)) else {
            continue;
        };
        if std::mem::replace(&mut found[row], true) {
            continue;
        }
        let digests: Vec<_> = case
            .entrants
            .iter_mut()
            .map(|entrant| entrant.runner.digest())
            .collect();
        let times = contest::time(&mut case.entrants, EFFORT);
        let of = |name: &str| {
            case.entrants
                .iter()
                .position(|entrant| entrant.name == name)
        };
        let ours = of(OURS).expect("every case has it");
        let ratio = |name: &str| match of(name) {
            Some(at) => format!("{:.2}", times[at].best / times[ours].best),
            None => String::from("-"),
        };
        let differs = of("ndarray").is_some_and(|at| digests[at] != digests[ours]);
        let note = if differs {
            ", whose output differs"
        } else {
            ""
        };
        let name = &case.name;
        println!(
            "| {name} | {:.1} | {} | {}{note} |",
            times[ours].best / 1000.0,
            ratio(MEMCPY),
            ratio("ndarray")
        );
    }
    for (row, _) in ROWS.iter().zip(found).filter(|(_, found)| !found) {
        println!("| {row} | not found | | |");
    }
}
