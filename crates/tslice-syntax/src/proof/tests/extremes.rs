//! Bounds and strides of every size: the verdict has a witness, or a reason that does not depend on
//! the numbers.

use proptest::prelude::*;

use crate::proof::{Count, Meeting, count, meeting, most};
use crate::{Entry, Range};

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

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        -20_i64..20,
        any::<i64>(),
        (0_i64..5).prop_map(|n| i64::MAX - n),
        (0_i64..5).prop_map(|n| i64::MIN + n),
        (0_u32..63, -2_i64..3, any::<bool>()).prop_map(|(bits, off, negative)| {
            let number = (1_i64 << bits).wrapping_add(off);
            if negative {
                number.wrapping_neg()
            } else {
                number
            }
        }),
    ]
}

fn entry() -> impl Strategy<Value = Entry<i64>> {
    let stride = prop_oneof![
        Just(None),
        number().prop_map(|stride| Some(if stride == 0 { 7 } else { stride }))
    ];
    let range = (
        prop::option::of(number()),
        prop::option::of(number()),
        stride,
    );
    prop_oneof![
        1 => number().prop_map(Entry::Index),
        2 => (number(), number(), prop_oneof![Just(1), Just(1), 2_i64..9, Just(i64::MAX)])
            .prop_map(|(start, length, stride)| Entry::Window { start, length, stride }),
        8 => range.prop_map(|(begin, end, stride)| Entry::Range(Range { begin, end, stride })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn meeting_does_not_depend_on_the_order(a in entry(), b in entry(), near in -3_i64..4, at in number()) {
        let met = meeting(&a, &b);
        prop_assert_eq!(met, meeting(&b, &a));
        if let Some(Meeting { length, position }) = met {
            prop_assert!(takes(&a, length, position) && takes(&b, length, position));
        }
        // No shorter axis has a common position: those tried are all of short axes, and a few
        // anywhere.
        let shorter = met.map_or(i64::MAX, |met| met.length);
        for length in [at.saturating_abs(), shorter.saturating_add(near).max(0), 40] {
            if length < shorter {
                let positions = (0..40).chain((1..40).map(|n| length - n)).chain([at, length / 2]);
                for position in positions {
                    prop_assert!(!(takes(&a, length, position) && takes(&b, length, position)), "{} {}", length, position);
                }
            }
        }
    }

    #[test]
    fn an_entry_meets_itself_unless_it_takes_nothing(a in entry()) {
        prop_assert_eq!(meeting(&a, &a).is_none(), most(&a) == 0);
    }

    #[test]
    fn counts_do_not_overflow(a in entry(), length in number()) {
        let length = length.saturating_abs();
        match count(&a, length) {
            Count::Of(number) => prop_assert!((0..=length).contains(&number) && number <= most(&a)),
            Count::OutOfBounds(index) => prop_assert!(!takes(&a, length, index)),
            Count::Window(_) => {
                let Entry::Window { start, length: count, stride } = a else { panic!("{a:?} is a window") };
                let start = i128::from(start) + if start < 0 { i128::from(length) } else { 0 };
                let last = start + (i128::from(count) - 1) * i128::from(stride);
                let fits = count >= 0 && start >= 0 && start <= length.into() && last < length.into();
                prop_assert!(!fits);
            }
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
