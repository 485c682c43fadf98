//! Cases with and without each kernel that takes part in them.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tslice::__private::{KernelName, Level, ran, switch_off};
use tslice_benches::case::{Build, OURS};
use tslice_benches::contest::Runner;
use tslice_benches::report::machine;
use tslice_benches::{computes, copies, gathers, sweep, walks, writes};

/// How often the operands of a case are made; their pages affect the times.
const BUFFERS: usize = 3;
/// Samples with and as many without a kernel, for each time that the operands are made.
const ROUNDS: usize = 12;
/// About how long a sample takes.
const SAMPLE: Duration = Duration::from_millis(1);

/// A kernel in one case.
struct Gain {
    kernel: KernelName,
    level: Level,
    case: String,
    /// Nanoseconds with the kernel and without it.
    nanos: [f64; 2],
}

impl Gain {
    fn factor(&self) -> f64 {
        self.nanos[1] / self.nanos[0]
    }
}

fn cases() -> Vec<Build> {
    let tables = [copies::cases(), gathers::cases(), writes::cases(), walks::cases(), computes::cases()];
    let swept = sweep::classes().into_iter().flat_map(|class| class.cases(&[1 << 12, 1 << 18, 1 << 24]));
    tables.into_iter().flatten().chain(swept).collect()
}

/// Measures all cases, or those with a text in their name.
pub(crate) fn measure(only: Option<&str>) {
    let mut gains = Vec::new();
    for build in cases() {
        let name = build().name;
        if only.is_none_or(|only| name.contains(only)) {
            eprintln!("{name}");
            gains.extend(of_case(&build));
        }
    }
    let text = written(&gains);
    println!("{text}");
    if only.is_none() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("KERNELS.md");
        std::fs::write(path, text).expect("the table is written");
    }
}

/// The gains of all kernels that run in a case, at every level of the machine.
fn of_case(build: &Build) -> Vec<Gain> {
    let mut gains: Vec<Gain> = Vec::new();
    for _ in 0..BUFFERS {
        let mut case = build();
        let ours = case.entrants.iter_mut().find(|entrant| entrant.name == OURS).expect("the first entrant");
        for level in Level::available() {
            Level::force(level);
            switch_off(None);
            ran().for_each(drop);
            ours.runner.sample(1);
            // The last kernel of the list takes every copy: without it there is none.
            for kernel in ran().filter(|&kernel| kernel != KernelName::Items) {
                let nanos = with_and_without(ours.runner.as_mut(), kernel);
                eprintln!("{level:?} {kernel:?} {:.2} {:.2}", nanos[0] / 1e3, nanos[1] / 1e3);
                let known = gains.iter_mut().find(|gain| gain.kernel == kernel && gain.level == level);
                match known {
                    Some(gain) => gain.nanos = [0, 1].map(|at| gain.nanos[at].min(nanos[at])),
                    None => gains.push(Gain { kernel, level, case: case.name.clone(), nanos }),
                }
            }
        }
    }
    switch_off(None);
    gains
}

/// The best times with a kernel and without it, in turns.
fn with_and_without(runner: &mut dyn Runner, kernel: KernelName) -> [f64; 2] {
    let mut best = [f64::INFINITY; 2];
    let began = Instant::now();
    runner.sample(1);
    let repeats = u32::try_from(SAMPLE.as_nanos() / began.elapsed().as_nanos().max(50)).unwrap_or(1).max(1);
    for round in 0..ROUNDS {
        for turn in 0..2 {
            let at = (round + turn) % 2;
            switch_off((at == 1).then_some(kernel));
            // What ran between has filled the caches with data of its own.
            runner.sample(1);
            best[at] = best[at].min(runner.sample(repeats) / f64::from(repeats));
        }
    }
    switch_off(None);
    best
}

fn written(gains: &[Gain]) -> String {
    let mut text = format!(
        "# What each kernel gains\n\nWritten on {} by `RUSTFLAGS=\"--cfg tslice_kernels\" cargo run --release -p tslice-benches --target-dir \
         target/kernels --bin kernels`, on one thread of: {}. A row of the report is run with a kernel and with that kernel switched \
         off, so that the next best one takes the copy, in turns: {ROUNDS} samples each, on operands made {BUFFERS} times. A gain is \
         the best time without the kernel over the best time with it.\n\n\
         | kernel | instructions | highest gain | rows that it serves, with the gain in each |\n|---|---|---|---|\n",
        machine::date(),
        machine::processor(),
    );
    let mut kernels: Vec<KernelName> = Vec::new();
    for gain in gains {
        if !kernels.contains(&gain.kernel) {
            kernels.push(gain.kernel);
        }
    }
    for kernel in kernels {
        for level in Level::available() {
            let mut rows: Vec<&Gain> =
                gains.iter().filter(|gain| gain.kernel == kernel && gain.level == level).collect();
            rows.sort_by(|a, b| b.factor().total_cmp(&a.factor()));
            let Some(first) = rows.first() else { continue };
            let _ = write!(text, "| {kernel:?} | {} | {:.2} | ", level.name(), first.factor());
            let named =
                rows.iter().map(|gain| format!("{} {:.2}", gain.case.replace('|', "\\|"), gain.factor()));
            let _ = writeln!(text, "{} |", named.collect::<Vec<_>>().join("; "));
        }
    }
    text
}
