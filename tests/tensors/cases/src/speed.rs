//! A slice beside another crate's own.

use std::time::{Duration, Instant};

/// Prints the time of one call of each, the best of many, and how many times theirs ours takes.
pub fn beside<A, B>(what: &str, mut theirs: impl FnMut() -> A, mut ours: impl FnMut() -> B) {
    let mut best = [Duration::MAX; 2];
    let calls = calls_in_a_round(&mut theirs);
    // In turns, so that both meet the same disturbances.
    for _ in 0..200 {
        best[0] = best[0].min(time(calls, &mut theirs));
        best[1] = best[1].min(time(calls, &mut ours));
    }
    let [theirs, ours] = best.map(|round| round.as_nanos() as f64 / f64::from(calls));
    println!("{what:58} {theirs:12.0} {ours:12.0} {:8.2}", ours / theirs);
}

/// The head of the table.
pub fn head() {
    println!(
        "{:58} {:>12} {:>12} {:>8}",
        "", "theirs, ns", "ours, ns", "ratio"
    );
}

fn time<A>(calls: u32, call: &mut impl FnMut() -> A) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        std::hint::black_box(call());
    }
    start.elapsed()
}

/// So many that a round takes half a millisecond, and no clock is too coarse.
fn calls_in_a_round<A>(call: &mut impl FnMut() -> A) -> u32 {
    let mut calls = 1;
    while calls < 1 << 16 && time(calls, call) < Duration::from_micros(500) {
        calls *= 2;
    }
    calls
}
