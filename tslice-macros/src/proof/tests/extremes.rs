//! Bounds and strides of every size: the verdict has a witness, or a reason that does not depend on
//! the numbers.

use tslice_entry::axis::{count, most};
use tslice_entry::{Entry, Range};

use super::meeting;
use crate::proof::meet::Meeting;
use crate::tests::Random;

/// Whether an entry takes a position of an axis, by Python's rule in wide integers.
fn takes(entry: &Entry<i64>, length: i64, position: i64) -> bool {
    let (length, position) = (i128::from(length), i128::from(position));
    let from_front = |bound: i64| i128::from(bound) + if bound < 0 { length } else { 0 };
    let inside = (0..length).contains(&position);
    match *entry {
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => inside,
        Entry::Index(index) => inside && from_front(index) == position,
        Entry::Range(Range { begin, end, stride }) => {
            let stride = i128::from(stride.unwrap_or(1));
            let (first, last) = if stride > 0 {
                (0, length)
            } else {
                (-1, length - 1)
            };
            let clamp = |bound| from_front(bound).clamp(first, last);
            let (from, to) = if stride > 0 {
                (first, last)
            } else {
                (last, first)
            };
            let (start, stop) = (begin.map_or(from, clamp), end.map_or(to, clamp));
            let between = if stride > 0 {
                start <= position && position < stop
            } else {
                stop < position && position <= start
            };
            inside && between && (position - start) % stride == 0
        }
        Entry::Window {
            start,
            length: count,
            stride,
        } => {
            let (start, count, stride) = (from_front(start), i128::from(count), i128::from(stride));
            let last = start + (count - 1) * stride;
            let is_one = (start..=last).contains(&position) && (position - start) % stride == 0;
            start >= 0 && last < length && count > 0 && is_one
        }
    }
}

fn number(random: &mut Random) -> i64 {
    match random.below(5) {
        0 => random.around(20),
        1 => random.any(),
        2 => i64::MAX - random.around(4).abs(),
        3 => i64::MIN + random.around(4).abs(),
        _ => {
            let number = (1_i64 << random.below(63)).wrapping_add(random.around(2));
            number.wrapping_mul([1, -1][random.below(2)])
        }
    }
}

fn entry(random: &mut Random) -> Entry<i64> {
    match random.below(11) {
        0 => Entry::Index(number(random)),
        1 | 2 => Entry::Window {
            start: number(random),
            length: number(random),
            stride: [1, 1, 2, 5, 8, i64::MAX][random.below(6)],
        },
        _ => {
            let mut some = || (random.below(3) > 0).then(|| number(random));
            let (begin, end, stride) = (some(), some(), some());
            let stride = stride.map(|stride| if stride == 0 { 7 } else { stride });
            Entry::Range(Range { begin, end, stride })
        }
    }
}

#[test]
fn meeting_does_not_depend_on_the_order() {
    let mut random = Random(1);
    for _ in 0..3000 {
        let (a, b) = (entry(&mut random), entry(&mut random));
        let (near, at) = (random.around(3), number(&mut random));
        let first = meeting(&a, &b);
        assert_eq!(first, meeting(&b, &a), "{a:?} {b:?}");
        if let Some(Meeting { length, position }) = first {
            let both = takes(&a, length, position) && takes(&b, length, position);
            assert!(both, "{a:?} {b:?} {length} {position}");
        }
        // No shorter axis has a common position: those tried are all of short axes, and a few
        // anywhere.
        let shorter = first.map_or(i64::MAX, |first| first.length);
        for length in [at.saturating_abs(), shorter.saturating_add(near).max(0), 40] {
            if length >= shorter {
                continue;
            }
            let from_end = (1..40).map(|n| length - n);
            for position in (0..40).chain(from_end).chain([at, length / 2]) {
                let both = takes(&a, length, position) && takes(&b, length, position);
                assert!(!both, "{a:?} {b:?} {length} {position}");
            }
        }
    }
}

#[test]
fn an_entry_meets_itself_unless_it_takes_nothing() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let a = entry(&mut random);
        assert_eq!(meeting(&a, &a).is_none(), most(&a) == 0, "{a:?}");
    }
}

#[test]
fn counts_do_not_overflow() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let (a, length) = (entry(&mut random), number(&mut random).saturating_abs());
        match (count(&a, length), a) {
            (Some(number), _) => {
                let is_possible = (0..=length).contains(&number) && number <= most(&a);
                assert!(is_possible, "{a:?} {length}");
            }
            (None, Entry::Index(index)) => assert!(!takes(&a, length, index), "{a:?}"),
            (
                None,
                Entry::Window {
                    start,
                    length: count,
                    stride,
                },
            ) => {
                let start = i128::from(start) + if start < 0 { i128::from(length) } else { 0 };
                let last = start + (i128::from(count) - 1) * i128::from(stride);
                let fits =
                    count >= 0 && start >= 0 && start <= length.into() && last < length.into();
                assert!(!fits, "{a:?} {length}");
            }
            (None, other) => panic!("{other:?} fits every axis"),
        }
    }
}

#[test]
fn progressions_with_coprime_steps_match_arithmetic() {
    // 3^39 and 2^62 are coprime, both below 2^63: from the front and from the end they meet first
    // on an axis of length 1, and with other begins only where both progressions fit.
    let front = |begin, stride| {
        Entry::Range(Range {
            begin: Some(begin),
            end: None,
            stride: Some(stride),
        })
    };
    let (three, two) = (3_i64.pow(39), 1_i64 << 62);
    assert_eq!(
        meeting(&front(0, three), &front(0, two)),
        Some(Meeting {
            length: 1,
            position: 0
        })
    );
    let met = meeting(&front(1, three), &front(two, two));
    let common = (0..3)
        .map(|n| 1 + i128::from(three) * n)
        .find(|at| at % i128::from(two) == 0);
    assert_eq!((met, common), (None, None));
}
