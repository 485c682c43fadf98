//! `cargo run --release -p tslice-benches --bin report`: times the cases and prints the table.

use std::time::Duration;

use tslice_benches::{contest, copies, views};

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    if filter == "views" {
        for (name, nanos) in views::run(15, Duration::from_millis(2)) {
            println!("{name:50} {nanos:8.2} ns");
        }
        return;
    }
    println!(
        "{:42} {:>10} {:>10} {:>10} {:>8} {:>8} {:>8}",
        "case", "tslice us", "memcpy us", "ndarray us", "/memcpy", "/limit", "nd/ours"
    );
    for (name, build) in copies::cases() {
        if !name.contains(&filter) {
            continue;
        }
        let mut case = build();
        let timings = contest::time(&mut case.entrants, 15, Duration::from_millis(4));
        let (ours, expected) = ((case.entrants[0].output)(), (case.entrants[2].output)());
        assert!(ours == expected, "{name}: outputs differ");
        let micros: Vec<f64> = timings.iter().map(|t| t.best / 1e3).collect();
        let limit = micros[1] * case.moved_bytes as f64 / (2 * case.output_bytes) as f64;
        println!(
            "{name:42} {:10.2} {:10.2} {:10.2} {:8.2} {:8.2} {:8.2}",
            micros[0],
            micros[1],
            micros[2],
            micros[0] / micros[1],
            micros[0] / limit,
            micros[2] / micros[0]
        );
    }
}
