//! Unit tests of `plan`.

use std::vec::Vec;

use super::{CopyAxis, Offsets};

#[test]
fn every_index_tuple_is_visited_in_order() {
    let all = [
        (2, 1000, -7),
        (3, 100, 5),
        (1, 9, 9),
        (2, 10, 3),
        (3, 1, -1),
    ]
    .map(|(len, target, source)| CopyAxis {
        len,
        target,
        source,
    });
    for rank in 0..=all.len() {
        let visited: Vec<_> = Offsets::new(&all[..rank]).collect();
        let mut expected = std::vec![(0, 0)];
        for axis in &all[..rank] {
            let steps = 0..axis.len.cast_signed();
            let next = |(t, s): (isize, isize)| {
                steps
                    .clone()
                    .map(move |i| (t + i * axis.target, s + i * axis.source))
            };
            expected = expected.into_iter().flat_map(next).collect();
        }
        assert_eq!(visited, expected);
    }
}

#[test]
fn an_axis_without_positions_has_no_index_tuple() {
    for lengths in [&[0][..], &[0, 3], &[3, 0], &[2, 0, 3], &[0, 0]] {
        let axis = |&len: &usize| CopyAxis {
            len,
            target: 1,
            source: 1,
        };
        let axes: Vec<_> = lengths.iter().map(axis).collect();
        assert_eq!(Offsets::new(&axes).next(), None, "{lengths:?}");
    }
}
