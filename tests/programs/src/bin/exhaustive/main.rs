//! Every range, index and pair of ranges of 8 bits, by tslice's own arithmetic and by Python's
//! rule.
//!
//! `exhaustive` checks all and prints how many cases there are. `exhaustive samples N` prints N
//! ranges of 64 bits and what the library makes of them, a line each: begin and end (`-` if
//! absent), stride, length, first position (`-` if none), count.
//!
//! As a test it is empty: the tests in the files that it shares with tslice are for 64 bits.
#![cfg(not(test))]

mod narrow;
mod python;

use std::thread;
use std::time::Instant;

use narrow::{Progression, Range};
use python::Axis;
use tslice::{Encoding, Masks};
use tslice_explain::Explain;

/// All bounds: absent, and every number.
fn bounds() -> impl Iterator<Item = Option<i8>> + Clone {
    std::iter::once(None).chain((i8::MIN..=i8::MAX).map(Some))
}

/// Every begin and end under one stride on one axis.
fn ranges(len: i8, stride: i8) -> u64 {
    let axis = Axis::new(len.into(), stride.into());
    let stops: Vec<i32> = bounds().map(|end| axis.stop(end.map(i32::from))).collect();
    let mut cases = 0;
    for begin in bounds() {
        let from = axis.start(begin.map(i32::from));
        for (end, &to) in bounds().zip(&stops) {
            let (begin, end, stride) = (begin, end, Some(stride));
            let (range, count) = (Range { begin, end, stride }, axis.count(from, to));
            let (first, taken) = narrow::slow(range, len);
            assert!(
                (i32::from(first), taken) == (from, count),
                "{range:?} of {len}: {taken} from {first} on, Python starts at {from} and takes {count}"
            );
            let (start, stop, (counted, right)) = narrow::fast(range, len);
            let inside = (0..len).contains(&start) && stop >= -1 && stop <= len;
            assert!(
                right == (inside && count > 0),
                "{range:?} of {len}: {start}, {stop}, {right}"
            );
            assert!(
                !right || (i32::from(start), counted) == (from, count),
                "{range:?} of {len}: {counted}"
            );
            cases += 1;
        }
    }
    cases
}

/// Every range and index on an axis of one length.
fn axis(len: i8) -> u64 {
    for index in i8::MIN..=i8::MAX {
        for stride in i8::MIN..=i8::MAX {
            let from_front = i32::from(index) + if index < 0 { i32::from(len) } else { 0 };
            let (position, right) = narrow::index(index, stride, len);
            assert!(right == ((0..i32::from(len)).contains(&from_front) && stride > 0));
            assert!(!right || i32::from(position) == from_front);
        }
    }
    (i8::MIN..=i8::MAX)
        .filter(|&stride| stride != 0)
        .map(|stride| ranges(len, stride))
        .sum()
}

/// The positions of the longest axis on which every pair of selections is tried.
const PAIRED: i8 = 24;

/// Every selection from `first` on, as a set of positions.
fn selections(first: i8) -> Vec<(Progression, u32)> {
    let mut all = Vec::new();
    for start in 0..PAIRED {
        for step in (i8::MIN..=i8::MAX).filter(|&step| step != 0) {
            let (mut set, mut at, mut count) = (0, i32::from(start), 0);
            while (0..i32::from(PAIRED)).contains(&at) {
                (set, count, at) = (set | 1 << at, count + 1, at + i32::from(step));
                all.push((Progression::new(first + start, count, step), set));
            }
        }
    }
    all
}

fn pairs(first: i8, threads: usize) -> u64 {
    let all = selections(first);
    thread::scope(|scope| {
        let all = &all[..];
        for part in all.chunks(all.len().div_ceil(threads)) {
            scope.spawn(move || {
                for &(a, of_a) in part {
                    for &(b, of_b) in all {
                        assert!(narrow::disjoint(a, b) == (of_a & of_b == 0), "{a:?} {b:?}");
                    }
                }
            });
        }
    });
    all.len() as u64 * all.len() as u64
}

/// Numbers of 64 bits, most of them near what decides.
fn samples(count: usize) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..count {
        let len = next() >> (1 + next() % 63);
        let mut number = || match next() % 6 {
            0 => next().cast_signed(),
            1 => len
                .cast_signed()
                .wrapping_add((next() % 5).cast_signed() - 2),
            2 => len
                .cast_signed()
                .wrapping_neg()
                .wrapping_add((next() % 5).cast_signed() - 2),
            3 => [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX][next() as usize % 4],
            _ => (next() % 9).cast_signed() - 4,
        };
        let (begin, end, stride) = (number(), number(), number());
        let stride = if stride == 0 { -1 } else { stride };
        let masks = Masks {
            begin_mask: (begin % 7 == 0).into(),
            end_mask: (end % 7 == 0).into(),
            ..Masks::default()
        };
        let encoding = Encoding {
            begin: vec![begin],
            end: vec![end],
            strides: vec![stride],
            masks,
        };
        let report = encoding
            .explain([len as usize])
            .expect("a range of one axis");
        let entry = &report.entries()[0];
        let bound = |mask, bound: i64| {
            if mask == 1 {
                "-".to_string()
            } else {
                bound.to_string()
            }
        };
        let first = entry.first[0].map_or("-".to_string(), |first| first.to_string());
        let (begin, end) = (bound(masks.begin_mask, begin), bound(masks.end_mask, end));
        println!("{begin} {end} {stride} {len} {first} {}", entry.lengths[0]);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("samples") {
        return samples(
            arguments
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(1000),
        );
    }
    let began = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let tried: u64 = thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                scope.spawn(move || {
                    (0..=i8::MAX)
                        .skip(part)
                        .step_by(threads)
                        .map(axis)
                        .sum::<u64>()
                })
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("every range is Python's"))
            .sum()
    });
    println!(
        "{tried} ranges of 8 bits are Python's, and every index, in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    let began = Instant::now();
    let tried = pairs(0, threads) + pairs(i8::MAX - PAIRED + 1, threads);
    println!(
        "{tried} pairs of ranges are disjoint or not as sets say, in {:.0} s",
        began.elapsed().as_secs_f64()
    );
}
