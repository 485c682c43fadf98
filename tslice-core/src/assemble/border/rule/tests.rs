use std::vec::Vec;

use super::{Border, Stretch};

/// The position that is seen at `at`, by the definition of each mode: one step at a time from the border.
fn seen(border: Border<()>, len: usize, at: i128) -> Option<usize> {
    let mut positions: Vec<usize> = (0..len).collect();
    let back: Vec<usize> = match border {
        Border::Constant(()) => return positions.get(usize::try_from(at).ok()?).copied(),
        Border::Edge => return Some(at.clamp(0, len as i128 - 1) as usize),
        Border::Reflect if len > 1 => (1..len - 1).rev().collect(),
        Border::Symmetric => (0..len).rev().collect(),
        Border::Reflect | Border::Wrap => Vec::new(),
    };
    positions.extend(back);
    Some(positions[at.rem_euclid(positions.len() as i128) as usize])
}

#[test]
fn stretches_follow_the_definition() {
    let borders = [Border::Constant(()), Border::Edge, Border::Reflect, Border::Symmetric, Border::Wrap];
    for (border, len) in borders.into_iter().flat_map(|border| (1..6).map(move |len| (border, len))) {
        for (start, count) in (-13..13).flat_map(|start| (1..24).map(move |count| (start, count))) {
            let mut at = 0;
            while at < count {
                let Stretch { len: run, source } = border.stretch(len, start + at as i128, count - at);
                assert!((1..=count - at).contains(&run), "{border:?} {len} {start} {at}");
                for step in 0..run {
                    let expected = seen(border, len, start + (at + step) as i128);
                    let found = source.map(|(first, by)| first.wrapping_add_signed(by * step as isize));
                    assert_eq!(found, expected, "{border:?} {len} {start} {at} {step}");
                }
                at += run;
            }
        }
    }
}

#[test]
fn an_empty_axis_has_a_constant_border() {
    let stretch = Border::Constant(()).stretch(0, -2, 7);
    assert_eq!(stretch, Stretch { len: 2, source: None });
    assert_eq!(Border::Constant(()).stretch(0, 0, 5), Stretch { len: 5, source: None });
}

#[test]
fn positions_reach_over_all_of_an_integer() {
    for border in [Border::Constant(()), Border::Edge, Border::Reflect, Border::Symmetric, Border::Wrap] {
        for at in [i128::from(i64::MIN), i128::from(i64::MAX), 0] {
            for len in [1, 2, isize::MAX as usize] {
                assert!(border.stretch(len, at, usize::MAX).len > 0);
            }
        }
    }
}
