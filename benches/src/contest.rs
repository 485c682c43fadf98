//! One case and those who run it, timed turn by turn in one session.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A way of doing the work of a case, and how to read its output afterwards.
pub struct Entrant<'c> {
    /// Who runs it.
    pub name: &'static str,
    /// Runs it once, into a buffer that stays.
    pub run: Box<dyn FnMut() + 'c>,
    /// The bytes of the output.
    pub output: Box<dyn Fn() -> Vec<u8> + 'c>,
}

/// Nanoseconds of one run.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The fastest sample.
    pub best: f64,
    /// The middle sample.
    pub median: f64,
}

/// Times all entrants turn by turn: `rounds` samples each, of about `sample` each.
pub fn time(entrants: &mut [Entrant<'_>], rounds: usize, sample: Duration) -> Vec<Timing> {
    let repeats: Vec<u32> = entrants.iter_mut().map(|entrant| repeats(&mut entrant.run, sample)).collect();
    let mut samples = vec![Vec::with_capacity(rounds); entrants.len()];
    for _ in 0..rounds {
        for ((entrant, &repeats), samples) in entrants.iter_mut().zip(&repeats).zip(&mut samples) {
            samples.push(once(&mut entrant.run, repeats) / f64::from(repeats));
        }
    }
    samples.into_iter().map(summary).collect()
}

fn summary(mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    Timing { best: samples[0], median: samples[samples.len() / 2] }
}

fn repeats(run: &mut dyn FnMut(), sample: Duration) -> u32 {
    let mut repeats = 1_u32;
    loop {
        let nanos = once(run, repeats);
        if nanos * 4.0 >= sample.as_nanos() as f64 || repeats > 1 << 24 {
            let wanted = sample.as_nanos() as f64 / (nanos / f64::from(repeats)).max(0.1);
            return (wanted as u32).max(1);
        }
        repeats *= 2;
    }
}

fn once(run: &mut dyn FnMut(), repeats: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        run();
        black_box(());
    }
    start.elapsed().as_nanos() as f64
}
