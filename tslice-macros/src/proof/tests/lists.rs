//! Lists beside other entries: every small list against every other, on every short axis.

use super::walks::walk;
use super::with_lists;
use crate::proof::overlap;
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
            let [of_a, of_b] = [a, b].map(|list| with_lists(&[Entry::WHOLE], &[(0, list.clone())]));
            let found = overlap(&of_a, &of_b);
            let found = found.map(|axes| (axes[0].length, axes[0].position));
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }
}

#[test]
fn list_has_the_axis_of_its_entry() {
    let items = vec![Entry::Index(0), Entry::Index(2), Entry::Index(5)];
    let behind = with_lists(&[Entry::Ellipsis, Entry::WHOLE], &[(1, items.clone())]);
    let front = with_lists(&[Entry::WHOLE, Entry::Index(1)], &[(0, items)]);
    // On rank 2, the list behind the ellipsis stands for the axis whose position is 1. On rank 3 it
    // does not.
    let found = overlap(&behind, &front).expect("on rank 3");
    let axes: Vec<_> = found
        .iter()
        .map(|axis| (axis.length, axis.position))
        .collect();
    assert_eq!(axes, [(6, 0), (2, 1), (6, 0)]);
    assert!(overlap(&front, &with_lists(&[Entry::Index(1)], &[])).is_none());
}

/// Lists of more pairs than a macro has the time for are compared when the program runs.
#[test]
fn longest_lists_are_compared_at_run_time() {
    let meeting = |count: i64| {
        let items = (0..count).map(|at| Entry::Index(at % 2)).collect();
        let list = with_lists(&[Entry::WHOLE], &[(0, items)]);
        overlap(&list, &list)
    };
    let [axis] = meeting(256).expect("the same positions")[..] else {
        panic!("one axis")
    };
    assert_eq!((axis.length, axis.position), (2, 0));
    assert!(meeting(257).is_none());
}
