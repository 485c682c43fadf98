//! The laws of the algebra of specs for more numbers than a test should try:
//! `algebra [CHAINS [SEED]]`, a million chains and seed 2026 if nothing is said.
//! `algebra lines [COUNT]` prints answers for `tests/peers/algebra.py`.

use std::time::Instant;

use tslice_tests::algebra::{chains, chunks, every_length, lines, one_length};

/// Runs a check, and prints what it says with the seconds it took.
fn timed(check: impl FnOnce() -> String) {
    let began = Instant::now();
    let said = check();
    println!("{said}, in {:.1} s", began.elapsed().as_secs_f64());
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if(|first| first == "lines").is_some() {
        return lines::print(
            arguments
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(1000),
            2026,
        );
    }
    let mut number = |otherwise| {
        arguments
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(otherwise)
    };
    let (count, seed) = (number(1_000_000), number(2026));
    timed(|| {
        let single = chains::random_chains(count, seed as u64);
        format!(
            "{count} chains are what the oracle says, {single} pairs are one spec on every shape"
        )
    });
    timed(|| {
        let elements = chunks::random_tables(count / 10, seed as u64);
        format!(
            "{} tables of chunks are what a walk gives, with {elements} elements",
            count / 10
        )
    });
    timed(|| {
        let all = (0..=16).map(|len| one_length::all(len, 18, 18));
        let (ranges, pairs) = all.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        format!(
            "{ranges} ranges with bounds to 18 on lengths to 16, and {pairs} pairs, are as sets say"
        )
    });
    timed(|| {
        let (ranges, forms) = every_length::canonical_forms(18, 18, 80);
        format!(
            "{ranges} ranges with bounds to 18 have {forms} canonical forms, and as many meanings"
        )
    });
    timed(|| {
        let (pairs, single) = every_length::pairs(4, 3, (20, 12), 40);
        format!(
            "{single} of {pairs} pairs of ranges are one range on every length, and no other is"
        )
    });
    timed(|| {
        let (pairs, single) = every_length::indices(18, 6, 130, 150);
        format!(
            "{single} of {pairs} ranges with an index are one index on every length, and no other is"
        )
    });
    timed(|| {
        let single = every_length::random_pairs(count / 10, seed as u64);
        format!(
            "{single} of {} random pairs of ranges are one range, on lengths to 250",
            count / 10
        )
    });
}
