//! One axis, every range with small bounds.

use tslice_entry::axis::{count, most};
use tslice_entry::{Entry, Range};

use super::meeting;
use crate::proof::meet::Meeting;
use crate::tests::Random;

/// The positions of an axis that an entry takes, as bits, by the rule of Python's reference; `None`
/// if an index is outside.
pub(super) fn walk(entry: &Entry<i64>, length: i64) -> Option<u128> {
    let bit = |at: i64| 1_u128 << at;
    match *entry {
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => {
            Some((0..length).map(bit).sum())
        }
        Entry::Index(index) => {
            let at = if index < 0 { index + length } else { index };
            (0..length).contains(&at).then(|| bit(at))
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
            let mut taken = 0;
            while if stride > 0 { at < stop } else { at > stop } {
                taken |= bit(at);
                at += stride;
            }
            Some(taken)
        }
        Entry::Window {
            start,
            length: count,
            stride,
        } => {
            let start = if start < 0 { start + length } else { start };
            (count >= 0 && (0..=length).contains(&start)).then_some(())?;
            let mut positions = (0..count).map(|at| start + at * stride);
            positions
                .clone()
                .all(|at| at < length)
                .then(|| positions.by_ref().map(bit).sum())
        }
    }
}

/// Every index and range with bounds and strides up to some numbers.
pub(super) fn entries(bounds: i64, strides: i64) -> Vec<Entry<i64>> {
    let some = || core::iter::once(None).chain((-bounds..=bounds).map(Some));
    let strides = || {
        (-strides..=strides)
            .filter(|stride| *stride != 0)
            .map(Some)
            .chain([None])
    };
    let mut all: Vec<_> = (-bounds..=bounds).map(Entry::Index).collect();
    let windows =
        (-bounds..=bounds).flat_map(|start| (-1..=bounds).map(move |length| (start, length)));
    let windows = windows.flat_map(|(start, length)| {
        [1, 2].map(|stride| Entry::Window {
            start,
            length,
            stride,
        })
    });
    all.extend(windows);
    for (begin, end) in some().flat_map(|begin| some().map(move |end| (begin, end))) {
        all.extend(strides().map(|stride| Entry::Range(Range { begin, end, stride })));
    }
    all
}

#[test]
fn entries_meet_first_where_loops_do() {
    // Longer axes than these repeat what is there: bounds to 3 from either end, and strides whose
    // multiples are at most 6.
    const LENGTHS: i64 = 20;
    let walks: Vec<(Entry<i64>, Vec<u128>)> = entries(3, 3)
        .into_iter()
        .map(|entry| {
            (
                entry,
                (0..LENGTHS)
                    .map(|length| walk(&entry, length).unwrap_or(0))
                    .collect(),
            )
        })
        .collect();
    for (a, of_a) in &walks {
        for (b, of_b) in &walks {
            let expected = of_a
                .iter()
                .zip(of_b)
                .zip(0..)
                .find(|((a, b), _)| *a & *b != 0);
            let expected = expected.map(|((a, b), length)| Meeting {
                length,
                position: i64::from((a & b).trailing_zeros()),
            });
            assert_eq!(meeting(a, b), expected, "{a:?} {b:?}");
        }
    }
}

#[test]
fn wide_strides_meet_first_where_walks_do() {
    const LENGTHS: i64 = 120;
    let some = |numbers: &[i64]| {
        numbers
            .iter()
            .map(|n| Some(*n))
            .chain([None])
            .collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for begin in some(&[0, 5, 17, -1, -18]) {
        for end in some(&[12, 33, -2, -20]) {
            for stride in [3, 5, 7, -4, -7] {
                let entry = Entry::Range(Range {
                    begin,
                    end,
                    stride: Some(stride),
                });
                let walks: Vec<_> = (0..LENGTHS)
                    .map(|length| walk(&entry, length).unwrap_or(0))
                    .collect();
                all.push((entry, walks));
            }
        }
    }
    for (a, of_a) in &all {
        for (b, of_b) in &all {
            let expected = of_a
                .iter()
                .zip(of_b)
                .zip(0..)
                .find(|((a, b), _)| *a & *b != 0);
            let expected = expected.map(|((a, b), length)| Meeting {
                length,
                position: i64::from((a & b).trailing_zeros()),
            });
            match meeting(a, b) {
                Some(later) if later.length >= LENGTHS => assert_eq!(expected, None, "{a:?} {b:?}"),
                verdict => assert_eq!(verdict, expected, "{a:?} {b:?}"),
            }
        }
    }
}

/// A literal entry with a bound below one number and a stride below another.
fn random_entry(random: &mut Random, bounds: i64, strides: i64) -> Entry<i64> {
    match random.below(12) {
        0 | 1 => Entry::Index(random.around(bounds)),
        2 | 3 => Entry::Window {
            start: random.around(bounds),
            length: random.around(bounds).abs(),
            stride: [1, 1, 1, 2][random.below(4)],
        },
        _ => {
            let mut bound = || (random.below(4) > 0).then(|| random.around(bounds));
            let (begin, end) = (bound(), bound());
            let stride = Some(random.around(strides)).filter(|stride| *stride != 0);
            Entry::Range(Range { begin, end, stride })
        }
    }
}

/// `PAIRS` is the number of pairs, 2,000 if it is not set.
#[test]
fn random_pairs_meet_first_where_walks_do() {
    let pairs = std::env::var("PAIRS").map_or(2000, |pairs| pairs.parse().expect("a number"));
    let mut random = Random(0x2026_1122);
    for pair in 0..pairs {
        let (bounds, strides) = [(4, 3), (9, 7), (30, 7), (12, 9)][pair % 4];
        let a = random_entry(&mut random, bounds, strides);
        let b = random_entry(&mut random, bounds, strides);
        // On longer axes two entries have a common position only if they have one on these: what
        // lies between their bounds at either end has grown by every remainder of both strides.
        let longest = 2 * bounds + strides * (strides - 1) + 2;
        assert!(longest < 128, "walks are 128 bits");
        let walked = (0..=longest).find_map(|length| {
            let both = walk(&a, length).unwrap_or(0) & walk(&b, length).unwrap_or(0);
            let position = i64::from(both.trailing_zeros());
            (both != 0).then_some(Meeting { length, position })
        });
        assert_eq!(meeting(&a, &b), walked, "{a:?} {b:?}");
    }
}

#[test]
fn counts_are_those_of_walks() {
    for entry in entries(4, 3) {
        let counts: Vec<_> = (0..16)
            .map(|length| walk(&entry, length).map(|taken| i64::from(taken.count_ones())))
            .collect();
        for (length, counted) in counts.iter().enumerate() {
            assert_eq!(count(&entry, length as i64), *counted, "{entry:?} {length}");
        }
        let most_of_these = counts.iter().flatten().max().copied().unwrap_or(0);
        let grows = counts[15] > counts[11];
        assert!(
            if grows {
                most(&entry) > 1 << 60
            } else {
                most(&entry) == most_of_these
            },
            "{entry:?}"
        );
        let is_window = matches!(entry, Entry::Window { .. });
        let every = is_window
            || (0..=most_of_these).all(|number| number == 0 || counts.contains(&Some(number)));
        assert!(every, "{entry:?}");
    }
}
