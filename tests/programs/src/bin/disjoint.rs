//! Random pairs of literal entries: what `split_mut!` is told of them against walks along every
//! axis.
//!
//! `disjoint N` tries N pairs, 100,000 if N is left out. A pair has no common position of any axis,
//! or a shortest axis with one; walks find both as long as the axes are long enough for the bounds
//! and strides that are drawn.

use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

use tslice_syntax::proof::{Meeting, meeting};
use tslice_syntax::{Entry, Range};

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33)
            .rem_euclid(limit)
            .cast_signed()
    }

    /// A number from `-limit` to `limit`.
    fn around(&mut self, limit: u64) -> i64 {
        self.below(2 * limit + 1) - limit.cast_signed()
    }

    fn bound(&mut self, limit: u64) -> Option<i64> {
        (self.below(4) > 0).then(|| self.around(limit))
    }

    fn entry(&mut self, bounds: u64, strides: u64) -> Entry<i64> {
        if self.below(6) == 0 {
            return Entry::Index(self.around(bounds));
        }
        if self.below(6) == 0 {
            let length = self.below(bounds + 1);
            let stride = [1, 1, 1, 2][self.below(4) as usize];
            return Entry::Window {
                start: self.around(bounds),
                length,
                stride,
            };
        }
        let (begin, end) = (self.bound(bounds), self.bound(bounds));
        let stride = Some(self.around(strides)).filter(|stride| *stride != 0);
        Entry::Range(Range { begin, end, stride })
    }
}

/// The positions of an axis that an entry takes, as bits, walked one by one as Python's reference
/// describes it.
fn walk(entry: &Entry<i64>, length: i64) -> u128 {
    match *entry {
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            unreachable!("none is drawn")
        }
        Entry::Index(index) => {
            let at = if index < 0 { index + length } else { index };
            if (0..length).contains(&at) {
                1 << at
            } else {
                0
            }
        }
        Entry::Range(Range { begin, end, stride }) => {
            let stride = stride.unwrap_or(1);
            let (first, last) = if stride > 0 {
                (0, length)
            } else {
                (-1, length - 1)
            };
            let clamp =
                |bound: i64| (if bound < 0 { bound + length } else { bound }).clamp(first, last);
            let (from, to) = if stride > 0 {
                (first, last)
            } else {
                (last, first)
            };
            let (mut at, stop) = (begin.map_or(from, clamp), end.map_or(to, clamp));
            let mut taken = 0_u128;
            while if stride > 0 { at < stop } else { at > stop } {
                taken |= 1 << at;
                at += stride;
            }
            taken
        }
        Entry::Window {
            start,
            length: count,
            stride,
        } => {
            let start = if start < 0 { start + length } else { start };
            let positions = (0..count).map(|at| start + at * stride);
            let fits = start >= 0 && positions.clone().all(|at| at < length);
            positions.filter(|_| fits).map(|at| 1 << at).sum()
        }
    }
}

/// Tries pairs with bounds and strides up to some numbers; returns how many have no common
/// position.
fn pairs(seed: u64, count: u64, bounds: u64, strides: u64) -> u64 {
    // On longer axes two ranges have a common position only if they have one on these: what lies
    // between their bounds at either end has grown by every remainder of both strides.
    let longest = (2 * bounds + strides * (strides - 1) + 2).cast_signed();
    assert!(longest < 128, "walks are 128 bits");
    let mut numbers = Numbers(seed);
    let mut apart = 0;
    for _ in 0..count {
        let (a, b) = (
            numbers.entry(bounds, strides),
            numbers.entry(bounds, strides),
        );
        let walked =
            (0..=longest).try_for_each(|length| match walk(&a, length) & walk(&b, length) {
                0 => ControlFlow::Continue(()),
                both => ControlFlow::Break(Meeting {
                    length,
                    position: both.trailing_zeros().into(),
                }),
            });
        let walked = walked.break_value();
        assert!(
            meeting(&a, &b) == walked,
            "{a:?} {b:?}: {:?}, walked {walked:?}",
            meeting(&a, &b)
        );
        apart += u64::from(walked.is_none());
    }
    apart
}

fn main() {
    let count: u64 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(100_000);
    let began = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let sizes = [(4, 3), (9, 7), (30, 7), (12, 9)];
    let apart: u64 = thread::scope(|scope| {
        let mut parts = Vec::new();
        for thread in 0..threads {
            for (size, (bounds, strides)) in sizes.into_iter().enumerate() {
                let jobs = threads * sizes.len() as u64;
                let number = thread * sizes.len() as u64 + size as u64;
                let share = count / jobs + u64::from(number < count % jobs);
                let seed = 0x2026_1122 ^ (number + 1) << 40;
                parts.push(scope.spawn(move || pairs(seed, share, bounds, strides)));
            }
        }
        parts
            .into_iter()
            .map(|part| part.join().expect("every verdict is that of the walks"))
            .sum()
    });
    println!(
        "{count} pairs of entries: {apart} have no common position of any axis, every verdict is that of the walks, in {:.1} s",
        began.elapsed().as_secs_f64()
    );
}
