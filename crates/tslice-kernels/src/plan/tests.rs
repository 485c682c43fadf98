//! Unit tests of `plan`.

use core::ptr::{null, null_mut};
use std::vec::Vec;

use super::{CopyAxis, Tuples};

/// The target's and the source's offset of every index tuple.
pub(crate) fn offsets(axes: &[CopyAxis]) -> impl Iterator<Item = (isize, isize)> {
    Tuples::new(axes, (null_mut(), null()))
        .map(|(to, from)| (to.addr().cast_signed(), from.addr().cast_signed()))
}

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
        let visited: Vec<_> = offsets(&all[..rank]).collect();
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
        assert_eq!(offsets(&axes).next(), None, "{lengths:?}");
    }
}
