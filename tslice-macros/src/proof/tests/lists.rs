//! Lists beside other entries: every small list against every other, on every short axis.

use super::walks::walk;
use crate::proof::{Items, Lists, overlap};
use tslice_entry::{Entry, Range};

/// What a list takes of an axis, as bits; `None` if one of its items is outside.
fn walk_all(items: &[Entry<i64>], length: i64) -> Option<u128> {
    items
        .iter()
        .try_fold(0, |taken, item| Some(taken | walk(item, length)?))
}

/// The lists of up to two items, and some of three.
fn lists() -> Vec<Vec<Entry<i64>>> {
    let range = |begin, end| {
        Entry::Range(Range {
            begin,
            end,
            stride: None,
        })
    };
    let mut items: Vec<_> = (-4..5).map(Entry::Index).collect();
    items.extend([
        range(None, Some(2)),
        range(Some(-2), None),
        range(Some(1), Some(-1)),
    ]);
    items.extend([
        range(Some(1), Some(4)),
        range(Some(-4), Some(-1)),
        range(Some(2), None),
        range(None, Some(-2)),
    ]);
    items.push(Entry::Range(Range {
        begin: Some(0),
        end: Some(7),
        stride: Some(3),
    }));
    items.extend([
        Entry::Window {
            start: -3,
            length: 2,
            stride: 1,
        },
        Entry::Window {
            start: 2,
            length: 0,
            stride: 1,
        },
    ]);
    items.push(Entry::Window {
        start: 1,
        length: 3,
        stride: 2,
    });
    let mut lists: Vec<Vec<_>> = vec![vec![]];
    lists.extend(items.iter().map(|item| vec![*item]));
    let pairs = items.iter().enumerate();
    lists.extend(
        pairs.flat_map(|(at, first)| items[..at].iter().map(|second| vec![*first, *second])),
    );
    lists.extend(
        items
            .windows(3)
            .map(|three| vec![three[2], three[0], three[1]]),
    );
    lists
}

#[test]
fn lists_meet_first_where_loops_do() {
    let walks: Vec<(Vec<_>, Vec<u128>)> = lists()
        .into_iter()
        .map(|items| {
            let walks = (0..20)
                .map(|length| walk_all(&items, length).unwrap_or(0))
                .collect();
            (items, walks)
        })
        .collect();
    for (a, of_a) in &walks {
        for (b, of_b) in &walks {
            let expected = (0..20)
                .zip(of_a.iter().zip(of_b))
                .find(|(_, (a, b))| *a & *b != 0);
            let expected =
                expected.map(|(length, (a, b))| (length, i64::from((a & b).trailing_zeros())));
            let (of_a, of_b) = ([(0, Items::of(a))], [(0, Items::of(b))]);
            let of_a = Lists {
                entries: &[Entry::WHOLE],
                lists: &of_a,
            };
            let found = overlap(
                &of_a,
                &Lists {
                    lists: &of_b,
                    ..of_a
                },
            );
            let found = found.map(|axes| (axes[0].length, axes[0].position));
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }
}

#[test]
fn list_has_the_axis_of_its_entry() {
    let items = Items::of(&[Entry::Index(0), Entry::Index(2), Entry::Index(5)]);
    let list = |entry: usize| [(entry, items.clone())];
    let behind = [Entry::Ellipsis, Entry::WHOLE];
    let front = [Entry::WHOLE, Entry::Index(1)];
    let (of_behind, of_front) = (list(1), list(0));
    let (behind, front) = (
        Lists {
            entries: &behind,
            lists: &of_behind,
        },
        Lists {
            entries: &front,
            lists: &of_front,
        },
    );
    // On rank 2, the list behind the ellipsis stands for the axis whose position is 1. On rank 3 it
    // does not.
    let found = overlap(&behind, &front).expect("on rank 3");
    let axes: Vec<_> = found
        .iter()
        .map(|axis| (axis.length, axis.position))
        .collect();
    assert_eq!(axes, [(6, 0), (2, 1), (6, 0)]);
    let row = [Entry::Index(1)];
    assert!(
        overlap(
            &front,
            &Lists {
                entries: &row,
                lists: &[]
            }
        )
        .is_none()
    );
}

/// Positions on both sides, far from each other, as macros read them.
#[test]
fn lists_of_thousands_are_compared_quickly() {
    let items = |first: i64, step: i64| -> Vec<_> {
        (0..6000)
            .map(|at| Entry::Index(first + step * at))
            .collect()
    };
    let of = |items: &[Entry<i64>]| [(0, Items::of(items))];
    let meeting = |a: &[(usize, Items)], b: &[(usize, Items)]| {
        let a = Lists {
            entries: &[Entry::WHOLE],
            lists: a,
        };
        overlap(&a, &Lists { lists: b, ..a }).map(|axes| (axes[0].length, axes[0].position))
    };
    let even = of(&items(0, 2));
    assert_eq!(meeting(&even, &of(&items(1, 2))), None);
    assert_eq!(
        meeting(&even, &of(&items(11_999, -1))),
        Some((12_000, 6000))
    );
    // Each position is one from the end of some axis: of the shortest one that has both lists.
    assert_eq!(meeting(&even, &of(&items(-1, -2))), Some((11_999, 0)));
    let strided = [Entry::Range(Range {
        begin: None,
        end: None,
        stride: Some(7),
    }); 200];
    assert!(!Items::of(&strided).is_comparable(&Items::of(&items(0, 2))));
    assert!(Items::of(&strided[..2]).is_comparable(&Items::of(&items(0, 2)[..3000])));
}
