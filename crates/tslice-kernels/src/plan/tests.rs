//! Unit tests of `plan`.

use std::vec::Vec;

use super::{CopyAxis, nest};

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
        let (mut visited, mut expected) = (Vec::new(), std::vec![(0, 0)]);
        nest(&all[..rank], |t, s| visited.push((t, s)));
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
