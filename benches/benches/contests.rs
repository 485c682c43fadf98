//! `cargo bench -p tslice-benches`: the cases of the report as Criterion groups, without Python.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tslice_benches::case::Build;
use tslice_benches::{computes, copies, gathers, specs, sweep, threads, views, walks, writes};

/// A group of benchmarks for each case, one benchmark for each entrant.
fn groups(criterion: &mut Criterion, table: &str, cases: Vec<Build>) {
    for build in cases {
        let case = build();
        let mut group = criterion.benchmark_group(format!("{table}: {}", case.name));
        for mut entrant in case.entrants {
            group.bench_function(&entrant.name, |bencher| {
                bencher.iter_custom(|repeats| {
                    let whole = u32::try_from(repeats).unwrap_or(u32::MAX);
                    let nanos = entrant.runner.sample(whole) * (repeats as f64 / f64::from(whole));
                    Duration::from_nanos(nanos as u64)
                });
            });
        }
    }
}

fn tables(criterion: &mut Criterion) {
    groups(criterion, "copies", copies::cases());
    groups(criterion, "gathers", gathers::cases());
    groups(criterion, "writing", writes::cases());
    groups(criterion, "walking", walks::cases());
    groups(criterion, "computing", computes::cases());
    groups(criterion, "views", views::cases());
    groups(criterion, "specs", specs::cases());
    groups(criterion, "threads", threads::cases());
    for class in sweep::classes() {
        groups(
            criterion,
            "sweep",
            class.cases(&[1 << 12, 1 << 18, 1 << 24]),
        );
    }
}

criterion_group! {
    name = contests;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = tables
}
criterion_main!(contests);
