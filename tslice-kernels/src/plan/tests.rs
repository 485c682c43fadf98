//! Unit tests of `plan`.

use std::vec::Vec;

use super::{CopyAxis, Joined, forwards, join, nest, sort};

fn axes(list: &[(usize, isize, isize)]) -> Vec<CopyAxis> {
    list.iter().map(|&(len, target, source)| CopyAxis { len, target, source }).collect()
}

#[track_caller]
fn case(list: &[(usize, isize, isize)], block: usize, left: &[(usize, isize, isize)], joined: usize) {
    let mut kept = axes(list);
    let plan = join(axes(list).into_iter(), block, &mut kept);
    assert_eq!(plan, Some(Joined { count: left.len(), block: joined }));
    assert_eq!(kept[..left.len()], axes(left));
}

#[test]
fn axes_that_are_contiguous_are_joined() {
    case(&[], 4, &[], 4);
    case(&[(2, 12, 12), (3, 4, 4)], 4, &[], 24);
    case(&[(2, 3, 30), (3, 1, 10)], 1, &[(6, 1, 10)], 1);
    case(&[(2, 12, 4), (3, 4, 8)], 4, &[(2, 12, 4), (3, 4, 8)], 4);
    case(&[(2, 12, 12), (3, 4, 8)], 4, &[(2, 12, 12), (3, 4, 8)], 4);
    case(&[(2, 24, 12), (3, 4, 4)], 4, &[(2, 24, 12)], 12);
    case(&[(2, 12, 24), (3, 4, 4)], 4, &[(2, 12, 24)], 12);
    case(&[(3, -2, -2), (2, -1, -1)], 1, &[(6, -1, -1)], 1);
    case(&[(4, 8, 0), (2, 4, 4)], 4, &[(4, 8, 0)], 8);
}

#[test]
fn axes_of_one_element_are_dropped() {
    case(&[(2, 3, 3), (1, 99, 7), (3, 1, 1), (1, 0, 0)], 1, &[], 6);
    case(&[(1, isize::MAX, isize::MIN), (2, 8, 9)], 2, &[(2, 8, 9)], 2);
}

#[test]
fn nothing_moves_along_an_empty_axis() {
    let list = axes(&[(2, 3, 3), (0, 1, 1), (3, 1, 1)]);
    assert_eq!(join(list.iter().copied(), 1, &mut list.clone()), None);
}

#[test]
fn every_index_tuple_is_visited_in_order() {
    let all = axes(&[(2, 1000, -7), (3, 100, 5), (1, 9, 9), (2, 10, 3), (3, 1, -1)]);
    for rank in 0..=all.len() {
        let (mut visited, mut expected) = (Vec::new(), std::vec![(0, 0)]);
        nest(&all[..rank], |t, s| visited.push((t, s)));
        for axis in &all[..rank] {
            let steps = 0..axis.len.cast_signed();
            let next = |(t, s): (isize, isize)| {
                steps.clone().map(move |i| (t + i * axis.target, s + i * axis.source))
            };
            expected = expected.into_iter().flat_map(next).collect();
        }
        assert_eq!(visited, expected);
    }
}

#[test]
fn the_farthest_axis_of_the_target_comes_first() {
    let mut list = axes(&[(2, 1, 0), (3, -50, 1), (4, 7, 2), (5, 50, 3)]);
    sort(&mut list);
    assert_eq!(list, axes(&[(3, -50, 1), (5, 50, 3), (4, 7, 2), (2, 1, 0)]));
}

#[test]
fn axes_are_counted_from_their_first_target() {
    let mut list = axes(&[(2, 100, -7), (3, -20, 5), (1, -9, 9), (4, -1, -2)]);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    nest(&list, |t, s| before.push((t, s)));
    let (target, source) = forwards(&mut list);
    assert_eq!(list, axes(&[(2, 100, -7), (3, 20, -5), (1, 9, -9), (4, 1, 2)]));
    nest(&list, |t, s| after.push((target + t, source + s)));
    assert!(after.is_sorted_by_key(|place| place.0));
    before.sort_unstable();
    assert_eq!(before, after);
}

#[test]
fn bytes_are_counted_by_element_size() {
    let axis = CopyAxis { len: 2, target: 3, source: -4 };
    assert_eq!(axis.in_bytes(8), CopyAxis { len: 2, target: 24, source: -32 });
}
