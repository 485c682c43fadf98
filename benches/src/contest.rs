//! Those who run a case, timed turn by turn in one session.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::data::Digest;

/// A way of doing the work of a case.
pub struct Entrant {
    /// Who runs it.
    pub name: String,
    /// Where its output goes.
    pub output: Output,
    /// How it is run.
    pub runner: Box<dyn Runner>,
}

/// Where the output of an entrant goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// Into one buffer that all runs share.
    Reused,
    /// Into memory that each run allocates, because the library has no other way.
    Allocated,
    /// Nowhere: a view is made.
    View,
}

/// Runs the work of a case here or elsewhere.
pub trait Runner {
    /// Nanoseconds that `repeats` runs take together.
    fn sample(&mut self, repeats: u32) -> f64;
    /// Runs once; what the output holds then. `None` where the process has ended.
    fn digest(&mut self) -> Option<Digest>;
}

struct Local<O, R, D> {
    output: O,
    run: R,
    digest: D,
}

impl<O, R: FnMut(&mut O), D: FnMut(&O) -> Digest> Runner for Local<O, R, D> {
    fn sample(&mut self, repeats: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..repeats {
            (self.run)(black_box(&mut self.output));
        }
        start.elapsed().as_nanos() as f64
    }

    fn digest(&mut self) -> Option<Digest> {
        (self.run)(&mut self.output);
        Some((self.digest)(&self.output))
    }
}

impl Entrant {
    /// An entrant in this process: `run` fills what it is handed, `digest` reads it.
    pub fn new<O: 'static>(
        name: &str,
        output: Output,
        buffer: O,
        run: impl FnMut(&mut O) + 'static,
        digest: impl FnMut(&O) -> Digest + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            output,
            runner: Box::new(Local {
                output: buffer,
                run,
                digest,
            }),
        }
    }

    /// An entrant that makes a view; `elements` copies what the view shows.
    pub fn view<V>(
        name: &str,
        view: impl Fn() -> V + Clone + 'static,
        elements: impl Fn(V) -> Vec<f32> + 'static,
    ) -> Self {
        let made = view.clone();
        let run = move |(): &mut ()| {
            // By address: a view that is moved is loaded while its fields are still being stored.
            black_box(&made());
        };
        Self::new(name, Output::View, (), run, move |()| {
            Digest::of(&elements(view()))
        })
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many times the operands are made, to be measured each time.
    pub buffers: usize,
    /// Samples of each entrant, at least.
    pub rounds: usize,
    /// About how long a sample takes; a slow entrant's takes one run.
    pub sample: Duration,
    /// Time for a case after which no further round begins, but for the second.
    pub budget: Duration,
}

/// Nanoseconds of one run.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The fastest sample.
    pub best: f64,
    /// The middle sample.
    pub median: f64,
}

/// Times all entrants turn by turn. On a machine that others use too, a case takes up to three
/// times its rounds: until no entrant's best gets better any more.
pub fn time(entrants: &mut [Entrant], effort: Effort) -> Vec<Timing> {
    let repeats: Vec<u32> = entrants
        .iter_mut()
        .map(|entrant| repeats(entrant.runner.as_mut(), effort.sample))
        .collect();
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); entrants.len()];
    let turns = Turns::of(entrants.len());
    let start = Instant::now();
    for round in 0..3 * effort.rounds {
        let settled = round >= effort.rounds && samples.iter().all(|samples| settled(samples));
        if settled || round >= 2 && start.elapsed() > effort.budget {
            break;
        }
        for turn in 0..entrants.len() {
            let at = turns.at(round, turn);
            let (runner, repeats) = (&mut entrants[at].runner, repeats[at]);
            // What ran between has taken the caches: a run of its own fills them for each that is
            // timed.
            if repeats < FEW {
                runner.sample(1);
            }
            samples[at].push(runner.sample(repeats) / f64::from(repeats));
        }
    }
    samples.into_iter().map(summary).collect()
}

/// The order of turns. Each round has another order, so that no entrant always runs after the same
/// other entrant, which leaves its data in the caches.
struct Turns {
    count: usize,
    /// Steps from one to the next that come by everybody.
    steps: Vec<usize>,
}

impl Turns {
    fn of(count: usize) -> Self {
        let divides_both =
            |step: usize| (2..=step).any(|by| step.is_multiple_of(by) && count.is_multiple_of(by));
        Self {
            count,
            steps: (1..count.max(2))
                .filter(|&step| !divides_both(step))
                .collect(),
        }
    }

    fn at(&self, round: usize, turn: usize) -> usize {
        (round + turn * self.steps[round % self.steps.len()]) % self.count
    }
}

/// Runs of a sample below which the first of them weighs.
const FEW: u32 = 32;

/// Whether the last third of the samples brought nothing better by more than a fiftieth.
fn settled(samples: &[f64]) -> bool {
    let (early, late) = samples.split_at(samples.len() * 2 / 3);
    let best = |samples: &[f64]| samples.iter().copied().fold(f64::INFINITY, f64::min);
    best(late) > 0.98 * best(early)
}

fn summary(mut samples: Vec<f64>) -> Timing {
    samples.sort_by(f64::total_cmp);
    Timing {
        best: samples[0],
        median: samples[samples.len() / 2],
    }
}

fn repeats(runner: &mut dyn Runner, sample: Duration) -> u32 {
    let mut repeats = 1_u32;
    loop {
        let nanos = runner.sample(repeats);
        if nanos * 4.0 >= sample.as_nanos() as f64 || repeats > 1 << 24 {
            let wanted = sample.as_nanos() as f64 / (nanos / f64::from(repeats)).max(0.1);
            return (wanted as u32).max(1);
        }
        repeats *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;

    #[test]
    fn contest_rounds_give_each_a_turn() {
        for count in 1..=12 {
            let turns = Turns::of(count);
            for round in 0..20 {
                let mut order: Vec<usize> = (0..count).map(|turn| turns.at(round, turn)).collect();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..count), "round {round} of {count}");
            }
        }
        let after_first = |round: usize| (1..5).find(|&turn| Turns::of(5).at(round, turn - 1) == 0);
        let followers: Vec<_> = (0..4)
            .map(|round| after_first(round).map(|turn| Turns::of(5).at(round, turn)))
            .collect();
        assert!(
            followers.iter().flatten().any(|&next| next != 1),
            "{followers:?}"
        );
    }
}
