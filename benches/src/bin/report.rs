//! `cargo run --release -p tslice-benches --bin report`: times the cases and writes `benches/RESULTS.md`.
//!
//! `quick` runs every case for a moment and writes nothing: whether the harness works.

use std::fmt::Write as _;
use std::time::Duration;

use tslice_benches::{contest, copies, views};

/// How long to measure: samples of each entrant, and the length of one.
#[derive(Clone, Copy)]
struct Effort {
    rounds: usize,
    sample: Duration,
}

fn main() {
    let quick = std::env::args().nth(1).is_some_and(|argument| argument == "quick");
    let effort = if quick {
        Effort { rounds: 2, sample: Duration::from_micros(200) }
    } else {
        Effort { rounds: 25, sample: Duration::from_millis(4) }
    };
    let mut report = format!(
        "# Results\n\nWritten by `cargo run --release -p tslice-benches --bin report`. One thread, entrants in turn in one \
         session, the best of {} samples; outputs were compared before. Processor: {}.\n\n",
        effort.rounds,
        processor()
    );
    copies_table(&mut report, effort);
    views_table(&mut report, effort);
    print!("\n{report}");
    if !quick {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md"), report)
            .expect("the results are written");
    }
}

/// The limit of a case is memcpy's time for the bytes that must move: every cache line that holds a wanted element once,
/// every byte of the output once.
fn copies_table(report: &mut String, effort: Effort) {
    report.push_str(
        "## Copies into a buffer that is there\n\n`memcpy` copies as many bytes as the output has; the limit is its time for \
         every cache line that holds a wanted element and every byte of the output. Spread: median over best, ours.\n\n\
         | case | output bytes | tslice µs | memcpy µs | ndarray 0.17 `assign` µs | times memcpy | times the limit | \
         ndarray / tslice | spread |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    let (mut ratios, mut count) = (0.0, 0.0);
    for (name, build) in copies::cases() {
        eprintln!("{name}");
        let mut case = build();
        for entrant in &mut case.entrants {
            (entrant.run)();
        }
        assert!((case.entrants[0].output)() == (case.entrants[2].output)(), "{name}: outputs differ");
        let timings = contest::time(&mut case.entrants, effort.rounds, effort.sample);
        let [ours, memcpy, ndarray] = [0, 1, 2].map(|entrant| timings[entrant].best / 1e3);
        let limit = memcpy * case.moved_bytes as f64 / (2 * case.output_bytes) as f64;
        (ratios, count) = (ratios + (ndarray / ours).ln(), count + 1.0);
        let _ = writeln!(
            report,
            "| {name} | {} | {ours:.2} | {memcpy:.2} | {ndarray:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            case.output_bytes,
            ours / memcpy,
            ours / limit,
            ndarray / ours,
            timings[0].median / timings[0].best
        );
    }
    let _ = writeln!(report, "\nGeometric mean of ndarray / tslice: {:.2}.\n", f64::exp(ratios / count));
}

fn views_table(report: &mut String, effort: Effort) {
    eprintln!("views");
    report.push_str("## Making a view, without a copy\n\n| view | ns a call |\n|---|---|\n");
    for (name, nanos) in views::run(effort.rounds, effort.sample) {
        let _ = writeln!(report, "| {name} | {nanos:.1} |");
    }
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    name.trim_start_matches([' ', '\t', ':']).to_owned()
}
